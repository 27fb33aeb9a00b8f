-- The subject and text of an email as it was last sent, its secret links cut off; and when its link was first opened.
ALTER TABLE emails ADD COLUMN subject TEXT;
ALTER TABLE emails ADD COLUMN text TEXT;
ALTER TABLE emails ADD COLUMN opened_at INTEGER;
