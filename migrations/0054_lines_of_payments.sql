-- The lines of a payment's invoice: a JSON array of `PaymentLine`. A payment for no month, such as a change within one, has 0 as its
-- period's beginning and end.
ALTER TABLE payments ADD COLUMN lines TEXT;

-- The invoice of a purchase of credits; earlier ones have a receipt alone.
ALTER TABLE top_ups ADD COLUMN invoice TEXT;
-- What of its money went back, in pence, and the state of its dispute, as of a payment.
ALTER TABLE top_ups ADD COLUMN refunded_pence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE top_ups ADD COLUMN disputed_pence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE top_ups ADD COLUMN dispute TEXT CHECK (dispute IN ('open', 'lost'));
UPDATE top_ups SET refunded_pence = amount_pence WHERE returned_at IS NOT NULL;
CREATE INDEX top_ups_disputed ON top_ups (paid_at) WHERE dispute = 'open';
-- When the payment provider was asked about it last.
ALTER TABLE top_ups ADD COLUMN read_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX top_ups_by_payment ON top_ups (paid_at);
