-- What of a payout's transfer was taken back at the payment provider, as far as another payout owes it again.
ALTER TABLE payouts ADD COLUMN reversed_pence INTEGER NOT NULL DEFAULT 0;
-- The payout of which a part was taken back that this one owes.
ALTER TABLE payouts ADD COLUMN replaces TEXT REFERENCES payouts (id);
