-- Drives of the businesses' own, and what is known of each delivered file.

-- A folder of a business that videos are delivered to while its client's `drive_link` is this `link`. Videos that were
-- delivered before the link changed are still reached by it.
CREATE TABLE drive_connections (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  provider TEXT NOT NULL,
  -- Opens the folder for people.
  link TEXT NOT NULL,
  -- The folder as the provider's API names it.
  address TEXT NOT NULL,
  -- The name that signs in; empty where a token alone does.
  account TEXT NOT NULL,
  -- The password or token, sealed with the key of this id; null once the connection has ended.
  credential TEXT,
  key_id TEXT,
  connected_at INTEGER NOT NULL,
  -- How many it holds.
  videos INTEGER NOT NULL DEFAULT 0 CHECK (videos >= 0),
  -- The last delivery, or test, that arrived whole.
  delivered_at INTEGER,
  -- What was wrong since then.
  fault TEXT,
  fault_at INTEGER,
  CHECK ((credential IS NULL) = (key_id IS NULL)),
  CHECK ((fault IS NULL) = (fault_at IS NULL)),
  -- At one address each account may have a folder of its own.
  UNIQUE (client_id, address, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX drive_connections_by_link ON drive_connections (client_id, link);

-- SHA-256 in hex of the bytes that were delivered.
ALTER TABLE submissions ADD COLUMN sha256 TEXT CHECK (length(sha256) = 64);
-- The connection that a video was delivered by, or is being delivered by; null for the built-in drive.
ALTER TABLE submissions ADD COLUMN drive_connection_id TEXT REFERENCES drive_connections (id);
CREATE INDEX submissions_undelivered_by_client ON submissions (client_id, created_at) WHERE status = 'drive_upload_failed';

ALTER TABLE erasures ADD COLUMN drive_connection_id TEXT REFERENCES drive_connections (id);
-- Not looked for again before: a drive may be away for days.
ALTER TABLE erasures ADD COLUMN sweep_after INTEGER NOT NULL DEFAULT 0;
DROP INDEX erasures_unswept;
CREATE INDEX erasures_unswept ON erasures (sweep_after) WHERE swept_at IS NULL;
CREATE INDEX erasures_by_drive_connection ON erasures (drive_connection_id) WHERE swept_at IS NULL;
