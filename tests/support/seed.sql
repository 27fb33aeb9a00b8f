-- Demo data of `cargo xtask start`: three businesses in the three states a customer can meet.

INSERT INTO clients (id, company_name, contact_name, email, plan_type, status, custom_slug, credits_per_month,
                     credits_remaining, next_reset_date, watermark_enabled, watermark_text, drive_link,
                     review_link_type, review_link_url, logo_url, created_at)
VALUES
  ('c0000000-0000-4000-8000-000000000001', 'Blue Door Bakery', 'Ann Baker', 'ann@bluedoorbakery.example', 'standard',
   'active', 'blue-door-bakery', 50, 50, '2026-12-01', 1, 'Blue Door Bakery',
   '/drive/folder/c0000000-0000-4000-8000-000000000001', 'Google Business Profile', 'https://example.com/review',
   '/media/c0000000-0000-4000-8000-000000000001/logo.png', 1793491200000),
  ('c0000000-0000-4000-8000-000000000002', 'Harbour Cycles', 'Sam Wheeler', 'sam@harbourcycles.example', 'no-setup',
   'active', 'harbour-cycles', 50, 0, '2026-12-05', 0, NULL,
   '/drive/folder/c0000000-0000-4000-8000-000000000002', 'Facebook', NULL, NULL, 1793577600000),
  ('c0000000-0000-4000-8000-000000000003', 'Fern & Field Florists', 'Rose Field', 'rose@fernandfield.example', 'standard',
   'suspended', 'fern-and-field', 50, 12, '2026-12-09', 1, 'Fern & Field',
   '/drive/folder/c0000000-0000-4000-8000-000000000003', 'None', NULL, NULL, 1793664000000)
ON CONFLICT (id) DO UPDATE SET
  status = excluded.status, credits_remaining = excluded.credits_remaining, drive_link = excluded.drive_link;
