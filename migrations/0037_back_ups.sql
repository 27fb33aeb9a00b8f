-- Copies of the database in the bucket, and the erasures that a copy does not know of yet.

CREATE TABLE back_ups (
  -- The UTC day that it was taken on, `yyyy-MM-dd`.
  day TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('exporting', 'complete')),
  -- The moment that it shows; UTC milliseconds.
  taken_at INTEGER NOT NULL,
  -- What it holds: `domain::back_up::Contents`.
  contents TEXT NOT NULL CHECK (json_valid(contents)),
  -- Table to number of rows.
  row_counts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(row_counts)),
  -- What is in the bucket by now: `domain::back_up::BackUpObject` of each.
  objects TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(objects)),
  completed_at INTEGER
) STRICT, WITHOUT ROWID;

-- The copy of a moment, until it is in the bucket: some hundred rows of a table in each, as JSON.
CREATE TABLE back_up_chunks (
  seq INTEGER NOT NULL PRIMARY KEY,
  table_name TEXT NOT NULL,
  rows INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;

-- What was erased, by ids that name nobody. It is listed in the bucket, so that a back-up of the time before can be restored without it.
CREATE TABLE erasure_notes (
  kind TEXT NOT NULL CHECK (kind IN ('submission', 'sign-up', 'partner')),
  subject_id TEXT NOT NULL,
  -- UTC milliseconds.
  noted_at INTEGER NOT NULL,
  -- `to-repeat`: it came with a restored back-up that does not know of it.
  status TEXT NOT NULL CHECK (status IN ('unlisted', 'listed', 'to-repeat')),
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX erasure_notes_by_time ON erasure_notes (noted_at);
CREATE INDEX erasure_notes_to_do ON erasure_notes (status) WHERE status <> 'listed';
