-- What says that a client is its partner's sponsor itself: it earns the sponsor nothing.
ALTER TABLE affiliate_referrals ADD COLUMN sponsors_own TEXT CHECK (sponsors_own IN ('email', 'customer', 'card'));
-- The clients that count for the partner's sponsor; nothing in snapshots that were taken before these were told apart.
ALTER TABLE commission_snapshots ADD COLUMN sponsored_clients INTEGER;

-- What was paid for a subscription that has ended may still be taken back for some months: it is read as long.
CREATE INDEX subscriptions_by_end ON subscriptions (ended_at) WHERE ended_at IS NOT NULL;
