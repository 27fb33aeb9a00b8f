-- What each writer of an upload has found and stored: the sizes of the chunks from the first on, as a JSON array. It may say less than
-- is stored, after a crash or where the build before wrote; never anything else, because a stored chunk does not change. Null before the
-- first byte, and once the bytes are let go.
ALTER TABLE uploads ADD COLUMN chunk_sizes TEXT;
