-- How many submissions of a client came in the last hour and the last day (`domain::submission_rate`): those from one
-- address, by its keyed hash, and those from everywhere, by ''. Each window begins with its first submission.
CREATE TABLE submission_rates (
  client_id TEXT NOT NULL REFERENCES clients (id),
  ip_hash TEXT NOT NULL,
  hour_began INTEGER NOT NULL,
  hour_count INTEGER NOT NULL CHECK (hour_count >= 0),
  day_began INTEGER NOT NULL,
  day_count INTEGER NOT NULL CHECK (day_count >= 0),
  -- How many videos from this address were no testimonials to the client, and when one was last.
  rejections INTEGER NOT NULL DEFAULT 0 CHECK (rejections >= 0),
  rejected_at INTEGER NOT NULL DEFAULT 0,
  -- When the row tells nothing any more.
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, ip_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX submission_rates_by_expiry ON submission_rates (expires_at);

-- The SHA-256 of the bytes, where one request brought all of them and counted it on the way.
ALTER TABLE uploads ADD COLUMN sha256 TEXT CHECK (length(sha256) = 64);

-- The same video is taken once.
CREATE INDEX submissions_by_video ON submissions (client_id, sha256) WHERE sha256 IS NOT NULL;
