-- Which plan a product at the payment provider is: one that was sold at a plan's price, or of which an admin has said so. Whoever pays for
-- it, at whatever price, has that plan.
CREATE TABLE plan_products (
  product TEXT PRIMARY KEY,
  plan_type TEXT NOT NULL CHECK (plan_type IN ('standard', 'no-setup')),
  noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE subscriptions ADD COLUMN product TEXT;
CREATE INDEX subscriptions_without_plan ON subscriptions (product) WHERE problem IS NOT NULL;
