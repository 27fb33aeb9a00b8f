-- Walls: pages and embeds that show several testimonials of a client.
CREATE TABLE walls (
  -- Random, in its public addresses. Once deleted it is in `ended_publications`.
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id),
  -- Name, look and testimonials: `WallSettings` of the API. Ids of erased submissions may remain; nothing is found by them.
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX walls_by_client ON walls (client_id, created_at);
