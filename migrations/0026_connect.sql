-- Whether transfers can reach a partner's account at the payment provider, and when that was asked last.
ALTER TABLE affiliates ADD COLUMN connect_ready INTEGER NOT NULL DEFAULT 0 CHECK (connect_ready IN (0, 1));
ALTER TABLE affiliates ADD COLUMN connect_checked_at INTEGER;
CREATE INDEX affiliates_connected ON affiliates (connect_checked_at) WHERE stripe_connect_account_id IS NOT NULL;

-- `recorded` was paid by hand. `sending` was written before the provider was called: the transfer may exist by now.
ALTER TABLE payouts ADD COLUMN status TEXT NOT NULL DEFAULT 'recorded' CHECK (status IN ('recorded', 'sending', 'sent', 'failed'));
-- The connected account that it goes to; its id at the provider; what an admin has to know of it.
ALTER TABLE payouts ADD COLUMN destination TEXT;
ALTER TABLE payouts ADD COLUMN transfer_id TEXT;
ALTER TABLE payouts ADD COLUMN problem TEXT;
-- How many idempotency keys are spent: each was answered with a refusal, and would be again.
ALTER TABLE payouts ADD COLUMN spent_keys INTEGER NOT NULL DEFAULT 0;
-- When the provider was asked last what has become of it.
ALTER TABLE payouts ADD COLUMN checked_at INTEGER;
CREATE UNIQUE INDEX payouts_by_transfer ON payouts (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payouts_newest ON payouts (paid_at DESC, id);
CREATE INDEX payouts_by_check ON payouts (checked_at) WHERE status IN ('sent', 'failed');
