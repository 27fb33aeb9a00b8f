-- Every email the product sends. Parameters hold no secret: links are created when the mail is sent.

CREATE TABLE emails (
  id TEXT NOT NULL PRIMARY KEY,
  template TEXT NOT NULL,
  -- What it is about. One template sends one mail for one subject.
  subject_id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  params TEXT NOT NULL CHECK (json_valid(params)),
  status TEXT NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'failed')),
  maybe_sent_twice INTEGER NOT NULL DEFAULT 0 CHECK (maybe_sent_twice IN (0, 1)),
  message_id TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  UNIQUE (template, subject_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX emails_newest ON emails (created_at DESC);
CREATE INDEX emails_failed ON emails (template) WHERE status = 'failed';
