-- Each job paid for it with three rows written. What is due is found among all that wait or run: those are few, and looked through once
-- a minute.
DROP INDEX job_queue_due;
