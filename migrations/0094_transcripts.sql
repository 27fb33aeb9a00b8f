-- What was said in the films of submissions.
CREATE TABLE transcripts (
  submission_id TEXT NOT NULL PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  -- Why it failed, for its business.
  reason TEXT,
  -- BCP 47 primary tag.
  language TEXT NOT NULL DEFAULT '',
  -- A JSON array of words with their times (`domain::transcript::Word`).
  words TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(words)),
  -- The text by which its owner finds the submission (`domain::comparable::search_text`).
  search_text TEXT NOT NULL DEFAULT '',
  -- Row version for optimistic locking.
  version INTEGER NOT NULL DEFAULT 0,
  -- Calls of the engine so far.
  calls INTEGER NOT NULL DEFAULT 0,
  -- UTC milliseconds.
  made_at INTEGER,
  -- When the business confirmed the captions; UTC milliseconds.
  checked_at INTEGER,
  -- The quote: ranges of words as JSON. Null if there is none.
  quote TEXT CHECK (json_valid(quote))
) STRICT, WITHOUT ROWID;

-- Calls of the engine by UTC day, with their price in millionths of a dollar.
CREATE TABLE transcription_days (
  day TEXT NOT NULL PRIMARY KEY,
  calls INTEGER NOT NULL,
  microdollars INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether a client's new submissions are transcribed.
ALTER TABLE clients ADD COLUMN transcribes INTEGER NOT NULL DEFAULT 1 CHECK (transcribes IN (0, 1));
