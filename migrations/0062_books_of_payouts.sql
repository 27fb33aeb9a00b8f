-- When a payout's transfer failed last, or was taken back whole; at most one of them, and both stay once it was settled.
ALTER TABLE payouts ADD COLUMN failed_at INTEGER;
ALTER TABLE payouts ADD COLUMN returned_at INTEGER;
-- When an admin settled it last: it is being transferred again, or was paid by hand.
ALTER TABLE payouts ADD COLUMN settled_at INTEGER;
-- How often an admin had it transferred again.
ALTER TABLE payouts ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
CREATE INDEX payouts_by_replaced ON payouts (replaces) WHERE replaces IS NOT NULL;

UPDATE payouts SET returned_at = coalesce(checked_at, paid_at) WHERE status = 'failed' AND taken_back = 1 AND replaces IS NULL;
UPDATE payouts SET failed_at = coalesce(checked_at, paid_at) WHERE status = 'failed' AND taken_back = 0;
