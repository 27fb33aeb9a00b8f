-- The beginning of the month that runs, as far as bought credits are concerned: those that count since then belong to it.
ALTER TABLE clients ADD COLUMN month_from INTEGER;
UPDATE clients
   SET month_from = max(coalesce(iif((SELECT count(nullif(period_start, 0)) FROM payments
                                       WHERE subscription_id = clients.subscription_id) = 1,
                                     paid_from - paid_from % 86400000, paid_from), 0),
                        coalesce(unixepoch(last_reset_date) * 1000, 0))
 WHERE counts_credits = 1;

-- The credits that a top-up gave last, and since when they count: the payment, an admin's decision, or a dispute that was won. Null is all
-- of them since the payment.
ALTER TABLE top_ups ADD COLUMN given_credits INTEGER;
ALTER TABLE top_ups ADD COLUMN counts_from INTEGER;
-- The credits that went as its money went back; they come again with it.
ALTER TABLE top_ups ADD COLUMN taken_credits INTEGER NOT NULL DEFAULT 0;
UPDATE top_ups
   SET taken_credits = coalesce((SELECT -l.amount FROM credit_ledger l
                                  WHERE l.client_id = top_ups.client_id AND l.reason = 'top_up_returned'
                                    AND l.source >= top_ups.id AND l.source < top_ups.id || '0'
                                  ORDER BY l.seq DESC LIMIT 1), 0)
 WHERE returned_at IS NOT NULL AND client_id IS NOT NULL;

-- When the payment provider is asked about a top-up next; null once its money can move no more.
ALTER TABLE top_ups ADD COLUMN next_reading_at INTEGER DEFAULT 0;
UPDATE top_ups SET next_reading_at = unixepoch() * 1000;
UPDATE top_ups SET next_reading_at = NULL
 WHERE paid_at <= (unixepoch() - 120 * 86400) * 1000 AND dispute IS NOT 'open' AND inquired_pence = 0;
CREATE INDEX top_ups_by_reading ON top_ups (next_reading_at) WHERE next_reading_at IS NOT NULL;

-- Whether the bank waits for our answer to a dispute or an inquiry that is open. Once it has that, only the bank's decision is missing.
ALTER TABLE payments ADD COLUMN needs_answer INTEGER NOT NULL DEFAULT 1 CHECK (needs_answer IN (0, 1));
ALTER TABLE top_ups ADD COLUMN needs_answer INTEGER NOT NULL DEFAULT 1 CHECK (needs_answer IN (0, 1));

-- Since when a subscription, or a top-up, waits for an admin: whatever waits again is told of again. Null is since it was first read.
ALTER TABLE subscriptions ADD COLUMN problem_since INTEGER;
ALTER TABLE top_ups ADD COLUMN problem_since INTEGER;

-- The discounts on the next payment: a JSON array of `Discount`. Replaces `discount_pence` and `discount_ends_at`.
ALTER TABLE subscriptions ADD COLUMN discounts TEXT;
UPDATE subscriptions
   SET discounts = json_array(json_object('pence', discount_pence, 'code', promotion_code, 'ends_at', discount_ends_at,
                                          'once', json('false')))
 WHERE discount_pence IS NOT NULL;
