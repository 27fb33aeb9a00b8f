-- What the product has made in Google Drives, and when a grant to them ends.

-- A file or folder that a connection has made, or is making. Its id is asked for before anything is sent, so that an attempt
-- knows what an earlier one has begun.
CREATE TABLE google_files (
  connection_id TEXT NOT NULL REFERENCES drive_connections (id),
  -- Below the connection's folder.
  path TEXT NOT NULL,
  file_id TEXT NOT NULL,
  -- Where a file that is on its way is sent to; null before and after.
  upload_url TEXT,
  -- Whether Drive has said that it is there.
  is_stored INTEGER NOT NULL DEFAULT 0 CHECK (is_stored IN (0, 1)),
  -- When the last attempt to make it began.
  begun_at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, path)
) STRICT, WITHOUT ROWID;

-- When the provider ends the credential by itself, where it has said so.
ALTER TABLE drive_connections ADD COLUMN expires_at INTEGER;

-- Which drives go by one account, or are one folder.
CREATE INDEX drive_connections_by_account ON drive_connections (provider, account);
CREATE INDEX drive_connections_by_address ON drive_connections (provider, address);
