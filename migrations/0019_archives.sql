-- The CRC-32 of a video's bytes, noted once an archive with all of it was sent: parts of that archive that are asked for
-- again, its end above all, then need no other read.
ALTER TABLE submissions ADD COLUMN crc32 INTEGER;
