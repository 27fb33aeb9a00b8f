-- Set-ups that buyers sent. A row goes when a client is created from it, an admin dismisses it, or it is too old.

CREATE TABLE onboarding_requests (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  company TEXT NOT NULL,
  review_link_type TEXT NOT NULL CHECK (review_link_type IN
    ('Google Business Profile', 'Facebook', 'LinkedIn', 'Trustpilot', 'None')),
  -- The logo's file name in the request's own R2 folder.
  logo TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX onboarding_requests_newest ON onboarding_requests (created_at DESC);
