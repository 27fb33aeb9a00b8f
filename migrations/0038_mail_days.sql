-- How many mails went out on a day (UTC).
CREATE TABLE mail_days (
  day TEXT NOT NULL PRIMARY KEY CHECK (day GLOB '????-??-??'),
  sent INTEGER NOT NULL DEFAULT 0 CHECK (sent >= 0),
  -- How many had gone out when the mail service first refused one because the day's were used up.
  refused_after INTEGER CHECK (refused_after >= 0)
) STRICT, WITHOUT ROWID;

-- Addresses that the mail service sends nothing to, because mails to them came back.
CREATE TABLE bounced_recipients (
  recipient TEXT NOT NULL PRIMARY KEY,
  noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bounced_recipients_oldest ON bounced_recipients (noted_at);
