-- The fields that a form was refused for, by their names on the wire, separated by commas; never what was typed.
ALTER TABLE submission_attempts ADD COLUMN fields TEXT NOT NULL DEFAULT '';
