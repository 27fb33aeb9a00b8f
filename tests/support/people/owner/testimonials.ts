// Delivered testimonials of a client, their publication, and their customers' private links.
import assert from "node:assert/strict";
import type { Published, SubmissionDetail } from "#api/generated/client.ts";
import { linkSignature } from "../../runtime/keys.ts";
import { until, type Sayso } from "../../runtime/worker.ts";
import { addClient, form, goodFields, submit, video, type ClientRow } from "./clients.ts";
import { ownerOf } from "./drive-owners.ts";
import { posterForm } from "./posters.ts";
import { call } from "./users.ts";

/** Expiry of the links to customers' own testimonials. */
const NEVER = 253_402_300_799_000;

/** A client with its owner's cookie, and one delivered testimonial with its customer's address and its video. */
export type Owner = { client: ClientRow; cookie: string; id: string; email: string; film: Uint8Array };

export async function withTestimonial(
  sayso: Sayso,
  fields: Record<string, string> = {},
  overrides: Partial<ClientRow> = {},
  film?: Uint8Array,
): Promise<Owner> {
  const client = await addClient(sayso, overrides);
  const email = `${crypto.randomUUID()}@example.com`;
  const filled = { ...goodFields(client.id), customerEmail: email, ...fields };
  const sent = film ?? new Uint8Array(await video());
  assert.equal((await submit(sayso, form(filled, sent))).status, 200);
  const row = await until("the delivery", () =>
    sayso.row("SELECT id FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
  );
  return { client, cookie: (await ownerOf(sayso, client)).cookie, id: row.id as string, email, film: sent };
}

/** A call to the API about the testimonial. */
export const about = (sayso: Sayso, { client, cookie, id }: Owner, method: "GET" | "POST", more = "") =>
  call(sayso, method, `/api/client/${client.id}/submissions/${id}${more}`, { cookie });

export const detailOf = async (sayso: Sayso, owner: Owner) =>
  (await (await about(sayso, owner, "GET")).json()) as SubmissionDetail;

/** Publishes submissions of the client, or takes them back. */
export async function change(
  sayso: Sayso,
  { client, cookie }: Pick<Owner, "client" | "cookie">,
  what: "publish" | "unpublish",
  ids: string[],
): Promise<Published> {
  const path = `/api/client/${client.id}/submissions/${what}`;
  return (await (await call(sayso, "POST", path, { cookie, body: { ids } })).json()) as Published;
}

export const publish = (sayso: Sayso, owner: Owner) => change(sayso, owner, "publish", [owner.id]);

/** The path of its public page, once its copy is made. */
export const publicPath = (sayso: Sayso, owner: Owner): Promise<string> =>
  until("its copy", async () => {
    const { publication } = await detailOf(sayso, owner);
    return publication?.status === "public" && publication.path;
  });

export const putPoster = (
  sayso: Sayso,
  { client, cookie, id }: Owner,
  ...images: Parameters<typeof posterForm>
) =>
  sayso.fetch(`/api/client/${client.id}/submissions/${id}/poster`, {
    method: "PUT",
    headers: { cookie, origin: "https://sayso.test" },
    body: posterForm(...images),
  });

/** The customer's private link. */
export const own = (id: string, more = "") =>
  `/yours/${id}${more}?expires=${NEVER}&signature=${linkSignature("own-testimonial", id, NEVER)}`;

export const press = (sayso: Sayso, path: string) =>
  sayso.fetch(path, { method: "POST", redirect: "manual", headers: { origin: "https://sayso.test" } });

/** Every public address of a testimonial. */
const addresses = (path: string) => [
  path,
  `${path}/film`,
  `${path}/poster.jpg`,
  `${path}/card.jpg`,
  `${path}/captions.vtt`,
  path.replace("/t/", "/embed/"),
  `/oembed?url=${encodeURIComponent(`https://sayso.test${path}`)}`,
];

/** The status of each public address, `PUBLIC` or `GONE`. What is gone has no content. */
export const publicStatuses = (sayso: Sayso, path: string): Promise<number[]> =>
  Promise.all(
    addresses(path).map(async (address) => {
      const answer = await sayso.fetch(address, { headers: { range: "bytes=0-9" } });
      const body = await answer.text();
      if (answer.status === 410) assert.ok(!body.includes("Example"), address);
      return answer.status;
    }),
  );
/** While it has no captions. */
export const PUBLIC = [200, 206, 200, 200, 404, 200, 200];
export const GONE = PUBLIC.map(() => 410);
