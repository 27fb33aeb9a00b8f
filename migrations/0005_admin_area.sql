-- What an admin needs to run a thousand clients and to find out why something failed.

-- Counted in the statement that takes the credit, so that no list has to count submissions.
ALTER TABLE clients ADD COLUMN submissions_count INTEGER NOT NULL DEFAULT 0 CHECK (submissions_count >= 0);
ALTER TABLE clients ADD COLUMN storage_bytes INTEGER NOT NULL DEFAULT 0 CHECK (storage_bytes >= 0);
UPDATE clients SET
  submissions_count = (SELECT count(*) FROM submissions WHERE client_id = clients.id),
  storage_bytes = (SELECT coalesce(sum(size_bytes), 0) FROM submissions WHERE client_id = clients.id);

-- What a slug looks like to a hasty eye (`domain::slug::look`): no two clients may be taken for one another.
ALTER TABLE clients ADD COLUMN slug_look TEXT GENERATED ALWAYS AS
  (replace(replace(replace(replace(replace(replace(replace(replace(lower(custom_slug), 'rn', 'm'), 'vv', 'w'),
    'cl', 'd'), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's')) VIRTUAL;
CREATE INDEX clients_by_look ON clients (slug_look);

CREATE INDEX clients_by_company ON clients (company_name COLLATE NOCASE, id);
CREATE INDEX clients_by_status ON clients (status, created_at DESC);
CREATE INDEX emails_failed ON emails (template) WHERE state = 'failed';

-- A password that an admin handed over: it stops working, and the first sign-in has to change it.
ALTER TABLE users ADD COLUMN temporary_until INTEGER;

-- Submissions of all clients by day, for the overview.
CREATE TABLE submission_days (
  day TEXT NOT NULL PRIMARY KEY,
  submissions INTEGER NOT NULL CHECK (submissions >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO submission_days SELECT day, sum(submissions) FROM client_days GROUP BY day;

-- Who did what, when, and what it was before and after. Lines are only ever added.
CREATE TABLE audit_log (
  id TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_name TEXT NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after))
) STRICT, WITHOUT ROWID;

CREATE INDEX audit_log_newest ON audit_log (at DESC);
CREATE INDEX audit_log_by_subject ON audit_log (subject, at DESC);

-- The last run of each schedule.
CREATE TABLE schedule_runs (
  name TEXT NOT NULL PRIMARY KEY,
  ran_at INTEGER NOT NULL,
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID;
