-- Demo data of `cargo xtask start`: three businesses in the three states a customer can meet, with their users, an
-- admin and a partner. Passwords: counter-bell-client, counter-bell-admin, counter-bell-partner.

INSERT INTO users (id, email, password_hash, company_name, created_at)
VALUES
  ('a0000000-0000-4000-8000-000000000001', 'ann@bluedoorbakery.example',
   '$argon2id$v=19$m=19456,t=2,p=1$sGHLQ//qn6Ql88j9BepkFw$qmr2uLAtZr2bfIqAwAROPlicNNivYxMxqPGvBs8L7f0',
   'Blue Door Bakery', 1793491200000),
  ('a0000000-0000-4000-8000-000000000002', 'sam@harbourcycles.example',
   '$argon2id$v=19$m=19456,t=2,p=1$sGHLQ//qn6Ql88j9BepkFw$qmr2uLAtZr2bfIqAwAROPlicNNivYxMxqPGvBs8L7f0',
   'Harbour Cycles', 1793577600000),
  ('a0000000-0000-4000-8000-000000000003', 'rose@fernandfield.example',
   '$argon2id$v=19$m=19456,t=2,p=1$sGHLQ//qn6Ql88j9BepkFw$qmr2uLAtZr2bfIqAwAROPlicNNivYxMxqPGvBs8L7f0',
   'Fern & Field Florists', 1793664000000),
  ('a0000000-0000-4000-8000-00000000000a', 'admin@sayso.example',
   '$argon2id$v=19$m=19456,t=2,p=1$ly9bpsmxowJxNMOt3bMJIw$/gT9VRB0/ihz7S9cRV2fhDR60fFwOLQLyPvOTGwyLSM',
   NULL, 1793491200000),
  ('a0000000-0000-4000-8000-00000000000b', 'pat@partners.example',
   '$argon2id$v=19$m=19456,t=2,p=1$qnLCNWJGoBcDbVYoxJ9PfQ$n7O4+G2I89nHNvJG7eEJlbnJcumNF0HH0UduGVjSCds',
   NULL, 1793491200000)
ON CONFLICT (id) DO UPDATE SET password_hash = excluded.password_hash, disabled = 0, totp_seed = NULL;

INSERT INTO user_roles (user_id, role)
VALUES ('a0000000-0000-4000-8000-00000000000a', 'admin'), ('a0000000-0000-4000-8000-00000000000b', 'affiliate')
ON CONFLICT DO NOTHING;

-- The partner, approved before the demo's buyers first pay (`xtask/src/start/payments.rs`), and somebody who wants to be
-- one and was brought by the first.
INSERT INTO affiliates (id, user_id, first_name, surname, name_key, email, email_key, sponsor_id, status, stripe_coupon_id,
                        approved_at, created_at)
VALUES
  ('f0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000b', 'Pat', 'Marlow', 'pat marlow',
   'pat@partners.example', 'pat@partners.example', NULL, 'active', 'PAT10', 1000 * unixepoch('now', '-110 days'), 1000 * unixepoch('now', '-110 days')),
  ('f0000000-0000-4000-8000-000000000002', NULL, 'Noor', 'Haddad', 'noor haddad', 'noor@partners.example', 'noor@partners.example',
   'f0000000-0000-4000-8000-000000000001', 'pending', NULL, NULL, 1793577600000)
ON CONFLICT DO NOTHING;

INSERT INTO clients (id, user_id, company_name, contact_name, email, plan_type, status, custom_slug, credits_per_month,
                     credits_remaining, next_reset_date, watermark_enabled, watermark_text, drive_link,
                     review_link_type, review_link_url, logo_url, created_at)
VALUES
  ('c0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'Blue Door Bakery', 'Ann Baker',
   'ann@bluedoorbakery.example', 'standard', 'active', 'blue-door-bakery', 50, 47, date('now', 'start of month', '+1 month'),
   1, 'Blue Door Bakery', '/drive/folder/c0000000-0000-4000-8000-000000000001', 'Google Business Profile',
   'https://example.com/review', '/media/c0000000-0000-4000-8000-000000000001/logo.png', 1793491200000),
  ('c0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000002', 'Harbour Cycles', 'Sam Wheeler',
   'sam@harbourcycles.example', 'no-setup', 'active', 'harbour-cycles', 50, 0, date('now', 'start of month', '+1 month', '+4 days'),
   0, NULL, '/drive/folder/c0000000-0000-4000-8000-000000000002', 'Facebook', NULL, NULL, 1793577600000),
  ('c0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000003', 'Fern & Field Florists',
   'Rose Field', 'rose@fernandfield.example', 'standard', 'suspended', 'fern-and-field', 50, 12,
   date('now', 'start of month', '+1 month', '+8 days'), 1, 'Fern & Field',
   '/drive/folder/c0000000-0000-4000-8000-000000000003', 'None', NULL, NULL, 1793664000000)
ON CONFLICT (id) DO UPDATE SET
  user_id = excluded.user_id, company_name = excluded.company_name, custom_slug = excluded.custom_slug,
  status = excluded.status, credits_remaining = excluded.credits_remaining, drive_link = excluded.drive_link,
  review_link_type = excluded.review_link_type, review_link_url = excluded.review_link_url, logo_url = excluded.logo_url;

