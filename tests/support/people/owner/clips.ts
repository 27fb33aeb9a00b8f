// Clips of testimonials, as the portal stores them.
import type { ClipView, Recipe } from "#api/generated/clips.ts";
import type { Sayso } from "../../runtime/worker.ts";
import { another, fixture, type ClientRow } from "./clients.ts";
import { jpeg } from "./posters.ts";
import { secretId } from "./publications.ts";

/** The second second of a film, square. */
export const RECIPE: Recipe = {
  keep: [{ from_ms: 1000, to_ms: 2000 }],
  format: "1:1",
  framing: { x: 500, y: 500 },
  background: "#15120e",
  captions: "none",
  has_strip: false,
  poster_ms: 1500,
  mark: "none",
};

/** A film of one second. */
export const clipFilm = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(another(await fixture("seeds/flat.mp4")));

type Parts = { recipe?: unknown; film?: Uint8Array<ArrayBuffer>; still?: Uint8Array<ArrayBuffer> };

/** A clip as the portal sends it. */
export async function clipForm({
  recipe = RECIPE,
  film,
  still = jpeg(480, 480),
}: Parts = {}): Promise<FormData> {
  const form = new FormData();
  form.set("recipe", JSON.stringify(recipe));
  form.set("film", new File([film ?? (await clipFilm())], "clip.mp4", { type: "video/mp4" }));
  form.set("still", new File([still], "still.jpg", { type: "image/jpeg" }));
  form.set("card", new File([jpeg(1200, 630)], "card.jpg", { type: "image/jpeg" }));
  return form;
}

type Owner = { client: Pick<ClientRow, "id">; cookie: string; id: string };

/** The path of a submission's clips, or of one of them. */
export const clipsPath = ({ client, id }: Omit<Owner, "cookie">, more = "") =>
  `/api/client/${client.id}/submissions/${id}/clips${more}`;

/** Stores a clip under an id. */
export const putClip = (sayso: Sayso, owner: Owner, form: FormData, clipId = secretId()) =>
  sayso.fetch(clipsPath(owner, `/${clipId}`), {
    method: "PUT",
    headers: { cookie: owner.cookie, origin: "https://sayso.test" },
    body: form,
  });

/** Stores a clip and returns it. */
export const addClip = async (sayso: Sayso, owner: Owner, parts: Parts = {}): Promise<ClipView> =>
  (await putClip(sayso, owner, await clipForm(parts))).json();

/** Has the customer of a submission agreed to clips of its film of three seconds. */
export async function allowClips(sayso: Sayso, submissionId: string): Promise<void> {
  await sayso.change("UPDATE consents SET text_version = '2026-12' WHERE submission_id = ?", submissionId);
  await sayso.change("UPDATE submissions SET duration_ms = 3000 WHERE id = ?", submissionId);
}

/** Plants a clip of a submission, of texts in place of its film and its picture, and returns its id. */
export async function plantClip(sayso: Sayso, submissionId: string): Promise<string> {
  const [id, film, poster] = [secretId(), secretId(), secretId()];
  await sayso.media.put(`clips/${film}`, "a film");
  await sayso.media.put(`posters/${poster}/still.jpg`, "a JPEG");
  await sayso.change(
    `INSERT INTO clips (id, submission_id, recipe, film, width, height, size_bytes, duration_ms, poster, created_at)
     VALUES (?, ?, ?, ?, 1080, 1080, 6, 1000, ?, ?)`,
    id,
    submissionId,
    JSON.stringify(RECIPE),
    film,
    poster,
    Date.now(),
  );
  return id;
}
