-- Clients who have cancelled: access for a while, then everything that their customers sent is deleted.

ALTER TABLE clients ADD COLUMN cancelled_at INTEGER;
-- How many days before the end the client was last told of it.
ALTER TABLE clients ADD COLUMN reminded_days INTEGER;
ALTER TABLE clients ADD COLUMN reminded_at INTEGER;
-- When the last of it was deleted.
ALTER TABLE clients ADD COLUMN data_deleted_at INTEGER;

CREATE INDEX erasures_unswept_by_client ON erasures (client_id) WHERE swept_at IS NULL;
CREATE INDEX clients_leaving ON clients (cancelled_at) WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL;
