-- Clips of submissions: their recipes, and the films that browsers made of them.
CREATE TABLE clips (
  id TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  -- `domain::clip::Recipe` as JSON.
  recipe TEXT NOT NULL CHECK (json_valid(recipe)),
  -- Key of the film below `clips/`.
  film TEXT NOT NULL,
  -- Pixels.
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  -- Key of its pictures below `posters/`.
  poster TEXT NOT NULL,
  -- UTC milliseconds.
  created_at INTEGER NOT NULL,
  -- Its way to the drive: null, or `domain::clip::ClipDelivery`.
  delivery TEXT,
  -- Why it is not there, for its business.
  problem TEXT,
  -- Path below the client's folder, chosen when it is sent there for the first time.
  drive_path TEXT,
  drive TEXT,
  drive_connection_id TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX clips_by_submission ON clips (submission_id, created_at);

-- The clip that is shown in public in place of the film.
ALTER TABLE submissions ADD COLUMN public_clip TEXT;
-- The watermark in the film, as JSON (`domain::api::clips::FilmWatermark`). Null if it has none, or was received before.
ALTER TABLE submissions ADD COLUMN watermark TEXT CHECK (json_valid(watermark));
