-- When the partner's data was erased; what was earned and paid out stays.
ALTER TABLE affiliates ADD COLUMN erased_at INTEGER;
-- When something was paid out last to an erased partner whose name stays beside it, for as long as the tax law asks for it.
ALTER TABLE affiliates ADD COLUMN name_kept_since INTEGER;
CREATE INDEX affiliates_name_kept ON affiliates (name_kept_since) WHERE name_kept_since IS NOT NULL;
