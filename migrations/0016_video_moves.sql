-- Delivered videos are moved to the drive that new ones go to.

-- Whose video a move brings; null for jobs of other types. The progress of a client's moves is counted by it: all that were
-- asked for at once have one `created_at`.
ALTER TABLE job_queue ADD COLUMN client_id TEXT REFERENCES clients (id);
CREATE INDEX job_queue_moves ON job_queue (client_id, created_at) WHERE client_id IS NOT NULL;
-- What one drive holds.
CREATE INDEX submissions_by_drive ON submissions (client_id, drive_connection_id) WHERE status = 'processed';
-- When it was chosen to be delivered to; of several with one link the newest one is.
ALTER TABLE drive_connections ADD COLUMN chosen_at INTEGER NOT NULL DEFAULT 0;
UPDATE drive_connections SET chosen_at = connected_at;
