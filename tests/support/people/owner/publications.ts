// Published testimonials, planted in numbers.
import { video, type ClientRow } from "./clients.ts";
import { addSubmission, type SubmissionOptions } from "../customer/submissions.ts";
import type { Sayso } from "../../runtime/worker.ts";

export type Publication = {
  /** The submission's id. */
  id: string;
  publicId: string;
};

/** A random id as the Worker gives them. */
export const secretId = () => crypto.randomUUID().replaceAll("-", "");

/** Plants a published testimonial with its copy and poster, `poster` if it is not to be a text. */
export async function addPublication(
  sayso: Sayso,
  client: ClientRow,
  overrides: SubmissionOptions & { published_at?: number; poster?: Uint8Array | string } = {},
): Promise<Publication> {
  const { published_at: at = Date.now(), poster: still = "a JPEG", ...options } = overrides;
  const id = await addSubmission(sayso, client, options);
  const [publicId, copy, poster] = [secretId(), secretId(), secretId()];
  await sayso.media.put(`public/${copy}`, await video());
  for (const name of ["still", "card"]) await sayso.media.put(`posters/${poster}/${name}.jpg`, still);
  await sayso.change(
    `UPDATE submissions SET publication = 'public', public_id = ?, public_copy = ?, poster = ?, published_at = ?,
                            poster_width = 720, poster_height = 1280, container = 'mp4' WHERE id = ?`,
    publicId,
    copy,
    poster,
    at,
    id,
  );
  return { id, publicId };
}
