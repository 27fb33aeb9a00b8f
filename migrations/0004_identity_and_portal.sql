-- Who can sign in, and what their portal shows.

CREATE INDEX clients_newest ON clients (created_at DESC);

CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  -- Argon2id in PHC form; null until the first password is set.
  password_hash TEXT,
  password_setup_pending INTEGER NOT NULL DEFAULT 0 CHECK (password_setup_pending IN (0, 1)),
  company_name TEXT,
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  -- The second factor's secret is derived from the deployment's key and this random part; null means there is none.
  totp_seed TEXT,
  -- One that waits for its first code.
  totp_new_seed TEXT,
  -- The time step of the last code that was taken: no code is taken twice.
  totp_last_step INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- A session's tokens are kept only as SHA-256, in hex. A new token is offered now and then; until the browser has
-- used it the old one stays good, so that an answer that got lost signs nobody out.
DROP TABLE sessions;
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  next_hash TEXT UNIQUE,
  next_at INTEGER NOT NULL DEFAULT 0,
  previous_hash TEXT UNIQUE,
  previous_until INTEGER NOT NULL DEFAULT 0,
  user_id TEXT NOT NULL REFERENCES users (id),
  area TEXT NOT NULL CHECK (area IN ('client', 'admin', 'affiliate')),
  kind TEXT NOT NULL CHECK (kind IN ('full', 'set_password', 'set_up_totp')),
  device TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  rotated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links that mails carry to set a password: each opens once.
CREATE TABLE one_time_links (
  token_hash TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('recovery', 'invite')),
  area TEXT NOT NULL CHECK (area IN ('client', 'admin', 'affiliate')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_links_by_user ON one_time_links (user_id);
CREATE INDEX one_time_links_by_expiry ON one_time_links (expires_at);

-- Failed sign-ins and mails asked for by strangers, by hashes of account and address, for a day.
CREATE TABLE attempts (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sign_in', 'mail')),
  account_hash TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_by_account ON attempts (kind, account_hash, at);
CREATE INDEX attempts_by_address ON attempts (kind, address_hash, at);
CREATE INDEX attempts_by_age ON attempts (at);

-- Addresses from which an account was entered: what strangers do to it elsewhere does not lock these out.
CREATE TABLE known_addresses (
  account_hash TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (account_hash, address_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_addresses_by_age ON known_addresses (seen_at);

-- What happened to a client on each day on which something did, so that charts need not count submissions.
CREATE TABLE client_days (
  client_id TEXT NOT NULL REFERENCES clients (id),
  day TEXT NOT NULL,
  submissions INTEGER NOT NULL DEFAULT 0 CHECK (submissions >= 0),
  credits_remaining INTEGER NOT NULL CHECK (credits_remaining >= 0),
  PRIMARY KEY (client_id, day)
) STRICT, WITHOUT ROWID;

INSERT INTO client_days (client_id, day, submissions, credits_remaining)
  SELECT s.client_id, strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch') AS day, count(*), c.credits_remaining
    FROM submissions s JOIN clients c ON c.id = s.client_id GROUP BY s.client_id, day;

-- Name and address in lower case, for searches: SQLite itself knows only the cases of ASCII.
ALTER TABLE submissions ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE submissions SET search_text = lower(customer_name || ' ' || customer_email);

CREATE INDEX submissions_by_customer ON submissions (client_id, customer_email COLLATE NOCASE);

-- That somebody's data were erased, without saying whose: the address only as a keyed hash.
CREATE TABLE erasures (
  id TEXT NOT NULL PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  submission_id TEXT NOT NULL,
  customer_hash TEXT NOT NULL,
  erased_by TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  -- Where a delivery that was under way may still put the video. Both go once the sweeper has looked again.
  drive_path TEXT,
  upload_id TEXT,
  swept_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX erasures_unswept ON erasures (erased_at) WHERE swept_at IS NULL;
