// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";

/** Returns zero or one client, with the fields that record pages may see. */
export const clientBySlugAddress = (query: Query<"_slug">) => withQuery("/api/public/get_client_by_slug", query);

/** Creates a resumable upload for the client named in `Upload-Metadata`; a body contains the first bytes. 423 `upload_locked` if the id exists; 429 `too_many_uploads`. */
export const uploadCreateAddress = "/api/uploads";

/** Appends bytes at the upload's current offset. 409 `wrong_offset`; 423 `upload_locked`. */
export const uploadPatchAddress = (upload: string) => path`/api/uploads/${upload}`;

/** Deletes an upload that was not accepted. */
export const uploadDeleteAddress = (upload: string) => path`/api/uploads/${upload}`;

/** Submits a testimonial: the video as the last part, or the `uploadId` of a finished upload. */
export const submitTestimonialAddress = "/functions/v1/submit-testimonial";

/** Submits a testimonial from a dialog: `live`, `demo`, or a branded page's name. */
export const testimonialReceiveAddress = (endpoint: string) => path`/webhooks/testimonials/${endpoint}`;
