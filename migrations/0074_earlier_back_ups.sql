-- When the back-ups before it were written anew without what was erased since; UTC milliseconds.
ALTER TABLE back_ups ADD COLUMN earlier_rewritten_at INTEGER;
