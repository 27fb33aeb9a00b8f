-- Rebuilds `payments`: a payment may be for no month (a change within one), and keeps the lines of its invoice.
CREATE TABLE payments_with_lines (
  -- Of the invoice.
  id TEXT NOT NULL PRIMARY KEY,
  subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
  amount_pence INTEGER NOT NULL CHECK (amount_pence >= 0),
  paid_at INTEGER NOT NULL,
  -- The month that it pays for; NULL where it pays for none.
  period_start INTEGER,
  period_end INTEGER,
  returned_pence INTEGER NOT NULL DEFAULT 0 CHECK (returned_pence >= 0),
  month_pence INTEGER,
  month_returned_pence INTEGER,
  due_at INTEGER,
  returned_at INTEGER,
  disputed_pence INTEGER NOT NULL DEFAULT 0,
  dispute TEXT CHECK (dispute IN ('open', 'lost')),
  -- A JSON array of `PaymentLine`.
  lines TEXT,
  CHECK ((period_start IS NULL) = (period_end IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO payments_with_lines (id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence, month_pence,
                                 month_returned_pence, due_at, returned_at, disputed_pence, dispute)
SELECT id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence, month_pence, month_returned_pence, due_at,
       returned_at, disputed_pence, dispute
  FROM payments;

DROP TABLE payments;
ALTER TABLE payments_with_lines RENAME TO payments;
CREATE INDEX payments_by_subscription ON payments (subscription_id, paid_at DESC);
CREATE INDEX payments_by_return ON payments (returned_at) WHERE returned_at IS NOT NULL;
CREATE INDEX payments_disputed ON payments (paid_at) WHERE dispute = 'open';

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
