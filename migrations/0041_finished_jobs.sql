-- The sweeper removes jobs that were done long ago. Those that forwarded a submission stay as long as it does: an admin's
-- list shows them.

CREATE INDEX job_queue_done ON job_queue (due_at) WHERE status = 'done' AND job_type <> 'forward-submission';
