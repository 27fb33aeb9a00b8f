-- A flood of videos is told of in one mail: of the client's in this hour (of UTC, since 1970) in which the video was delivered.
ALTER TABLE submissions ADD COLUMN digest_hour INTEGER;
CREATE INDEX submissions_by_digest ON submissions (client_id, digest_hour) WHERE digest_hour IS NOT NULL;

-- Who has stopped the mails that strangers can cause: the keyed hash of all spellings of an address.
CREATE TABLE stopped_recipients (
  recipient_hash TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
