-- The sweeper removes jobs that were done long ago. Those that forwarded a submission stay as long as it does, for an
-- admin's list shows them, and so do those that moved a video, for a client's move counts them.

CREATE INDEX job_queue_done ON job_queue (due_at)
 WHERE status = 'done' AND job_type NOT IN ('forward-submission', 'move-video');
