-- Clients, what their customers send, and the work that follows.
-- Times are UTC milliseconds since 1970 in columns that end in `_at` or `_until`; dates are `yyyy-MM-dd`.

CREATE TABLE clients (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT UNIQUE,
  company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
  contact_name TEXT NOT NULL,
  email TEXT NOT NULL,
  plan_type TEXT NOT NULL DEFAULT 'standard' CHECK (plan_type IN ('standard', 'no-setup')),
  status TEXT NOT NULL DEFAULT 'pending_invite'
    CHECK (status IN ('pending_onboarding', 'pending_invite', 'active', 'suspended')),
  custom_slug TEXT NOT NULL COLLATE NOCASE UNIQUE,
  credits_per_month INTEGER NOT NULL DEFAULT 50 CHECK (credits_per_month >= 1),
  credits_remaining INTEGER NOT NULL DEFAULT 50 CHECK (credits_remaining >= 0),
  next_reset_date TEXT,
  last_reset_date TEXT,
  watermark_enabled INTEGER NOT NULL DEFAULT 1 CHECK (watermark_enabled IN (0, 1)),
  watermark_text TEXT,
  watermark_font_size INTEGER NOT NULL DEFAULT 24 CHECK (watermark_font_size BETWEEN 12 AND 48),
  watermark_font_color TEXT NOT NULL DEFAULT '#ffffff',
  watermark_position TEXT NOT NULL DEFAULT 'top-right' CHECK (watermark_position IN
    ('top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right')),
  watermark_text_alignment TEXT NOT NULL DEFAULT 'center'
    CHECK (watermark_text_alignment IN ('left', 'center', 'right')),
  drive_link TEXT,
  review_link_type TEXT NOT NULL DEFAULT 'None' CHECK (review_link_type IN
    ('Google Business Profile', 'Facebook', 'LinkedIn', 'Trustpilot', 'None')),
  review_link_url TEXT CHECK (review_link_url IS NULL OR review_link_url LIKE 'https://%'),
  logo_url TEXT,
  qr_code_url TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A video on its way in. Its bytes are chunk objects in R2; the rows here say whose it is and what became of it.
CREATE TABLE uploads (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  address_hash TEXT NOT NULL,
  declared_length INTEGER NOT NULL CHECK (declared_length > 0),
  content_type TEXT NOT NULL,
  -- open: resumable; receiving: in the body of a request that is still running.
  status TEXT NOT NULL CHECK (status IN ('open', 'receiving', 'accepted', 'cleared')),
  writer TEXT,
  writer_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX uploads_open_by_address ON uploads (address_hash) WHERE status = 'open';
CREATE INDEX uploads_open_by_client ON uploads (client_id) WHERE status = 'open';
CREATE INDEX uploads_unfinished_by_expiry ON uploads (expires_at) WHERE status IN ('open', 'receiving');

CREATE TABLE submissions (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  idempotency_key TEXT NOT NULL,
  upload_id TEXT NOT NULL UNIQUE REFERENCES uploads (id),
  customer_name TEXT NOT NULL,
  customer_email TEXT NOT NULL,
  final_file_path TEXT,
  drive_path TEXT,
  container TEXT NOT NULL CHECK (container IN ('mp4', 'mov', 'webm')),
  size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  error_message TEXT,
  status TEXT NOT NULL CHECK (status IN
    ('awaiting_drive_upload', 'processed', 'drive_upload_failed', 'pending', 'failed')),
  created_at INTEGER NOT NULL,
  UNIQUE (client_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX submissions_newest ON submissions (client_id, created_at DESC);
CREATE INDEX submissions_undelivered ON submissions (created_at DESC) WHERE status = 'drive_upload_failed';

-- What the customer agreed to, in the very words shown, kept with the submission.
CREATE TABLE consents (
  submission_id TEXT NOT NULL PRIMARY KEY REFERENCES submissions (id),
  consent_data INTEGER NOT NULL CHECK (consent_data = 1),
  consent_marketing INTEGER NOT NULL CHECK (consent_marketing = 1),
  text_version TEXT NOT NULL,
  given_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The truth about background work; a queue message only carries the id.
CREATE TABLE job_queue (
  id TEXT NOT NULL PRIMARY KEY,
  job_type TEXT NOT NULL CHECK (job_type IN ('upload-to-drive', 'send-email')),
  subject_id TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  priority INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'failed')),
  max_attempts INTEGER NOT NULL DEFAULT 7 CHECK (max_attempts > 0),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND max_attempts),
  due_at INTEGER NOT NULL,
  lease TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- At most one pending or running job for each subject and kind.
CREATE UNIQUE INDEX job_queue_one_active ON job_queue (subject_id, job_type)
  WHERE status IN ('pending', 'running');
-- `due_at` is when a pending job may run, and when a running job's lease ends.
CREATE INDEX job_queue_due ON job_queue (due_at) WHERE status IN ('pending', 'running');
CREATE INDEX job_queue_failed ON job_queue (job_type) WHERE status = 'failed';

-- One row for each try, so that the history outlives a retry, which deletes the old job.
CREATE TABLE job_attempts (
  job_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  job_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  outcome TEXT CHECK (outcome IN ('done', 'retry', 'failed')),
  reason TEXT,
  PRIMARY KEY (job_id, attempt)
) STRICT, WITHOUT ROWID;

CREATE INDEX job_attempts_by_subject ON job_attempts (subject_id, started_at);

-- Every mail, for an admin to read. Parameters hold no secret; links are made when the mail is sent.
CREATE TABLE emails (
  id TEXT NOT NULL PRIMARY KEY,
  template TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  params TEXT NOT NULL CHECK (json_valid(params)),
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  maybe_sent_twice INTEGER NOT NULL DEFAULT 0 CHECK (maybe_sent_twice IN (0, 1)),
  message_id TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  UNIQUE (template, subject_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX emails_newest ON emails (created_at DESC);

-- Where a schedule that walks something long goes on.
CREATE TABLE cursors (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE admin_settings (
  setting_key TEXT NOT NULL PRIMARY KEY,
  setting_value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
