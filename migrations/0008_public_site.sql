-- What the public site takes in: testimonials of branded pages and the demo, set-ups of buyers, sign-ups.

-- The demo's own folder is a client like any other, but it has no portal, no credits to run out of, and no line in
-- the admins' table.
ALTER TABLE clients ADD COLUMN is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1));

INSERT INTO clients (id, company_name, contact_name, email, status, custom_slug, credits_remaining, watermark_enabled,
                     drive_link, review_link_type, review_link_url, logo_url, created_at, search_text, is_demo)
VALUES
  ('demo', 'Sayso', 'Sayso', 'hello@sayso.example', 'active', 'sayso-demo', 0, 0, '/drive/folder/demo', 'None', NULL,
   NULL, 0, '', 1),
  ('live', 'Sayso', 'Sayso', 'hello@sayso.example', 'active', 'sayso', 50, 0, '/drive/folder/live', 'None', NULL,
   NULL, 1759276800000, 'sayso sayso hello@sayso.example sayso', 0),
  ('wpms', 'WPMS', 'WPMS', 'wpms@sayso.example', 'active', 'wpms', 50, 0, '/drive/folder/wpms',
   'Google Business Profile', 'https://www.google.com/maps/search/?api=1&query=WPMS', '/site/logos/wpms.svg', 1759276800000,
   'wpms wpms wpms@sayso.example wpms', 0),
  ('career-garage', 'Career Garage', 'Career Garage', 'career-garage@sayso.example', 'active', 'career-garage', 50, 0,
   '/drive/folder/career-garage', 'Google Business Profile',
   'https://www.google.com/maps/search/?api=1&query=Career+Garage', '/site/logos/career-garage.svg', 1759276800000,
   'career garage career garage career-garage@sayso.example career-garage', 0),
  ('wpmsaic', 'WPMS AIC', 'WPMS AIC', 'wpmsaic@sayso.example', 'active', 'wpmsaic', 50, 0, '/drive/folder/wpmsaic',
   'Google Business Profile', 'https://www.google.com/maps/search/?api=1&query=WPMS+AIC', '/site/logos/wpmsaic.svg', 1759276800000,
   'wpms aic wpms aic wpmsaic@sayso.example wpmsaic', 0);

-- A page at the root of the site that belongs to one client, and the webhook of the same name.
CREATE TABLE branded_pages (
  page TEXT NOT NULL PRIMARY KEY CHECK (page NOT GLOB '*[^a-z0-9-]*' AND length(page) BETWEEN 1 AND 60),
  client_id TEXT NOT NULL REFERENCES clients (id)
) STRICT, WITHOUT ROWID;

INSERT INTO branded_pages (page, client_id)
VALUES ('wpms', 'wpms'), ('career-garage', 'career-garage'), ('wpmsaic', 'wpmsaic');

-- The webhook a testimonial came by; nothing for the record pages.
ALTER TABLE submissions ADD COLUMN endpoint TEXT;

-- Kinds of jobs are named in the code that runs them: a new one must not need a new table.
CREATE TABLE jobs_of_all_kinds (
  id TEXT NOT NULL PRIMARY KEY,
  job_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  priority INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'failed')),
  max_attempts INTEGER NOT NULL DEFAULT 7 CHECK (max_attempts > 0),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts BETWEEN 0 AND max_attempts),
  due_at INTEGER NOT NULL,
  lease TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO jobs_of_all_kinds (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at,
                               lease, error_message, created_at)
SELECT id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at, lease, error_message,
       created_at
  FROM job_queue;
DROP TABLE job_queue;
ALTER TABLE jobs_of_all_kinds RENAME TO job_queue;
CREATE UNIQUE INDEX job_queue_one_active ON job_queue (subject_id, job_type) WHERE status IN ('pending', 'running');
CREATE INDEX job_queue_due ON job_queue (due_at) WHERE status IN ('pending', 'running');
CREATE INDEX job_queue_failed ON job_queue (job_type) WHERE status = 'failed';
CREATE INDEX job_queue_forwards ON job_queue (created_at DESC) WHERE job_type = 'forward-submission';

-- Set-ups that buyers sent. One is gone once a client was made of it, or an admin has dismissed it.
CREATE TABLE setups (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  company TEXT NOT NULL,
  review_link_type TEXT NOT NULL,
  -- The file's name below the set-up's folder.
  logo TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX clients_by_email ON clients (email);
CREATE INDEX setups_newest ON setups (created_at DESC);

-- The mailing list before the launch: all of it, or what is on its way to the list we rent.
CREATE TABLE sign_ups (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  first_name TEXT NOT NULL,
  surname TEXT NOT NULL,
  company TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'asked', 'handed_on', 'confirmed', 'failed')),
  error_message TEXT,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_ups_newest ON sign_ups (created_at DESC);
CREATE INDEX sign_ups_unconfirmed ON sign_ups (created_at) WHERE state = 'asked';
CREATE INDEX sign_ups_failed ON sign_ups (created_at) WHERE state = 'failed';
