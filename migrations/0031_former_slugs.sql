-- Slugs that clients had: they are printed on cards and posters, and lead to their client for as long as that exists.
CREATE TABLE former_slugs (
  slug TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  -- As that of clients.
  slug_skeleton TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(replace(replace(replace(replace(lower(slug), 'rn', 'm'), 'vv', 'w'),
      'cl', 'd'), '-', ''), '0', 'o'), '1', 'l'), 'i', 'l'), '5', 's')) VIRTUAL,
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- When another one took its place last.
  replaced_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX former_slugs_by_client ON former_slugs (client_id, replaced_at DESC);
CREATE INDEX former_slugs_by_skeleton ON former_slugs (slug_skeleton);

-- Nobody else is given one, nor one that looks like it.
CREATE TRIGGER clients_slug_is_nobodys_former AFTER INSERT ON clients
  WHEN EXISTS (SELECT 1 FROM former_slugs WHERE slug_skeleton = NEW.slug_skeleton AND client_id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'this slug was another client''s'); END;
CREATE TRIGGER clients_new_slug_is_nobodys_former AFTER UPDATE OF custom_slug ON clients
  WHEN EXISTS (SELECT 1 FROM former_slugs WHERE slug_skeleton = NEW.slug_skeleton AND client_id <> NEW.id)
BEGIN SELECT RAISE(ABORT, 'this slug was another client''s'); END;
