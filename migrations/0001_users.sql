-- Accounts, roles, sessions, one-time links and the records that limit guessing.
-- Times are UTC milliseconds since 1970 (`at`, `*_at`, `*_until`); dates are `yyyy-MM-dd`.

CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  -- Argon2id in PHC form; null until the first password is set.
  password_hash TEXT,
  password_setup_pending INTEGER NOT NULL DEFAULT 0 CHECK (password_setup_pending IN (0, 1)),
  -- Set while the password is one that an admin handed over: when it stops working.
  temporary_until INTEGER,
  company_name TEXT,
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  -- The TOTP secret is derived from the deployment's key and this random seed; null means no second factor.
  totp_seed TEXT,
  -- A seed that has not been confirmed with a code yet.
  totp_new_seed TEXT,
  -- The time step of the last accepted code, so that no code is accepted twice.
  totp_last_step INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('admin', 'affiliate')),
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Tokens are stored only as SHA-256 in hex. A rotated token is offered in `next_hash`; the old one stays valid until
-- the browser has used the new one, so that a lost answer signs nobody out.
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  next_hash TEXT UNIQUE,
  previous_hash TEXT UNIQUE,
  previous_until INTEGER NOT NULL DEFAULT 0,
  user_id TEXT NOT NULL REFERENCES users (id),
  area TEXT NOT NULL CHECK (area IN ('client', 'admin', 'affiliate')),
  kind TEXT NOT NULL CHECK (kind IN ('full', 'set_password', 'set_up_totp')),
  -- Browser and system in words, such as `Chrome on Android`.
  device TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  rotated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links in mails that set a password. Each opens once.
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

-- Failed sign-ins and requested mails of the last day, by keyed hashes of account and client IP.
CREATE TABLE rate_limit_events (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sign_in', 'mail')),
  account_hash TEXT NOT NULL,
  ip_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rate_limit_events_by_account ON rate_limit_events (kind, account_hash, at);
CREATE INDEX rate_limit_events_by_ip ON rate_limit_events (kind, ip_hash, at);
CREATE INDEX rate_limit_events_by_age ON rate_limit_events (at);

-- Devices that have signed in to an account: attempts made elsewhere never lock these out. A device is identified by
-- the hash of its IP or of its browser's cookie, one row for each.
CREATE TABLE known_devices (
  account_hash TEXT NOT NULL,
  device_hash TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (account_hash, device_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_devices_by_age ON known_devices (seen_at);
