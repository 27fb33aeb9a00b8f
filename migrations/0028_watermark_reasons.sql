-- Why a video lacks the watermark that its client wants, as its browser said: of a file that is whole nothing else does.
ALTER TABLE submissions ADD COLUMN unwatermarked_reason TEXT
  CHECK (unwatermarked_reason IN ('unsupported', 'undecodable', 'failed', 'stalled', 'too-large', 'skipped', 'crashed'));
