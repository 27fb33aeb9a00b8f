-- The amount of a payment that its card's bank asks about and waits for our answer, in pence: an inquiry, which takes no money.
ALTER TABLE payments ADD COLUMN inquired_pence INTEGER NOT NULL DEFAULT 0;
CREATE INDEX payments_inquired ON payments (paid_at) WHERE inquired_pence > 0;
ALTER TABLE top_ups ADD COLUMN inquired_pence INTEGER NOT NULL DEFAULT 0;
CREATE INDEX top_ups_inquired ON top_ups (paid_at) WHERE inquired_pence > 0;
