-- What an erasure, a consent and a search have to know for good, whatever changes later.

-- Which drive a video was delivered to: a client's link may have changed since.
ALTER TABLE submissions ADD COLUMN drive TEXT CHECK (drive IN ('built-in'));
UPDATE submissions SET drive = 'built-in' WHERE drive_path IS NOT NULL;
ALTER TABLE erasures ADD COLUMN drive TEXT;
UPDATE erasures SET drive = 'built-in' WHERE drive_path IS NOT NULL;

-- The customer's address in lower case: SQLite itself knows only the cases of ASCII.
ALTER TABLE submissions ADD COLUMN customer_key TEXT NOT NULL DEFAULT '';
UPDATE submissions SET customer_key = lower(customer_email);
DROP INDEX submissions_by_customer;
CREATE INDEX submissions_by_customer ON submissions (client_id, customer_key);

-- The business's name in the sentences that were ticked.
ALTER TABLE consents ADD COLUMN business TEXT NOT NULL DEFAULT '';
UPDATE consents SET business = (SELECT c.company_name FROM submissions s JOIN clients c ON c.id = s.client_id
                                 WHERE s.id = consents.submission_id);

ALTER TABLE sessions DROP COLUMN next_at;
