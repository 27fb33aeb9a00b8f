-- What a slug looks like to a hasty reader (`domain::slug::skeleton`): single letters first, then pairs, so that `c1` and `cl` are one, and
-- so are `d` and both.
DROP INDEX clients_by_skeleton;
ALTER TABLE clients DROP COLUMN slug_skeleton;
ALTER TABLE clients ADD COLUMN slug_skeleton TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(replace(replace(replace(lower(custom_slug), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'),
      'rn', 'm'), 'vv', 'w'), 'cl', 'd')) VIRTUAL;
CREATE UNIQUE INDEX clients_by_skeleton ON clients (slug_skeleton);

-- Slugs that clients had: they are printed on cards and posters, and lead to their client, whose row stays for good.
CREATE TABLE former_slugs (
  slug TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  slug_skeleton TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(replace(replace(replace(lower(slug), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's'),
      'rn', 'm'), 'vv', 'w'), 'cl', 'd')) VIRTUAL,
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- When another one took its place last.
  replaced_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX former_slugs_by_client ON former_slugs (client_id, replaced_at DESC);
CREATE INDEX former_slugs_by_skeleton ON former_slugs (slug_skeleton);

-- Nobody else is given one, nor one that looks like it, and none is kept that is another client's.
CREATE TRIGGER clients_slug_is_nobodys_former AFTER INSERT ON clients
  WHEN EXISTS (SELECT 1 FROM former_slugs WHERE slug_skeleton = NEW.slug_skeleton AND client_id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'this slug was another client''s'); END;
CREATE TRIGGER clients_new_slug_is_nobodys_former AFTER UPDATE OF custom_slug ON clients
  WHEN EXISTS (SELECT 1 FROM former_slugs WHERE slug_skeleton = NEW.slug_skeleton AND client_id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'this slug was another client''s'); END;
CREATE TRIGGER former_slugs_are_nobodys_present AFTER INSERT ON former_slugs
  WHEN EXISTS (SELECT 1 FROM clients WHERE slug_skeleton = NEW.slug_skeleton AND id <> NEW.client_id)
BEGIN SELECT RAISE(ABORT, 'this slug is another client''s'); END;
