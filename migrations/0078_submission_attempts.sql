-- Videos that were begun or sent and not accepted: 30 days, so that support can say why one never arrived.
CREATE TABLE submission_attempts (
  -- The upload's id, the key of a form that carried its video, or a keyed hash of who was refused an upload.
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- Keyed hash of the customer's address; empty where nothing brought one.
  customer_hash TEXT NOT NULL,
  -- `domain::submission_attempt::AttemptReason`, and the sentence that the customer was shown.
  reason TEXT NOT NULL,
  sentence TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 1 CHECK (tries > 0),
  -- Of an upload: its length, and how much of it came.
  declared_bytes INTEGER,
  stored_bytes INTEGER,
  -- UTC milliseconds: when it was begun, and when it was refused or the last bytes came.
  began_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_attempts_by_client ON submission_attempts (client_id, ended_at DESC);
CREATE INDEX submission_attempts_by_customer ON submission_attempts (customer_hash);
CREATE INDEX submission_attempts_by_age ON submission_attempts (ended_at);

ALTER TABLE uploads ADD COLUMN customer_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX erasures_by_customer ON erasures (customer_hash);
CREATE INDEX erasures_by_submission ON erasures (submission_id);
