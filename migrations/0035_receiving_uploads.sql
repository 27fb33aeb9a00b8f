-- A large video in the body of a form counts among the uploads that are moving.
CREATE INDEX uploads_receiving_by_ip ON uploads (ip_hash) WHERE status = 'receiving' AND moved_at > 0;
CREATE INDEX uploads_receiving_by_client ON uploads (client_id) WHERE status = 'receiving' AND moved_at > 0;
