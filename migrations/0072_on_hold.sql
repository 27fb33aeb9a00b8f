-- Why a submission waits for its business to take it; null where it does not. It has taken no credit, and nothing delivers it.
ALTER TABLE submissions ADD COLUMN hold TEXT CHECK (hold IN ('unusual-traffic', 'everything'));
-- Whether the business wants to look at everything first.
ALTER TABLE clients ADD COLUMN holds_everything INTEGER NOT NULL DEFAULT 0 CHECK (holds_everything IN (0, 1));
CREATE INDEX submissions_on_hold ON submissions (client_id, created_at) WHERE hold IS NOT NULL;
