-- What a month was computed from when something of it was first paid out; the newest facts stand beside it.
ALTER TABLE commission_snapshots ADD COLUMN paid_facts TEXT;
