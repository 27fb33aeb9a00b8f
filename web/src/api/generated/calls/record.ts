// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";

/** Zero or one client, as the record pages know it. */
export const clientBySlugAddress = (query: Query<"_slug">) => withQuery("/api/public/get_client_by_slug", query);

/** Creates a resumable upload for the client that `Upload-Metadata` names; a body is its first bytes. 423 `upload_locked` where there is one of that id. */
export const uploadCreateAddress = "/api/uploads";

/** Adds bytes at the offset where the upload stands. 409 `wrong_offset`, 423 `upload_locked`. */
export const uploadPatchAddress = (upload: string) => path`/api/uploads/${upload}`;

/** Ends an upload that was not accepted. */
export const uploadDeleteAddress = (upload: string) => path`/api/uploads/${upload}`;

/** Submits a testimonial: the video as the last part, or the `uploadId` of a finished upload. */
export const submitTestimonialAddress = "/functions/v1/submit-testimonial";

/** Submits a testimonial of a dialog: `live`, `demo`, or a branded page's name. */
export const testimonialReceiveAddress = (endpoint: string) => path`/webhooks/testimonials/${endpoint}`;
