-- Whether a payout has failed because its transfer was taken back: it went through first, and the money is with us again.
ALTER TABLE payouts ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0 CHECK (taken_back IN (0, 1));
UPDATE payouts SET taken_back = 1
 WHERE status = 'failed' AND (replaces IS NOT NULL OR problem = 'All of it was taken back in Stripe.');
