-- How often public testimonials were seen and played, by UTC day and by the site that showed them.
CREATE TABLE testimonial_views (
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  -- Empty for the testimonial's own page, and if unknown.
  host TEXT NOT NULL,
  shown INTEGER NOT NULL DEFAULT 0,
  begun INTEGER NOT NULL DEFAULT 0,
  half INTEGER NOT NULL DEFAULT 0,
  whole INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (submission_id, day, host)
) STRICT, WITHOUT ROWID;
