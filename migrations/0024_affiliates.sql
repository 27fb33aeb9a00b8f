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
