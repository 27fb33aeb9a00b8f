-- Counts attempts to connect a drive. SQLite changes a CHECK only by rebuilding the table.
CREATE TABLE rate_limit_events_copy AS SELECT * FROM rate_limit_events;
DROP TABLE rate_limit_events;
CREATE TABLE rate_limit_events (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sign_in', 'mail', 'checkout', 'drive')),
  account_hash TEXT NOT NULL,
  ip_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO rate_limit_events SELECT * FROM rate_limit_events_copy;
DROP TABLE rate_limit_events_copy;
CREATE INDEX rate_limit_events_by_account ON rate_limit_events (kind, account_hash, at);
CREATE INDEX rate_limit_events_by_ip ON rate_limit_events (kind, ip_hash, at);
CREATE INDEX rate_limit_events_by_age ON rate_limit_events (at);
