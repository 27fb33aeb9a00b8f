-- Who gets a business's mails beside its own address, and which; the own address stands here too once its choice was changed.
CREATE TABLE mail_recipients (
  client_id TEXT NOT NULL REFERENCES clients (id),
  email TEXT NOT NULL COLLATE NOCASE,
  wants TEXT NOT NULL DEFAULT 'every-video',
  PRIMARY KEY (client_id, email)
) STRICT, WITHOUT ROWID;

-- A daily digest goes out at this hour of this time zone (IANA).
ALTER TABLE clients ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'Europe/London';
ALTER TABLE clients ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 8;
