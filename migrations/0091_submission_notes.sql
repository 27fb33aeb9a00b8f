-- The owner's notes about a submission: a JSON array of tags, and a private text.
ALTER TABLE submissions ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE submissions ADD COLUMN note TEXT NOT NULL DEFAULT '';
-- The text by which the owner, and nobody else, finds it by them (`domain::comparable::search_text`).
ALTER TABLE submissions ADD COLUMN notes_search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX submissions_tagged ON submissions (client_id) WHERE tags <> '[]';
