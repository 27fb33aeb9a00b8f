-- When a partner was told what a closed month came to. What was counted before is not told of afterwards.
ALTER TABLE commission_snapshots ADD COLUMN told_at INTEGER;
UPDATE commission_snapshots SET told_at = taken_at;
CREATE INDEX commission_snapshots_untold ON commission_snapshots (month_period, affiliate_id) WHERE told_at IS NULL;

-- The status of a payout that its partner was told of last.
ALTER TABLE payouts ADD COLUMN told TEXT;
UPDATE payouts SET told = status;
CREATE INDEX payouts_untold ON payouts (id) WHERE status <> 'sending' AND told IS NOT status;
