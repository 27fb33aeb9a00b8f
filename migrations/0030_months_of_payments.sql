-- What commissions follow from: of a paid invoice the month alone. A set-up fee that was paid with it is no part of `amount_pence` and
-- `returned_pence`; what is kept here already is read again within a day.
-- When the payment was due and tried first, and when it became known last that something of it went back, or came again.
ALTER TABLE payments ADD COLUMN due_at INTEGER;
ALTER TABLE payments ADD COLUMN returned_at INTEGER;
CREATE INDEX payments_by_return ON payments (returned_at) WHERE returned_at IS NOT NULL;

-- Snapshots whose commissions were not computed yet: a calculation that was ended is gone on with.
CREATE INDEX commission_snapshots_uncomputed ON commission_snapshots (month_period) WHERE computed_at IS NULL OR computed_at < taken_at;
