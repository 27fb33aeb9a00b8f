-- Background jobs. These rows are the truth; a queue message only carries the id.

-- `job_type` has no CHECK: job types are named by the code that runs them. `subject_id` is the submission, email or
-- sign-up that the job is about.
CREATE TABLE job_queue (
  id TEXT NOT NULL PRIMARY KEY,
  job_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  priority INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'failed')),
  max_attempts INTEGER NOT NULL DEFAULT 7 CHECK (max_attempts > 0),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND max_attempts),
  -- When a pending job may run; when a running job's lease ends.
  due_at INTEGER NOT NULL,
  lease TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- At most one pending or running job for each subject and type.
CREATE UNIQUE INDEX job_queue_one_active ON job_queue (subject_id, job_type) WHERE status IN ('pending', 'running');
CREATE INDEX job_queue_due ON job_queue (due_at) WHERE status IN ('pending', 'running');
CREATE INDEX job_queue_failed ON job_queue (job_type) WHERE status = 'failed';
CREATE INDEX job_queue_forwards ON job_queue (created_at DESC) WHERE job_type = 'forward-submission';

-- One row for each attempt. No foreign key: a manual retry deletes the old job, its history stays.
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

-- The last run of each schedule.
CREATE TABLE schedule_runs (
  name TEXT NOT NULL PRIMARY KEY,
  ran_at INTEGER NOT NULL,
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where a sweep over stored objects continues in its next run.
CREATE TABLE sweep_cursors (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
