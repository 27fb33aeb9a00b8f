-- Of the counted submissions, those put on hold, which use up nobody else's burst.
ALTER TABLE submission_rates ADD COLUMN hour_held INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submission_rates ADD COLUMN day_held INTEGER NOT NULL DEFAULT 0;
