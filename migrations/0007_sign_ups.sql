-- The mailing list before the launch: ours, or what is on its way to the external list.

CREATE TABLE sign_ups (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  first_name TEXT NOT NULL,
  surname TEXT NOT NULL,
  company TEXT NOT NULL,
  -- waiting: for the external list; synced: the external list has it and asks for the confirmation itself.
  status TEXT NOT NULL CHECK (status IN ('waiting', 'pending_confirmation', 'synced', 'confirmed', 'failed')),
  error_message TEXT,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_ups_newest ON sign_ups (created_at DESC);
CREATE INDEX sign_ups_unconfirmed ON sign_ups (created_at) WHERE status = 'pending_confirmation';
CREATE INDEX sign_ups_failed ON sign_ups (created_at) WHERE status = 'failed';
