-- Every change of a client's credits, append-only, in the transaction that changes `clients.credits_remaining`: the
-- balance of the newest row is what the client has left, and the amounts add up to it. Clients that count no credits
-- have no rows.

CREATE TABLE credit_ledger (
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- 1, 2, 3, …: `clients.credit_changes` once it was made.
  seq INTEGER NOT NULL CHECK (seq >= 1),
  at INTEGER NOT NULL,
  -- `domain::credits::CreditReason`.
  reason TEXT NOT NULL,
  amount INTEGER NOT NULL,
  balance INTEGER NOT NULL CHECK (balance >= 0),
  -- What it happened for: the id of a submission, the day of a renewal, the id of a change.
  source TEXT NOT NULL,
  -- The email of the admin who did it, where one did.
  actor TEXT,
  PRIMARY KEY (client_id, seq)
) STRICT, WITHOUT ROWID;

-- Nothing counts twice. Submissions are left out, so that an accepted one costs no further row: their own table keeps
-- them apart. So are renewals: `clients.next_reset_date` keeps them apart, and an admin may set a day again.
CREATE UNIQUE INDEX credit_ledger_once ON credit_ledger (client_id, reason, source)
  WHERE reason <> 'submission' AND reason <> 'renewal';

-- How many rows a client's ledger has.
ALTER TABLE clients ADD COLUMN credit_changes INTEGER NOT NULL DEFAULT 0;

-- The day of the month on which credits are renewed: 31 for 31 January, 28 February, 31 March.
ALTER TABLE clients ADD COLUMN reset_day INTEGER CHECK (reset_day BETWEEN 1 AND 31);

-- Data: who had no date begins with the next month, and the ledgers with what is left now.
UPDATE clients SET next_reset_date = date('now', 'start of month', '+1 month')
 WHERE next_reset_date IS NULL AND counts_credits = 1;
UPDATE clients SET reset_day = CAST(substr(next_reset_date, 9) AS INTEGER) WHERE next_reset_date IS NOT NULL;
CREATE INDEX clients_by_reset ON clients (next_reset_date) WHERE next_reset_date IS NOT NULL;
UPDATE clients SET credit_changes = 1 WHERE counts_credits = 1;
INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
SELECT id, 1, created_at, 'opening', credits_remaining, credits_remaining, '' FROM clients WHERE counts_credits = 1;
