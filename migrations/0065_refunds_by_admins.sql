-- When an admin first asked for a purchase that is nobody's to be given back, and when its buyer was told that it has been.
ALTER TABLE subscriptions ADD COLUMN refund_asked_at INTEGER;
ALTER TABLE subscriptions ADD COLUMN refund_told_at INTEGER;
ALTER TABLE top_ups ADD COLUMN refund_asked_at INTEGER;
ALTER TABLE top_ups ADD COLUMN refund_told_at INTEGER;
