-- A business may have its videos stay in a drive of its own: no schedule deletes them there.
ALTER TABLE clients ADD COLUMN keeps_own_drive INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
DROP INDEX submissions_untold;
DROP INDEX submissions_told;
CREATE INDEX submissions_untold ON submissions (delivered_at)
  WHERE drive_path IS NOT NULL AND deletion_told_at IS NULL AND kept = 0;
CREATE INDEX submissions_told ON submissions (deletion_told_at)
  WHERE drive_path IS NOT NULL AND deletion_told_at IS NOT NULL AND kept = 0;

-- `delivered_at` counts test files, too.
ALTER TABLE drive_connections ADD COLUMN last_video_at INTEGER;
UPDATE drive_connections SET last_video_at =
  (SELECT max(delivered_at) FROM submissions
    WHERE drive_connection_id = drive_connections.id AND drive_path IS NOT NULL);
