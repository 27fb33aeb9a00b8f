-- State of a submission's publication; null if it was never published.
ALTER TABLE submissions ADD COLUMN publication TEXT;
-- Random id in its public addresses. Survives unpublishing, so that links work again after publishing anew.
ALTER TABLE submissions ADD COLUMN public_id TEXT;
-- Its public copy, the object `public/{public_copy}`. Null while there is none.
ALTER TABLE submissions ADD COLUMN public_copy TEXT;
-- UTC milliseconds.
ALTER TABLE submissions ADD COLUMN published_at INTEGER;
-- Why it could not be published, for its business.
ALTER TABLE submissions ADD COLUMN publication_error TEXT;
-- How its customer wants to be named in public.
ALTER TABLE submissions ADD COLUMN name_display TEXT NOT NULL DEFAULT 'full';
-- Its poster, the objects below `posters/{poster}/`. Null while there is none.
ALTER TABLE submissions ADD COLUMN poster TEXT;
-- Pixels of the poster, which has the film's shape.
ALTER TABLE submissions ADD COLUMN poster_width INTEGER;
ALTER TABLE submissions ADD COLUMN poster_height INTEGER;

CREATE UNIQUE INDEX submissions_public_id ON submissions (public_id) WHERE public_id IS NOT NULL;
CREATE UNIQUE INDEX submissions_public_copy ON submissions (public_copy) WHERE public_copy IS NOT NULL;
CREATE INDEX submissions_public ON submissions (client_id, published_at) WHERE publication = 'public';

-- When the customer withdrew the consent to marketing; UTC milliseconds.
ALTER TABLE consents ADD COLUMN withdrawn_at INTEGER;

-- Whether search engines may list a client's public testimonials.
ALTER TABLE clients ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 1 CHECK (is_listed IN (0, 1));

-- Public ids of testimonials that were withdrawn or erased: their addresses answer 410, and no other testimonial gets them.
CREATE TABLE ended_publications (
  public_id TEXT PRIMARY KEY,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Objects to remove from the bucket. A row is written before an object is stored, and deleted with the change that
-- refers to the object, so that a crash in between leaves nothing behind. The copy of an unpublished testimonial has
-- one, too, until it is published again.
CREATE TABLE object_removals (
  -- A key, or a prefix of keys that ends with a slash.
  key TEXT PRIMARY KEY,
  due_at INTEGER NOT NULL,
  -- Whether the removal has begun, after which nothing may refer to the object any more.
  began INTEGER NOT NULL DEFAULT 0 CHECK (began IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX object_removals_due ON object_removals (due_at);

-- Customers act without an account: a line of theirs has no `actor_id`.
CREATE TABLE audit_log_of_everybody (
  id TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT REFERENCES users (id),
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_name TEXT NOT NULL,
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after))
) STRICT, WITHOUT ROWID;
INSERT INTO audit_log_of_everybody SELECT id, at, actor_id, actor, action, subject, subject_name, before, after FROM audit_log;
DROP TABLE audit_log;
ALTER TABLE audit_log_of_everybody RENAME TO audit_log;
CREATE INDEX audit_log_newest ON audit_log (at DESC);
CREATE INDEX audit_log_by_subject ON audit_log (subject, at DESC);
