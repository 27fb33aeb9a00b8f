-- The places where a business wants captions to begin, and those where not, as JSON (`domain::transcript::cuts::CueCuts`).
ALTER TABLE transcripts ADD COLUMN cuts TEXT CHECK (json_valid(cuts));
