-- Frames per second of a video, where its file counts them: a phone that cannot keep up drops some.
ALTER TABLE submissions ADD COLUMN frame_rate INTEGER CHECK (frame_rate > 0);
