-- When the partner's data was erased; what was earned and paid out stays.
ALTER TABLE affiliates ADD COLUMN erased_at INTEGER;
-- Whether the names stay beside payouts, for as long as the tax law asks for them.
ALTER TABLE affiliates ADD COLUMN names_kept INTEGER NOT NULL DEFAULT 1 CHECK (names_kept IN (0, 1));
CREATE INDEX affiliates_names_kept ON affiliates (erased_at) WHERE erased_at IS NOT NULL AND names_kept = 1;
