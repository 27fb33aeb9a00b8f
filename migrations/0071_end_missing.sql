-- The end of the file never came: it lasts as long as what is there.
ALTER TABLE submissions ADD COLUMN end_missing INTEGER NOT NULL DEFAULT 0 CHECK (end_missing IN (0, 1));
