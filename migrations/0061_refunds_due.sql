-- Since when all that was paid for a subscription is to go back. It stays so: what a bank has taken is refunded if the bank decides for us.
ALTER TABLE subscriptions ADD COLUMN refund_due_at INTEGER;
CREATE INDEX subscriptions_refund_due ON subscriptions (customer) WHERE refund_due_at IS NOT NULL;

UPDATE subscriptions SET refund_due_at = ended_at
 WHERE duplicate IS NOT NULL AND ended_at IS NOT NULL
   AND EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = subscriptions.id)
   AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = subscriptions.id AND p.returned_pence < p.amount_pence);

-- What of a subscription that was ended beside another one its client was told to have gone back, in pence.
ALTER TABLE subscriptions ADD COLUMN refunded_told INTEGER;
