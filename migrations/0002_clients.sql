-- Clients, their daily figures and their branded pages.

CREATE TABLE clients (
  id TEXT NOT NULL PRIMARY KEY,
  user_id TEXT UNIQUE REFERENCES users (id),
  company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
  contact_name TEXT NOT NULL,
  email TEXT NOT NULL,
  plan_type TEXT NOT NULL DEFAULT 'standard' CHECK (plan_type IN ('standard', 'no-setup')),
  status TEXT NOT NULL DEFAULT 'pending_invite'
    CHECK (status IN ('pending_onboarding', 'pending_invite', 'active', 'suspended')),
  custom_slug TEXT NOT NULL COLLATE NOCASE UNIQUE,
  -- The slug reduced to what a hasty reader sees (`domain::slug::skeleton`). Unique: no two slugs may look alike.
  slug_skeleton TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(replace(replace(replace(lower(custom_slug), 'rn', 'm'), 'vv', 'w'),
      'cl', 'd'), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's')) VIRTUAL,
  credits_per_month INTEGER NOT NULL DEFAULT 50 CHECK (credits_per_month >= 1),
  credits_remaining INTEGER NOT NULL DEFAULT 50 CHECK (credits_remaining >= 0),
  -- 0 for Sayso's own pages: a submission needs no credit and takes none.
  counts_credits INTEGER NOT NULL DEFAULT 1 CHECK (counts_credits IN (0, 1)),
  next_reset_date TEXT,
  last_reset_date TEXT,
  watermark_enabled INTEGER NOT NULL DEFAULT 1 CHECK (watermark_enabled IN (0, 1)),
  watermark_text TEXT,
  watermark_font_size INTEGER NOT NULL DEFAULT 24 CHECK (watermark_font_size BETWEEN 12 AND 48),
  watermark_font_color TEXT NOT NULL DEFAULT '#ffffff',
  watermark_position TEXT NOT NULL DEFAULT 'top-right' CHECK (watermark_position IN
    ('top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right')),
  watermark_text_alignment TEXT NOT NULL DEFAULT 'center'
    CHECK (watermark_text_alignment IN ('left', 'center', 'right')),
  drive_link TEXT,
  review_link_type TEXT NOT NULL DEFAULT 'None' CHECK (review_link_type IN
    ('Google Business Profile', 'Facebook', 'LinkedIn', 'Trustpilot', 'None')),
  review_link_url TEXT CHECK (review_link_url IS NULL OR review_link_url LIKE 'https://%'),
  logo_url TEXT,
  qr_code_url TEXT,
  -- The demo's folder: no portal, no row in the admins' table.
  is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1)),
  -- Maintained by the statement that accepts or erases a submission, so that no list has to count.
  submissions_count INTEGER NOT NULL DEFAULT 0 CHECK (submissions_count >= 0),
  storage_bytes INTEGER NOT NULL DEFAULT 0 CHECK (storage_bytes >= 0),
  -- Company, contact, email and slug in lower case: SQLite's `lower` knows ASCII only.
  search_text TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX clients_newest ON clients (created_at DESC);
CREATE INDEX clients_by_company ON clients (company_name COLLATE NOCASE, id);
CREATE INDEX clients_by_status ON clients (status, created_at DESC);
CREATE INDEX clients_by_email ON clients (email);
CREATE UNIQUE INDEX clients_by_skeleton ON clients (slug_skeleton);

-- One row for each day on which a client got a submission or its credits changed, for charts.
CREATE TABLE client_days (
  client_id TEXT NOT NULL REFERENCES clients (id),
  day TEXT NOT NULL,
  submissions INTEGER NOT NULL DEFAULT 0 CHECK (submissions >= 0),
  credits_remaining INTEGER NOT NULL CHECK (credits_remaining >= 0),
  PRIMARY KEY (client_id, day)
) STRICT, WITHOUT ROWID;

-- A page at the root of the site that belongs to one client, and the webhook of the same name.
CREATE TABLE branded_pages (
  page TEXT NOT NULL PRIMARY KEY CHECK (page NOT GLOB '*[^a-z0-9-]*' AND length(page) BETWEEN 1 AND 60),
  client_id TEXT NOT NULL REFERENCES clients (id)
) STRICT, WITHOUT ROWID;
