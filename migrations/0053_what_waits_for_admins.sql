-- Payments and payouts that wait for an admin.
CREATE INDEX payments_disputed ON payments (paid_at) WHERE dispute = 'open';
CREATE INDEX payouts_failed ON payouts (paid_at) WHERE status = 'failed';
