-- Uploads, submissions, consents and the record of erasures.

-- A video being received. Its bytes are chunk objects in R2; this row owns them.
CREATE TABLE uploads (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  ip_hash TEXT NOT NULL,
  declared_length INTEGER NOT NULL CHECK (declared_length > 0),
  content_type TEXT NOT NULL,
  -- open: resumable; receiving: in the body of a running request; cleared: delivered, its chunks are deleted.
  status TEXT NOT NULL CHECK (status IN ('open', 'receiving', 'accepted', 'cleared')),
  -- The lease of the request that writes to an open upload.
  writer TEXT,
  writer_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX uploads_open_by_ip ON uploads (ip_hash) WHERE status = 'open';
CREATE INDEX uploads_open_by_client ON uploads (client_id) WHERE status = 'open';
CREATE INDEX uploads_unfinished_by_expiry ON uploads (expires_at) WHERE status IN ('open', 'receiving');

CREATE TABLE submissions (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- The webhook it came through (`live`, `demo` or a branded page); null for the record pages.
  endpoint TEXT,
  idempotency_key TEXT NOT NULL,
  upload_id TEXT NOT NULL UNIQUE REFERENCES uploads (id),
  customer_name TEXT NOT NULL,
  customer_email TEXT NOT NULL,
  -- The email in lower case, and name with email in lower case: SQLite's `lower` knows ASCII only.
  customer_key TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL DEFAULT '',
  final_file_path TEXT,
  -- The file's path in the folder once it is delivered, and the drive that holds it: the client's link may change.
  drive_path TEXT,
  drive TEXT,
  container TEXT NOT NULL CHECK (container IN ('mp4', 'mov', 'webm')),
  size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  -- Why the video is stored as recorded; null where it is finished (flat, seekable, H.264 and AAC, within budget).
  unfinished TEXT
    CHECK (unfinished IN ('unsupported', 'undecodable', 'failed', 'stalled', 'too-large', 'skipped', 'crashed')),
  -- The client's watermark was on, and the sender did not say that the video carries it.
  unwatermarked INTEGER NOT NULL DEFAULT 0 CHECK (unwatermarked IN (0, 1)),
  error_message TEXT,
  status TEXT NOT NULL CHECK (status IN
    ('awaiting_drive_upload', 'processed', 'drive_upload_failed', 'pending', 'failed')),
  created_at INTEGER NOT NULL,
  UNIQUE (client_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX submissions_newest ON submissions (client_id, created_at DESC);
CREATE INDEX submissions_undelivered ON submissions (created_at DESC) WHERE status = 'drive_upload_failed';
CREATE INDEX submissions_by_customer ON submissions (client_id, customer_key);

-- What the customer agreed to, with the business's name as it stood in the sentences.
CREATE TABLE consents (
  submission_id TEXT NOT NULL PRIMARY KEY REFERENCES submissions (id),
  consent_data INTEGER NOT NULL CHECK (consent_data = 1),
  consent_marketing INTEGER NOT NULL CHECK (consent_marketing = 1),
  text_version TEXT NOT NULL,
  given_at INTEGER NOT NULL,
  business TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Submissions of all clients by day, the demo excluded, for the admins' overview.
CREATE TABLE submission_days (
  day TEXT NOT NULL PRIMARY KEY,
  submissions INTEGER NOT NULL CHECK (submissions >= 0)
) STRICT, WITHOUT ROWID;

-- Proof that a customer's data were erased. The email is kept only as a keyed hash. `submission_id` and `upload_id`
-- name rows that are gone.
CREATE TABLE erasures (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  submission_id TEXT NOT NULL,
  customer_hash TEXT NOT NULL,
  -- A user's id, or `schedule`.
  erased_by TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  -- Where a delivery that was running may still put the video. Cleared once the sweeper has looked again.
  drive_path TEXT,
  drive TEXT,
  upload_id TEXT,
  swept_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX erasures_unswept ON erasures (erased_at) WHERE swept_at IS NULL;
