-- Data: the clients behind the demo, the site's own dialog and the branded pages. They are Sayso's own and count no
-- credits. The branded pages ask for reviews of one fixed place (BRA04), the sample place of Google's documentation: an
-- admin sets the real one in the client's record.

INSERT INTO clients (id, company_name, contact_name, email, status, custom_slug, credits_remaining, counts_credits,
                     watermark_enabled, drive_link, review_link_type, review_link_url, logo_url, created_at,
                     search_text, is_demo)
VALUES
  ('demo', 'Sayso', 'Sayso', 'hello@sayso.example', 'active', 'sayso-demo', 0, 0, 0, '/drive/folder/demo', 'None', NULL,
   NULL, 0, '', 1),
  ('live', 'Sayso', 'Sayso', 'hello@sayso.example', 'active', 'sayso', 0, 0, 0, '/drive/folder/live', 'None', NULL,
   NULL, 1759276800000, 'sayso sayso hello@sayso.example sayso', 0),
  ('wpms', 'WPMS', 'WPMS', 'wpms@sayso.example', 'active', 'wpms', 0, 0, 0, '/drive/folder/wpms',
   'Google Business Profile', 'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4', '/site/logos/wpms.svg',
   1759276800000, 'wpms wpms wpms@sayso.example wpms', 0),
  ('career-garage', 'Career Garage', 'Career Garage', 'career-garage@sayso.example', 'active', 'career-garage', 0, 0, 0,
   '/drive/folder/career-garage', 'Google Business Profile',
   'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4', '/site/logos/career-garage.svg', 1759276800000,
   'career garage career garage career-garage@sayso.example career-garage', 0),
  ('wpmsaic', 'WPMS AIC', 'WPMS AIC', 'wpmsaic@sayso.example', 'active', 'wpmsaic', 0, 0, 0, '/drive/folder/wpmsaic',
   'Google Business Profile', 'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4', '/site/logos/wpmsaic.svg',
   1759276800000, 'wpms aic wpms aic wpmsaic@sayso.example wpmsaic', 0);

INSERT INTO branded_pages (page, client_id)
VALUES ('wpms', 'wpms'), ('career-garage', 'career-garage'), ('wpmsaic', 'wpmsaic');
