-- When the back-ups before it were written anew without what was erased since; UTC milliseconds.
ALTER TABLE back_ups ADD COLUMN earlier_rewritten_at INTEGER;
-- Until when a run does that; UTC milliseconds.
ALTER TABLE back_ups ADD COLUMN rewriting_until INTEGER;
