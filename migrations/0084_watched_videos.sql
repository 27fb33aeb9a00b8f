-- When somebody first played or saved the video on the page that its mails lead to; UTC milliseconds. It replaces
-- `emails.opened_at`, which counted programs that open links.
ALTER TABLE submissions ADD COLUMN watched_at INTEGER;

-- Keyed hash of the network that an attempt came from, for a day: one network may not fill a client's attempts.
ALTER TABLE submission_attempts ADD COLUMN household TEXT NOT NULL DEFAULT '';
CREATE INDEX submission_attempts_with_household ON submission_attempts (ended_at) WHERE household <> '';
