-- Whether drives still work is looked at each day, and how soon videos arrive.

-- The last look, or the next one's claim.
ALTER TABLE drive_connections ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0;
-- Bytes, where the provider tells.
ALTER TABLE drive_connections ADD COLUMN space_used INTEGER;
ALTER TABLE drive_connections ADD COLUMN space_limit INTEGER;
-- Since when it has been nearly full.
ALTER TABLE drive_connections ADD COLUMN nearly_full_at INTEGER;
CREATE INDEX drive_connections_unchecked ON drive_connections (checked_at) WHERE credential IS NOT NULL;

ALTER TABLE submissions ADD COLUMN delivered_at INTEGER;
CREATE INDEX submissions_delivered ON submissions (delivered_at DESC) WHERE delivered_at IS NOT NULL;
