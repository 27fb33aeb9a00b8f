/** Every address that public pages call; those of the portals stand apart, so that no public page loads them. */
export const clientBySlug = (slug: string) =>
  `/api/public/get_client_by_slug?${new URLSearchParams({ _slug: slug })}`;

export const uploads = "/api/uploads";

/** The least that the server answers to anybody. */
export const robotsTxt = "/robots.txt";

export const submitTestimonial = "/functions/v1/submit-testimonial";

export const subscribe = "/functions/v1/subscribe-getresponse";

export const confirmSignUp = "/api/public/sign-ups/confirm";

export const clientOnboarding = "/functions/v1/client-onboarding";

export const checkout = (id: string) => `/api/public/checkout/${encodeURIComponent(id)}`;

export const partnerCode = (code: string) => `/api/public/partner-codes/${encodeURIComponent(code)}`;

/** Where a dialog's testimonial goes that belongs to no page of its own: live by default, apart from it the demo's. */
export const webhooks = { live: "/webhooks/testimonials/live", demo: "/webhooks/testimonials/demo" };
