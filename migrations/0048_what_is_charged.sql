-- What the payment provider says of a subscription's money, in pence (GBP): the invoice that is open and when it is tried again, the
-- next invoice and when it is due, what a discount takes off that, and when the discount ends.
ALTER TABLE subscriptions ADD COLUMN open_pence INTEGER;
ALTER TABLE subscriptions ADD COLUMN retry_at INTEGER;
ALTER TABLE subscriptions ADD COLUMN next_pence INTEGER;
ALTER TABLE subscriptions ADD COLUMN next_at INTEGER;
ALTER TABLE subscriptions ADD COLUMN discount_pence INTEGER;
ALTER TABLE subscriptions ADD COLUMN discount_ends_at INTEGER;
