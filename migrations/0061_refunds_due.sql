-- Since when all that was paid for a subscription is to go back. It stays so: what a bank has taken is refunded if the bank decides for us.
ALTER TABLE subscriptions ADD COLUMN refund_due_at INTEGER;
CREATE INDEX subscriptions_refund_due ON subscriptions (customer) WHERE refund_due_at IS NOT NULL;

-- Of those that were ended beside another one, the newer: of an older one nothing was to go back.
UPDATE subscriptions SET refund_due_at = ended_at
 WHERE duplicate IS NOT NULL AND ended_at IS NOT NULL
   AND created_at >= (SELECT stays.created_at FROM clients c JOIN subscriptions stays ON stays.id = c.subscription_id
                       WHERE c.id = subscriptions.client_id AND stays.id <> subscriptions.id)
   AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = subscriptions.id AND p.returned_pence < p.amount_pence);

-- What of a subscription that was ended beside another one its client was told to have gone back, in pence.
ALTER TABLE subscriptions ADD COLUMN refunded_told INTEGER;
UPDATE subscriptions
   SET refunded_told = (SELECT coalesce(sum(returned_pence - disputed_pence), 0) FROM payments WHERE subscription_id = subscriptions.id)
 WHERE duplicate = 'refunded' AND refund_due_at IS NOT NULL;
