-- The sweeper removes alerts that were over long ago.

CREATE INDEX alerts_ended ON alerts (ended_at) WHERE ended_at IS NOT NULL;
