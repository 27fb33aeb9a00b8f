-- Requests of businesses to agree anew, with the answers. The first consent stays in `consents`.
CREATE TABLE consent_requests (
  submission_id TEXT NOT NULL REFERENCES submissions (id),
  -- UTC milliseconds.
  asked_at INTEGER NOT NULL,
  -- The version that the customer agreed to, when, and the business's name as it was in the sentences. Null until then.
  text_version TEXT,
  agreed_at INTEGER,
  business TEXT,
  PRIMARY KEY (submission_id, asked_at),
  CHECK ((agreed_at IS NULL) = (text_version IS NULL) AND (agreed_at IS NULL) = (business IS NULL))
) STRICT, WITHOUT ROWID;

-- A video is looked up by its hash alone, too.
DROP INDEX submissions_by_video;
CREATE INDEX submissions_by_video ON submissions (sha256, client_id) WHERE sha256 IS NOT NULL;

-- Withdrawals are noted like erasures, to be repeated on an older back-up. A CHECK can only be changed with its table.
CREATE TABLE notes_with_withdrawals (
  kind TEXT NOT NULL CHECK (kind IN ('submission', 'sign-up', 'partner', 'withdrawal')),
  subject_id TEXT NOT NULL,
  -- UTC milliseconds.
  noted_at INTEGER NOT NULL,
  -- `to-repeat`: it came with a restored back-up that does not know of it.
  status TEXT NOT NULL CHECK (status IN ('unlisted', 'listed', 'to-repeat')),
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
INSERT INTO notes_with_withdrawals SELECT kind, subject_id, noted_at, status FROM erasure_notes;
DROP TABLE erasure_notes;
ALTER TABLE notes_with_withdrawals RENAME TO erasure_notes;
CREATE INDEX erasure_notes_by_time ON erasure_notes (noted_at);
CREATE INDEX erasure_notes_to_do ON erasure_notes (status) WHERE status <> 'listed';

-- Questions about videos are counted too. What the table counted was of the last hours.
DROP TABLE rate_limit_events;
CREATE TABLE rate_limit_events (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sign_in', 'mail', 'checkout', 'film')),
  account_hash TEXT NOT NULL,
  ip_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limit_events_by_account ON rate_limit_events (kind, account_hash, at);
CREATE INDEX rate_limit_events_by_ip ON rate_limit_events (kind, ip_hash, at);
CREATE INDEX rate_limit_events_by_age ON rate_limit_events (at);

-- Withdrawals of before this state existed.
UPDATE submissions SET publication = 'withdrawn'
 WHERE publication IS NULL AND id IN (SELECT submission_id FROM consents WHERE withdrawn_at IS NOT NULL);
