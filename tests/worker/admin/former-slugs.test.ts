// Former slugs are printed on cards: they keep leading to their client, and to no other.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ClientRecord } from "#api/generated/admin.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());
const { cookie } = adminCalls(() => sayso);

const unique = () => crypto.randomUUID().slice(0, 8);
/** Gives a client another slug, as an admin. */
async function rename({ id }: { id: string }, from: string, to: string) {
  const body = { changed: { custom_slug: to }, loaded: { custom_slug: from } };
  const answer = await call(sayso, "PATCH", `/api/admin/clients/${id}`, { cookie: await cookie(), body });
  return { http: answer.status, ...((await answer.json()) as Partial<ClientRecord> & { fields?: object }) };
}
const lookUp = async (slug: string): Promise<{ id: string; custom_slug: string }[]> =>
  (await sayso.fetch(`/api/public/get_client_by_slug?_slug=${slug}`)).json();
async function renamed(): Promise<{ client: ClientRow; old: string; now: string }> {
  const [old, now] = [`blue-door-${unique()}`, `red-door-${unique()}`];
  const client = await addClient(sayso, { custom_slug: old });
  assert.equal((await rename(client, old, now)).http, 200);
  return { client, old, now };
}

test("SUB10 CLI06 ADM16 a former slug leads to its client: page, look-up, title, submission and portal", async () => {
  const { client, old, now } = await renamed();
  for (const slug of [old, now, old.toUpperCase()]) {
    const [found] = await lookUp(slug);
    assert.deepEqual([found?.id, found?.custom_slug], [client.id, now], slug);
    const page = await sayso.fetch(`/record/${slug}`);
    assert.equal(page.status, 200);
    assert.match(await page.text(), new RegExp(`<title>Share your experience with ${client.company_name}`));
  }
  const { status } = await submit(sayso, form(goodFields(client.id), await video()));
  assert.equal(status, 200);
  const owner = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  for (const session of [owner, await cookie()]) {
    const dashboard = await call(sayso, "GET", `/api/client/dashboard?slug=${old}`, { cookie: session });
    assert.equal(((await dashboard.json()) as { client: { id: string } }).client.id, client.id);
  }
  const stranger = await signIn(sayso, await addUser(sayso, { clientId: (await addClient(sayso)).id }));
  assert.equal(
    (await call(sayso, "GET", `/api/client/dashboard?slug=${old}`, { cookie: stranger })).status,
    404,
  );
});

test("assigns no former slug, nor a look-alike, to another client (ADM16 INV49)", async () => {
  const { old } = await renamed();
  const other = await addClient(sayso);
  const cycles = await addClient(sayso, { custom_slug: `harbour-cycles-${unique()}` });
  assert.equal((await rename(cycles, cycles.custom_slug, `moved-${unique()}`)).http, 200);
  for (const slug of [
    old,
    old.replace("blue", "b1ue"),
    old.replaceAll("-", ""),
    cycles.custom_slug.replace("cycles", "cyc1es"),
    cycles.custom_slug.replace("cycles", "cycies"),
    cycles.custom_slug.replace("cycles", "cydes"),
  ]) {
    const { http, fields } = await rename(other, other.custom_slug, slug);
    assert.deepEqual([http, Object.keys(fields ?? {})], [400, ["custom_slug"]], slug);
    await assert.rejects(addClient(sayso, { custom_slug: slug }), /was another client's/, slug);
    await assert.rejects(
      sayso.change("UPDATE clients SET custom_slug = ? WHERE id = ?", slug, other.id),
      /was another client's/,
      slug,
    );
  }
});

test("ADM16 a client takes a former slug back, and keeps the one between", async () => {
  const { client, old, now } = await renamed();
  const back = await rename(client, now, old);
  assert.deepEqual([back.http, back.custom_slug, back.former_slugs], [200, old, [now]]);
  const third = await rename(client, old, `green-door-${unique()}`);
  assert.deepEqual(third.former_slugs, [old, now], "the newest first");
  for (const slug of [old, now]) assert.equal((await lookUp(slug))[0]?.id, client.id);
});

test("ADM16 INV49 an edit that is refused keeps no slug, whatever it says was loaded", async () => {
  const [shop, victim] = [await addClient(sayso), await addClient(sayso)];
  for (const loaded of [victim.custom_slug, "<script>", ""]) {
    const refused = await rename(shop, loaded, shop.custom_slug);
    assert.equal(refused.http, 409, loaded);
  }
  assert.deepEqual(await sayso.rows("SELECT slug FROM former_slugs WHERE client_id = ?", shop.id), []);
  await assert.rejects(
    sayso.change("INSERT INTO former_slugs VALUES (?, ?, 1)", victim.custom_slug, shop.id),
    /is another client's/,
  );
  assert.equal((await rename(victim, victim.custom_slug, `moved-${unique()}`)).http, 200);
  assert.equal((await lookUp(victim.custom_slug))[0]?.id, victim.id);
});

test("stores the replaced slug once after two concurrent changes (ADM16)", async () => {
  const old = `shop-${unique()}`;
  const client = await addClient(sayso, { custom_slug: old });
  const all = await Promise.all([1, 2, 3].map((number) => rename(client, old, `new-${number}-${unique()}`)));
  assert.deepEqual(all.map(({ http }) => http).toSorted(), [200, 409, 409]);
  const rows = await sayso.rows("SELECT slug FROM former_slugs WHERE client_id = ?", client.id);
  assert.deepEqual(rows, [{ slug: old }]);
});
