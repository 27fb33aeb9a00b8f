-- Path that a video's delivery writes to, chosen when the submission is accepted, so that a later rule for names changes
-- none. Submissions of before have none: theirs follows from date, name and id.
ALTER TABLE submissions ADD COLUMN delivery_path TEXT;
