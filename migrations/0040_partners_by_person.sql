-- Whether somebody is a partner already is asked of each application.
CREATE INDEX affiliates_by_person ON affiliates (email_key);
