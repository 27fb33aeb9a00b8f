-- The SHA-256 of a video that was no testimonial to its client: it is not taken there again.
ALTER TABLE erasures ADD COLUMN rejected_sha256 TEXT CHECK (length(rejected_sha256) = 64);
CREATE INDEX erasures_by_rejected_video ON erasures (client_id, rejected_sha256) WHERE rejected_sha256 IS NOT NULL;
