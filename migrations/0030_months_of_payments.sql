-- What commissions follow from: of a paid invoice the month alone, and what of that went back, in pence. A set-up fee that was paid with it
-- is no part of it. Null for what was kept before: it is read again within a day, and counts as the whole until then.
ALTER TABLE payments ADD COLUMN month_pence INTEGER;
ALTER TABLE payments ADD COLUMN month_returned_pence INTEGER;
-- When the payment was due and tried first, and when it became known last that something of it went back, or came again.
ALTER TABLE payments ADD COLUMN due_at INTEGER;
ALTER TABLE payments ADD COLUMN returned_at INTEGER;
CREATE INDEX payments_by_return ON payments (returned_at) WHERE returned_at IS NOT NULL;

-- Snapshots whose commissions were not computed yet: a calculation that was ended is gone on with.
CREATE INDEX commission_snapshots_uncomputed ON commission_snapshots (month_period) WHERE computed_at IS NULL OR computed_at < taken_at;
