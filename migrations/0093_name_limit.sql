-- The most of a customer's name that the business shows: 'full', 'initial', 'first' or 'none'.
ALTER TABLE submissions ADD COLUMN name_limit TEXT NOT NULL DEFAULT 'full';
