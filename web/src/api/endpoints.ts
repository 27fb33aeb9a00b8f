/** Every address the app calls. */
export const clientBySlug = (slug: string) =>
  `/api/public/get_client_by_slug?${new URLSearchParams({ _slug: slug })}`;

export const uploads = "/api/uploads";

export const submitTestimonial = "/functions/v1/submit-testimonial";
