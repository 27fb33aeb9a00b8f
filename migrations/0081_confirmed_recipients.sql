-- An added address gets mails once whoever reads it has said so. Those added before are taken to have.
ALTER TABLE mail_recipients ADD COLUMN confirmed_at INTEGER;
UPDATE mail_recipients SET confirmed_at = unixepoch() * 1000;
