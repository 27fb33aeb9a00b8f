-- What Stripe tells of, and the subscriptions that clients pay by.

-- An event: its row comes first, the work is a job. The payload is not kept: what holds is asked of Stripe.
CREATE TABLE payment_events (
  id TEXT NOT NULL PRIMARY KEY,
  type TEXT NOT NULL,
  customer TEXT,
  object_id TEXT,
  payment_intent TEXT,
  api_version TEXT,
  -- When it happened, as Stripe says, and when it came.
  happened_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  handled_at INTEGER,
  -- What came of it, in words for an admin.
  outcome TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX payment_events_newest ON payment_events (received_at DESC);
CREATE INDEX payment_events_by_customer ON payment_events (customer, received_at DESC);

CREATE TABLE subscriptions (
  -- Stripe's ids.
  id TEXT NOT NULL PRIMARY KEY,
  customer TEXT NOT NULL,
  checkout_id TEXT,
  -- Null while nobody knows whose it is: `problem` says why.
  client_id TEXT REFERENCES clients (id),
  email TEXT NOT NULL,
  plan_type TEXT,
  problem TEXT,
  -- The facts that its state follows from (`domain::subscription`); UTC milliseconds.
  unpaid_since INTEGER,
  -- What the client was told of that: `grace`, `suspended`.
  unpaid_told TEXT,
  ended_at INTEGER,
  -- Until when it is paid, and when it ends where it is not to be renewed.
  paid_until INTEGER,
  ends_at INTEGER,
  -- What the home page sent along, and the code that was used at payment: a partner's, where it is one.
  client_reference TEXT,
  promotion_code TEXT,
  -- The card that the next payment is taken from; its last month as `yyyy-MM`.
  card_brand TEXT,
  card_last4 TEXT,
  card_expires TEXT,
  -- One more with every change: who has read an earlier one writes nothing.
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  -- When Stripe was asked last.
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX subscriptions_by_customer ON subscriptions (customer);
CREATE INDEX subscriptions_by_client ON subscriptions (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX subscriptions_unpaid ON subscriptions (unpaid_since) WHERE unpaid_since IS NOT NULL AND client_id IS NOT NULL;
CREATE INDEX subscriptions_by_reading ON subscriptions (read_at) WHERE ended_at IS NULL;
CREATE INDEX subscriptions_in_doubt ON subscriptions (created_at DESC) WHERE problem IS NOT NULL;

-- Paid invoices of subscriptions. Nothing in it is changed.
CREATE TABLE payments (
  -- Of the invoice.
  id TEXT NOT NULL PRIMARY KEY,
  subscription_id TEXT NOT NULL REFERENCES subscriptions (id),
  amount_pence INTEGER NOT NULL CHECK (amount_pence >= 0),
  paid_at INTEGER NOT NULL,
  -- The month that it pays for.
  period_start INTEGER NOT NULL,
  period_end INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX payments_by_subscription ON payments (subscription_id, paid_at DESC);

-- The subscription that a client is paid by: its months begin with its invoices instead of by schedule.
ALTER TABLE clients ADD COLUMN subscription_id TEXT REFERENCES subscriptions (id);
-- The beginning of the newest month that was paid for.
ALTER TABLE clients ADD COLUMN paid_from INTEGER;
-- It was suspended for what became of its plan, not by an admin: a payment lifts it.
ALTER TABLE clients ADD COLUMN suspended_by_plan INTEGER NOT NULL DEFAULT 0 CHECK (suspended_by_plan IN (0, 1));

-- What a client's plan has become, when, and until when that holds. Nothing in it is changed.
CREATE TABLE plan_changes (
  client_id TEXT NOT NULL REFERENCES clients (id),
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  until INTEGER,
  PRIMARY KEY (client_id, seq)
) STRICT, WITHOUT ROWID;

-- Credits that were bought beside a plan.
CREATE TABLE top_ups (
  -- Of the checkout session.
  id TEXT NOT NULL PRIMARY KEY,
  -- Null while nobody knows whose it is: `problem` says why.
  client_id TEXT REFERENCES clients (id),
  email TEXT NOT NULL,
  -- In the smallest unit of its currency.
  amount_pence INTEGER NOT NULL,
  currency TEXT NOT NULL DEFAULT 'gbp',
  credits INTEGER NOT NULL,
  problem TEXT,
  paid_at INTEGER NOT NULL,
  -- When the money went back, and the credits with it.
  returned_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX top_ups_by_client ON top_ups (client_id, paid_at DESC);
CREATE INDEX top_ups_in_doubt ON top_ups (paid_at DESC) WHERE problem IS NOT NULL;

-- The purchase that a set-up came with, as its buyer's browser says.
ALTER TABLE onboarding_requests ADD COLUMN checkout_id TEXT;
CREATE INDEX onboarding_requests_by_checkout ON onboarding_requests (checkout_id) WHERE checkout_id IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_by_checkout ON subscriptions (checkout_id) WHERE checkout_id IS NOT NULL;

-- Questions about purchases are counted too. A CHECK can only be changed with its table; what it counted was of the last hours.
DROP TABLE rate_limit_events;
CREATE TABLE rate_limit_events (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sign_in', 'mail', 'checkout')),
  account_hash TEXT NOT NULL,
  ip_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limit_events_by_account ON rate_limit_events (kind, account_hash, at);
CREATE INDEX rate_limit_events_by_ip ON rate_limit_events (kind, ip_hash, at);
CREATE INDEX rate_limit_events_by_age ON rate_limit_events (at);
