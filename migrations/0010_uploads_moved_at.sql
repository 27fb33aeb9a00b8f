-- When bytes of an upload last moved: one that a poor connection cut off takes nobody else's place.
ALTER TABLE uploads ADD COLUMN moved_at INTEGER NOT NULL DEFAULT 0;
