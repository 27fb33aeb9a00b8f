-- What the business should know about a video's file.

-- Why it was sent as it was recorded; null where the file is finished (flat, seekable, H.264 and AAC, within budget).
ALTER TABLE submissions ADD COLUMN unfinished TEXT
  CHECK (unfinished IN ('unsupported', 'undecodable', 'failed', 'stalled', 'too-large', 'skipped'));
-- Its client's watermark was on when it was accepted, and its sender did not say that the video carries it.
ALTER TABLE submissions ADD COLUMN unwatermarked INTEGER NOT NULL DEFAULT 0 CHECK (unwatermarked IN (0, 1));
