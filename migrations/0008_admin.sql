-- Settings that admins change, and the audit log.

CREATE TABLE admin_settings (
  setting_key TEXT NOT NULL PRIMARY KEY,
  setting_value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Append-only. `subject` is the id of a client, submission, email, sign-up, onboarding request or setting, which may
-- be gone by now; names and emails are those of the time.
CREATE TABLE audit_log (
  id TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL REFERENCES users (id),
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_name TEXT NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after))
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_log_newest ON audit_log (at DESC);
CREATE INDEX audit_log_by_subject ON audit_log (subject, at DESC);
