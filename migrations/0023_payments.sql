-- How often a client has cancelled: whoever cancels again, for the same day, is told again.
ALTER TABLE clients ADD COLUMN cancellations INTEGER NOT NULL DEFAULT 0;

-- What of a paid invoice went back, or is disputed: pence.
ALTER TABLE payments ADD COLUMN returned_pence INTEGER NOT NULL DEFAULT 0 CHECK (returned_pence >= 0);

-- No question is asked by it.
DROP INDEX payment_events_by_customer;
