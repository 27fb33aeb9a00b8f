-- The customer that a client without a subscription is at Stripe, so that its payment pages are found again.
ALTER TABLE clients ADD COLUMN customer TEXT;
-- A subscription that a client paid beside another one: `found`, then `refunded` once everybody was told that it has ended.
ALTER TABLE subscriptions ADD COLUMN duplicate TEXT CHECK (duplicate IN ('found', 'refunded'));
