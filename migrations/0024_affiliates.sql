-- Partners, from their application on. One that is rejected has no row; the audit log names it.
CREATE TABLE affiliates (
  id TEXT NOT NULL PRIMARY KEY,
  -- The account that signs in to the partners' portal.
  user_id TEXT UNIQUE REFERENCES users (id),
  first_name TEXT NOT NULL,
  surname TEXT NOT NULL,
  -- Both names in lower case with single spaces: a sponsor is looked up by them.
  name_key TEXT NOT NULL,
  -- In lower case.
  email TEXT NOT NULL UNIQUE,
  -- The same for all addresses of one person (`domain::referral::email_key`).
  email_key TEXT NOT NULL,
  -- The tier follows from it: 1 without a sponsor, 2 with one.
  sponsor_id TEXT REFERENCES affiliates (id),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'active')),
  -- The promotion code at Stripe as the partner shares it, in upper case.
  stripe_coupon_id TEXT UNIQUE CHECK (stripe_coupon_id = upper(trim(stripe_coupon_id)) AND stripe_coupon_id <> ''),
  stripe_connect_account_id TEXT,
  -- What admins have noted.
  notes TEXT NOT NULL DEFAULT '',
  -- When the partner left the programme.
  left_at INTEGER,
  approved_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (status = 'pending' OR (user_id IS NOT NULL AND stripe_coupon_id IS NOT NULL AND approved_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX affiliates_newest ON affiliates (created_at DESC);
CREATE INDEX affiliates_pending ON affiliates (created_at DESC) WHERE status = 'pending';
CREATE INDEX affiliates_by_name ON affiliates (name_key);
CREATE INDEX affiliates_by_sponsor ON affiliates (sponsor_id) WHERE sponsor_id IS NOT NULL;

-- As that of partners.
ALTER TABLE subscriptions ADD COLUMN email_key TEXT;
-- The payment provider's, which is the same for one card wherever it pays.
ALTER TABLE subscriptions ADD COLUMN card_fingerprint TEXT;
CREATE INDEX subscriptions_by_email ON subscriptions (email_key) WHERE email_key IS NOT NULL;

-- Who referred a client: by its first purchase that named a partner, or as an admin has settled it.
CREATE TABLE affiliate_referrals (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL UNIQUE REFERENCES clients (id),
  -- Null where an admin has settled that it is nobody.
  affiliate_id TEXT REFERENCES affiliates (id),
  evidence TEXT NOT NULL CHECK (evidence IN ('promotion_code', 'link', 'admin')),
  -- Of its purchase.
  referral_date INTEGER NOT NULL,
  -- What says that the partner is its own client; such a one earns nothing.
  self_referral TEXT CHECK (self_referral IN ('email', 'customer', 'card')),
  -- When an admin settled it: whatever is found out later changes nothing.
  settled_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX affiliate_referrals_by_affiliate ON affiliate_referrals (affiliate_id, referral_date) WHERE affiliate_id IS NOT NULL;

-- What a partner's month was computed from. Commissions follow from it, and nothing else.
CREATE TABLE commission_snapshots (
  -- The month's first day.
  month_period TEXT NOT NULL,
  affiliate_id TEXT NOT NULL REFERENCES affiliates (id),
  -- The moment that it shows; UTC milliseconds.
  as_of INTEGER NOT NULL,
  -- `domain::commission::snapshot::PartnerFacts`.
  facts TEXT NOT NULL,
  -- How many clients count.
  active_clients INTEGER NOT NULL,
  -- When it was taken, and when commissions were last computed from it.
  taken_at INTEGER NOT NULL,
  computed_at INTEGER,
  PRIMARY KEY (month_period, affiliate_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX commission_snapshots_by_affiliate ON commission_snapshots (affiliate_id, month_period);

-- Months whose closing snapshots are all taken.
CREATE TABLE commission_months (
  month_period TEXT NOT NULL PRIMARY KEY,
  closed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was paid out to a partner, in one sum.
CREATE TABLE payouts (
  id TEXT NOT NULL PRIMARY KEY,
  affiliate_id TEXT NOT NULL REFERENCES affiliates (id),
  -- The last month of which something is in it.
  month_period TEXT NOT NULL,
  amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
  -- Of the transfer, as the admin who paid it has noted.
  reference TEXT NOT NULL DEFAULT '',
  paid_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX payouts_by_affiliate ON payouts (affiliate_id, paid_at DESC);

-- Money is in pence. A pending row is replaced whenever its month is computed again; a paid one never changes.
CREATE TABLE affiliate_commissions (
  affiliate_id TEXT NOT NULL REFERENCES affiliates (id),
  -- The month's first day.
  month_period TEXT NOT NULL,
  -- The paid ones of a month first.
  seq INTEGER NOT NULL,
  commission_type TEXT NOT NULL CHECK (commission_type IN ('direct', 'override', 'adjustment')),
  rate_per_client INTEGER NOT NULL,
  active_clients_count INTEGER NOT NULL,
  commission_amount INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid')),
  paid_at INTEGER,
  payout_id TEXT REFERENCES payouts (id),
  PRIMARY KEY (affiliate_id, month_period, seq),
  CHECK (commission_amount = rate_per_client * active_clients_count OR commission_type = 'adjustment'),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL) AND (status = 'paid') = (payout_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX affiliate_commissions_pending ON affiliate_commissions (affiliate_id, month_period) WHERE status = 'pending';
CREATE INDEX affiliate_commissions_by_month ON affiliate_commissions (month_period, affiliate_id);
CREATE INDEX affiliate_commissions_by_payout ON affiliate_commissions (payout_id) WHERE payout_id IS NOT NULL;

CREATE TRIGGER affiliate_commissions_paid_stay BEFORE UPDATE ON affiliate_commissions WHEN OLD.status = 'paid'
BEGIN SELECT RAISE(ABORT, 'a paid commission never changes'); END;
CREATE TRIGGER affiliate_commissions_paid_are_kept BEFORE DELETE ON affiliate_commissions WHEN OLD.status = 'paid'
BEGIN SELECT RAISE(ABORT, 'a paid commission is never deleted'); END;
