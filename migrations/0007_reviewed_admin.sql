-- No two clients may be taken for one another, also when both are made at the same moment.
DROP INDEX clients_by_look;
CREATE UNIQUE INDEX clients_by_look ON clients (slug_look);

-- Company, contact, address and slug in lower case, for searches: SQLite itself knows only the cases of ASCII.
ALTER TABLE clients ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE clients SET search_text = lower(company_name || ' ' || contact_name || ' ' || email || ' ' || custom_slug);
