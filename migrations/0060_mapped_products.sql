-- Whether the product alone says which plan a subscription is: it is paid once a month in pounds, for one, at a price of no plan.
ALTER TABLE subscriptions ADD COLUMN by_product INTEGER NOT NULL DEFAULT 0 CHECK (by_product IN (0, 1));
CREATE INDEX subscriptions_by_product ON subscriptions (product) WHERE by_product = 1;
-- When an admin said which plan a product is; nothing where it was learned from a sale at a plan's price.
ALTER TABLE plan_products ADD COLUMN decided_at INTEGER;

UPDATE plan_products SET decided_at = noted_at
 WHERE product IN (SELECT subject FROM audit_log WHERE action = 'product.map');
UPDATE subscriptions SET by_product = 1
 WHERE product IS NOT NULL AND ended_at IS NULL
   AND (problem LIKE 'No plan costs %'
        OR plan_type IS NOT NULL AND product IN (SELECT product FROM plan_products WHERE decided_at IS NOT NULL));
