-- Finds the payouts of a range of days that an admin made by hand after their transfer had failed.
CREATE INDEX payouts_by_settlement ON payouts (settled_at) WHERE settled_at IS NOT NULL;
