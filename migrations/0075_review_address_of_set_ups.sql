-- The address of the review page, where a buyer named one.
ALTER TABLE onboarding_requests ADD COLUMN review_link_url TEXT;