-- Three videos that came in during the last days, drawn by `tests/screenshots/customers.ts`. `fill-local-state.ts` puts
-- them, their public copies and their posters into the bucket.
INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at)
SELECT 'd' || n || '00000-0000-4000-8000-000000000000', 'c0000000-0000-4000-8000-000000000001', '', size, 'video/mp4', 'cleared', at, at
  FROM (SELECT 1 AS n, 254246 AS size, (unixepoch('now', '-1 days', 'start of day') + 38100) * 1000 AS at
        UNION ALL SELECT 2, 302822, (unixepoch('now', '-3 days', 'start of day') + 61200) * 1000
        UNION ALL SELECT 3, 234407, (unixepoch('now', '-9 days', 'start of day') + 52500) * 1000)
 WHERE true ON CONFLICT DO NOTHING;

INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, container,
                         size_bytes, duration_ms, status, drive_path, created_at, unwatermarked, search_text, customer_key, drive)
SELECT u.id, u.client_id, u.id, u.id, d.name, d.email, 'mp4', u.declared_length, d.duration, 'processed',
       strftime('%Y-%m/%Y-%m-%d ', u.created_at / 1000, 'unixepoch') || d.file || ' d' || d.n || '00000.mp4',
       u.created_at, 0, lower(d.name || ' ' || d.email), lower(d.email), 'built-in'
  FROM uploads u JOIN
       (SELECT '1' AS n, 'Maya Lind' AS name, 'maya.lind@example.com' AS email, 11160 AS duration, 'Maya Lind' AS file
        UNION ALL SELECT '2', 'Tom O''Hara', 'tom.ohara@example.com', 12280, 'Tom OHara'
        UNION ALL SELECT '3', 'Grace Obi', 'grace.obi@example.com', 11640, 'Grace Obi') d
    ON u.id = 'd' || d.n || '00000-0000-4000-8000-000000000000'
 WHERE true ON CONFLICT DO NOTHING;

INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business)
SELECT id, 1, 1, iif(id LIKE 'd3%', '2026-11', '2026-12'), created_at, 'Blue Door Bakery' FROM submissions WHERE id LIKE 'd_00000-0000-4000-8000-000000000000'
 ON CONFLICT DO NOTHING;

-- All three are public, on their own pages and on a wall. What nobody may take for a customer says so: the films in their
-- pictures, the wall in its name.
UPDATE submissions SET
  publication = 'public', published_at = created_at + 3600000, tags = '["demo"]', note = 'Drawn for the demo data.',
  notes_search_text = 'demo drawn for the demo data.', poster_width = 406, poster_height = 720,
  public_id = replace('d_3f0e9a47c15b8264e7d0935ab2c618', '_', substr(id, 2, 1)),
  public_copy = replace('d_81c4d75e20ba96f3147e5c8d0a2b6f', '_', substr(id, 2, 1)),
  poster = replace('d_5a2e60f9d84b1c73ae90f2d6b8451c', '_', substr(id, 2, 1))
 WHERE id LIKE 'd_00000-0000-4000-8000-000000000000' AND publication IS NULL;

INSERT INTO walls (id, client_id, settings, created_at)
VALUES ('b7e41d09c6a85f23be0d7419a63c5e82', 'c0000000-0000-4000-8000-000000000001',
        '{"name":"Drawn customers of a made-up bakery","layout":"grid","filling":"all","tag":"","scheme":"visitor","typeface":"ours","accent":"#d92d20","background":"#fffaf3","text":"#1a1510","radius":14,"items":[]}',
        1793491200000)
ON CONFLICT DO NOTHING;

UPDATE clients SET reset_day = CAST(substr(next_reset_date, 9) AS INTEGER);

DELETE FROM credit_ledger;
INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
SELECT id, 1, created_at, 'opening', credits, credits, ''
  FROM (SELECT id, created_at, credits_remaining + (SELECT count(*) FROM submissions WHERE client_id = clients.id) AS credits
          FROM clients WHERE counts_credits = 1);
INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
SELECT client_id, n + 1, created_at, 'submission', -1, credits_remaining + total - n, id
  FROM (SELECT s.id, s.client_id, s.created_at, c.credits_remaining, row_number() OVER (PARTITION BY s.client_id ORDER BY s.created_at) AS n,
               count(*) OVER (PARTITION BY s.client_id) AS total
          FROM submissions s JOIN clients c ON c.id = s.client_id WHERE c.counts_credits = 1);

UPDATE clients SET credit_changes = (SELECT count(*) FROM credit_ledger WHERE client_id = clients.id);

INSERT INTO client_days (client_id, day, submissions, credits_remaining)
SELECT client_id, strftime('%Y-%m-%d', at / 1000, 'unixepoch'), 0, balance FROM credit_ledger WHERE seq = 1
 ON CONFLICT DO NOTHING;

INSERT INTO client_days (client_id, day, submissions, credits_remaining)
SELECT client_id, strftime('%Y-%m-%d', created_at / 1000, 'unixepoch'), 1,
       47 + (SELECT count(*) FROM submissions later WHERE later.client_id = s.client_id AND later.created_at > s.created_at)
  FROM submissions s WHERE id LIKE 'd_00000-0000-4000-8000-000000000000'
 ON CONFLICT DO NOTHING;

UPDATE clients SET
  search_text = lower(company_name || ' ' || contact_name || ' ' || email || ' ' || custom_slug),
  submissions_count = (SELECT count(*) FROM submissions WHERE client_id = clients.id),
  storage_bytes = (SELECT coalesce(sum(size_bytes), 0) FROM submissions WHERE client_id = clients.id);

INSERT INTO submission_days (day, submissions) SELECT day, sum(submissions) FROM client_days GROUP BY day
 ON CONFLICT DO NOTHING;
