-- What admins are told by mail because it cannot wait until somebody looks.

CREATE TABLE alerts (
  id TEXT NOT NULL PRIMARY KEY,
  -- `domain::alert::AlertCause`, and of several such things which one: a schedule, a permission; else empty.
  cause TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- A sentence of what was found as it began.
  detail TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  -- Since when it is not found any more; it is over once it was not for some minutes.
  absent_since INTEGER,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX alerts_open ON alerts (cause, subject) WHERE ended_at IS NULL;
CREATE INDEX alerts_newest ON alerts (began_at DESC);

-- The last run that went well; of a schedule that never had one, its first run.
ALTER TABLE schedule_runs ADD COLUMN good_at INTEGER;
UPDATE schedule_runs SET good_at = ran_at;

-- What has failed within an hour.
CREATE INDEX job_queue_failed_by_time ON job_queue (due_at) WHERE status = 'failed';
CREATE INDEX drive_connections_ending ON drive_connections (expires_at) WHERE expires_at IS NOT NULL AND credential IS NOT NULL;
