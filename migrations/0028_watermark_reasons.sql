-- Why a video lacks the watermark that its client wants, as its browser said: of a file that is whole nothing else does. A word of
-- `media_wasm::finish::RawReason`; a CHECK of so many words costs each submission two rows read.
ALTER TABLE submissions ADD COLUMN unwatermarked_reason TEXT;
