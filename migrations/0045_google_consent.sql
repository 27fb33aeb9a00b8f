-- A hash of the `state` of the consent that this session has asked Google for: an answer counts in the session that
-- asked, and once. A later question takes its place.
ALTER TABLE sessions ADD COLUMN consent_hash TEXT;
