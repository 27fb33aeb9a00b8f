-- How often a client has cancelled: whoever cancels again, for the same day, is told again.
ALTER TABLE clients ADD COLUMN cancellations INTEGER NOT NULL DEFAULT 0;

-- No question is asked by it.
DROP INDEX payment_events_by_customer;
