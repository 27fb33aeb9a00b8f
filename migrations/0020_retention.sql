-- Delivered videos are deleted once they were kept for their time; the entry with the consent stays.

ALTER TABLE submissions ADD COLUMN video_deleted_at INTEGER;
-- When the business heard that the video will be deleted, and admins that it cannot be delivered.
ALTER TABLE submissions ADD COLUMN deletion_told_at INTEGER;
ALTER TABLE submissions ADD COLUMN undelivered_told_at INTEGER;

-- Deliveries from before their times were noted.
UPDATE submissions SET delivered_at = created_at WHERE status = 'processed' AND delivered_at IS NULL;

CREATE INDEX submissions_untold ON submissions (delivered_at) WHERE drive_path IS NOT NULL AND deletion_told_at IS NULL;
CREATE INDEX submissions_told ON submissions (deletion_told_at) WHERE drive_path IS NOT NULL AND deletion_told_at IS NOT NULL;
CREATE INDEX sign_ups_open ON sign_ups (created_at) WHERE status <> 'confirmed';
CREATE INDEX submissions_undelivered_untold ON submissions (created_at)
  WHERE status = 'drive_upload_failed' AND undelivered_told_at IS NULL;
