-- Questions that a business's page offers to its customers, one on each line.
ALTER TABLE clients ADD COLUMN questions TEXT;
