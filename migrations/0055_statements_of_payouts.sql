-- A partner's postal address, as its statements show it.
ALTER TABLE affiliates ADD COLUMN address TEXT;

-- The facts of a month as a payout paid for it: what changes later is an adjustment to these.
CREATE TABLE paid_statements (
  payout_id TEXT NOT NULL REFERENCES payouts (id),
  month_period TEXT NOT NULL,
  affiliate_id TEXT NOT NULL REFERENCES affiliates (id),
  as_of INTEGER NOT NULL,
  -- JSON of `PartnerFacts`, and an array of them: of the partners whom it sponsors.
  own TEXT NOT NULL,
  sponsored TEXT NOT NULL,
  PRIMARY KEY (affiliate_id, month_period, payout_id)
) STRICT, WITHOUT ROWID;
