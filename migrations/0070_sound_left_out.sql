-- The sender's device could not convert the sound, and players do not take it as it was.
ALTER TABLE submissions ADD COLUMN sound_left_out INTEGER NOT NULL DEFAULT 0 CHECK (sound_left_out IN (0, 1));
