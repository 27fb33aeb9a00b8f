-- The accepting transaction pays for each index with a row written. That an upload becomes one submission is ensured by
-- `uploads.status`, which that transaction asks for and changes; nothing is looked up by it. It pays for each
-- `IN` of more than two words with a row read, and with two where the value is null.
CREATE TABLE new_submissions (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- The webhook it came through (`live`, `demo` or a branded page); null for the record pages.
  endpoint TEXT,
  idempotency_key TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  customer_name TEXT NOT NULL,
  customer_email TEXT NOT NULL,
  -- The email in lower case, and name with email in lower case: SQLite's `lower` knows ASCII only.
  customer_key TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL DEFAULT '',
  final_file_path TEXT,
  -- The file's path in the folder once it is delivered, and the drive that holds it: the client's link may change.
  drive_path TEXT,
  drive TEXT,
  drive_connection_id TEXT REFERENCES drive_connections (id),
  container TEXT NOT NULL CHECK (container = 'mp4' OR container = 'mov' OR container = 'webm'),
  size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  frame_rate INTEGER CHECK (frame_rate > 0),
  sha256 TEXT CHECK (length(sha256) = 64),
  -- Why the video is stored as recorded; null where it is finished (flat, seekable, H.264 and AAC, within budget).
  unfinished TEXT
    CHECK (unfinished IS NULL OR unfinished IN ('unsupported', 'undecodable', 'failed', 'stalled', 'too-large', 'skipped', 'crashed')),
  -- The client's watermark was on, and the sender did not say that the video carries it.
  unwatermarked INTEGER NOT NULL DEFAULT 0 CHECK (unwatermarked IN (0, 1)),
  error_message TEXT,
  status TEXT NOT NULL CHECK (status = 'awaiting_drive_upload' OR status = 'processed'
    OR status = 'drive_upload_failed' OR status = 'pending' OR status = 'failed'),
  created_at INTEGER NOT NULL,
  delivered_at INTEGER,
  UNIQUE (client_id, idempotency_key)
) STRICT, WITHOUT ROWID;

INSERT INTO new_submissions (id, client_id, endpoint, idempotency_key, upload_id, customer_name, customer_email,
                             customer_key, search_text, final_file_path, drive_path, drive, drive_connection_id,
                             container, size_bytes, duration_ms, frame_rate, sha256, unfinished, unwatermarked,
                             error_message, status, created_at, delivered_at)
SELECT id, client_id, endpoint, idempotency_key, upload_id, customer_name, customer_email,
       customer_key, search_text, final_file_path, drive_path, drive, drive_connection_id,
       container, size_bytes, duration_ms, frame_rate, sha256, unfinished, unwatermarked,
       error_message, status, created_at, delivered_at
  FROM submissions;

-- Consents refer to submissions: they step aside while the one table takes the other's place.
CREATE TABLE kept_consents AS SELECT * FROM consents;
DELETE FROM consents;
DROP TABLE submissions;
ALTER TABLE new_submissions RENAME TO submissions;
INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business)
SELECT submission_id, consent_data, consent_marketing, text_version, given_at, business FROM kept_consents;
DROP TABLE kept_consents;

CREATE INDEX submissions_newest ON submissions (client_id, created_at DESC);
CREATE INDEX submissions_undelivered ON submissions (created_at DESC) WHERE status = 'drive_upload_failed';
CREATE INDEX submissions_by_customer ON submissions (client_id, customer_key);
CREATE INDEX submissions_undelivered_by_client ON submissions (client_id, created_at) WHERE status = 'drive_upload_failed';
CREATE INDEX submissions_delivered ON submissions (delivered_at DESC) WHERE delivered_at IS NOT NULL;
CREATE INDEX submissions_by_drive ON submissions (client_id, drive_connection_id) WHERE status = 'processed';
