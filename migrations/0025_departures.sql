-- Whether the promotion code of a partner who has left, or has come back, still has to be switched at the payment provider.
ALTER TABLE affiliates ADD COLUMN code_unsettled INTEGER NOT NULL DEFAULT 0 CHECK (code_unsettled IN (0, 1));
CREATE INDEX affiliates_code_unsettled ON affiliates (id) WHERE code_unsettled = 1;
