-- The product's own Google account: a folder for each client below one root folder, shared with the client's email.

-- At most one row: the account that is connected now.
CREATE TABLE platform_drive (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  -- Its email address.
  account TEXT NOT NULL,
  -- The id of the root folder.
  root_id TEXT NOT NULL,
  -- The refresh token, sealed with the key of this id.
  credential TEXT NOT NULL,
  key_id TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  -- When Google ends the permission by itself, where it has said so.
  expires_at INTEGER,
  -- The last look, or the next one's claim.
  checked_at INTEGER NOT NULL,
  -- What was wrong with the account since then.
  fault TEXT,
  fault_at INTEGER,
  -- Bytes, where Google tells.
  space_used INTEGER,
  space_limit INTEGER,
  -- Since when it has been nearly full.
  nearly_full_at INTEGER,
  CHECK ((fault IS NULL) = (fault_at IS NULL))
) STRICT;

-- Whether the folder is in the product's account: `account` says in which one of those that it has had.
ALTER TABLE drive_connections ADD COLUMN is_platform INTEGER NOT NULL DEFAULT 0 CHECK (is_platform IN (0, 1));
-- Not shared again before: a run's claim, or the pause after a refusal.
ALTER TABLE drive_connections ADD COLUMN share_after INTEGER NOT NULL DEFAULT 0;
-- Why the folder could not be shared as it should be.
ALTER TABLE drive_connections ADD COLUMN share_fault TEXT;
CREATE INDEX drive_connections_of_platform ON drive_connections (account, share_after) WHERE is_platform = 1;

-- Whom a folder of the platform has been shared with. A row is written before Google is asked, so that whoever was let in is
-- known whatever happened to the answer.
CREATE TABLE google_shares (
  connection_id TEXT NOT NULL REFERENCES drive_connections (id),
  -- In lower case.
  email TEXT NOT NULL,
  -- Google's id of the permission; null until it has answered.
  permission_id TEXT,
  PRIMARY KEY (connection_id, email)
) STRICT, WITHOUT ROWID;
