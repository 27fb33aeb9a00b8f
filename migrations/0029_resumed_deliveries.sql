-- Deliveries that wait for a drive to work again, and faults that come back.

-- Clients whose drive works again, or is another one, while deliveries of theirs had failed for good. A row is written in the
-- transaction that says so, and removed once these deliveries are queued. What was cut between the two, the sweeper does.
CREATE TABLE resumed_deliveries (
  client_id TEXT NOT NULL PRIMARY KEY REFERENCES clients (id),
  -- Another one each time: who has queued what waited removes only the row that was there before.
  token TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The last fault that has passed, since when it was there, and when it passed. The same fault soon after goes on since then:
-- a test file of a few bytes arrives in a full drive, and a video does not.
ALTER TABLE drive_connections ADD COLUMN cleared_fault TEXT;
ALTER TABLE drive_connections ADD COLUMN cleared_fault_at INTEGER;
ALTER TABLE drive_connections ADD COLUMN cleared_at INTEGER;
