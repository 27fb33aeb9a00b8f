// The details that a business changes itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { creditCalls } from "../../support/people/owner/credits.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { ownerOf } = creditCalls(() => sayso);

type Fields = Record<string, unknown>;

type Answer = { code?: string; fields?: Record<string, string> };

async function send(client: ClientRow, cookie: string, body: Fields) {
  const answer = await call(sayso, "PATCH", `/api/client/${client.id}/business`, { cookie, body });
  return { status: answer.status, reply: (await answer.json()) as Answer };
}

const change = (client: ClientRow, cookie: string, changed: Fields, loaded: Fields) =>
  send(client, cookie, { changed, loaded });

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;

test("an owner changes name, contact, link, review page and questions, and the old link leads on (CLI03 CLI07 SUB09)", async () => {
  const client = await addClient(sayso, { company_name: "Blue Door", review_link_type: "None" });
  const cookie = await ownerOf(client);
  const slug = unique("green-door");
  const changed = {
    company_name: "Green Door",
    contact_name: "Bea",
    custom_slug: slug,
    review_link_type: "Trustpilot",
    review_link_url: "https://uk.trustpilot.com/evaluate/green.example",
    questions: "What <changed>?\nWho is it for?",
  };
  const old = await sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
  const loaded = Object.fromEntries(Object.keys(changed).map((name) => [name, old?.[name]]));
  const { status, reply } = await change(client, cookie, changed, loaded);
  assert.equal(status, 200, JSON.stringify(reply));
  const now = await sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
  for (const [name, value] of Object.entries(changed)) assert.equal(now?.[name], value, name);
  assert.match(await (await sayso.fetch(`/record/${slug}`)).text(), /Green Door/);
  assert.match(await (await sayso.fetch(`/record/${client.custom_slug}`)).text(), /Green Door/);
  for (const [path, form] of [
    ["", "the app"],
    ["/video", "without the app"],
  ]) {
    const page = await (await sayso.fetch(`/record/${slug}${path}`)).text();
    assert.match(page, /<li>What &(lt|#60);changed&(gt|#62);\?<\/li>\s*<li>Who is it for\?<\/li>/, form);
  }
  const line = await sayso.row(
    "SELECT after FROM audit_log WHERE subject = ? AND action = 'client.edit'",
    client.id,
  );
  assert.match(String(line?.after), /Green Door/);
});

test("an owner changes nothing that is not a business's own, and nothing of another business (CLI03 INV47)", async () => {
  const client = await addClient(sayso, { credits_remaining: 3 });
  const cookie = await ownerOf(client);
  for (const [name, value] of Object.entries({
    credits_remaining: 99,
    status: "active",
    plan_type: "no-setup",
    email: "else@shop.example",
    drive_link: "",
    next_reset_date: "2030-01-01",
    id: "other",
  })) {
    const refused = await change(client, cookie, { [name]: value }, { [name]: null });
    assert.equal(refused.status, 400, name);
    assert.deepEqual(Object.keys(refused.reply.fields ?? {}), [name]);
  }
  const adjusted = await send(client, cookie, { changed: {}, loaded: {}, credit_adjustment: 50 });
  assert.equal(adjusted.status, 400);
  const other = await addClient(sayso, { company_name: "Theirs" });
  const foreign = await change(other, cookie, { company_name: "Mine" }, { company_name: "Theirs" });
  assert.equal(foreign.status, 404);
  const row = await sayso.row("SELECT credits_remaining FROM clients WHERE id = ?", client.id);
  assert.equal(row?.credits_remaining, 3);
});

test("a review button of an owner's leads somewhere (SUB09)", async () => {
  const client = await addClient(sayso, { review_link_type: "None" });
  const cookie = await ownerOf(client);
  const none = { review_link_type: "None", review_link_url: null };
  const bare = await change(client, cookie, { review_link_type: "Facebook" }, { review_link_type: "None" });
  assert.match(String(bare.reply.fields?.review_link_url), /enter the address of your review page/);
  const complete = { review_link_type: "Facebook", review_link_url: "https://www.facebook.com/shop" };
  assert.equal((await change(client, cookie, complete, none)).status, 200);
  const emptied = await change(
    client,
    cookie,
    { review_link_url: null },
    { review_link_url: complete.review_link_url },
  );
  assert.deepEqual(Object.keys(emptied.reply.fields ?? {}), ["review_link_url"]);
  assert.equal((await change(client, cookie, none, complete)).status, 200);
});

test("a link that is taken, or too many, is refused beside its field, and a lost race saves nothing (CLI07 INV49)", async () => {
  const [client, other] = [await addClient(sayso), await addClient(sayso)];
  const cookie = await ownerOf(client);
  const taken = await change(
    client,
    cookie,
    { custom_slug: other.custom_slug },
    { custom_slug: client.custom_slug },
  );
  assert.equal(taken.reply.fields?.custom_slug, "Another business has this address already.");
  const late = await change(client, cookie, { contact_name: "Late" }, { contact_name: "Never so" });
  assert.deepEqual([late.status, late.reply.code], [409, "changed_meanwhile"]);
  let slug = client.custom_slug;
  for (let turn = 0; turn < 10; turn += 1) {
    const next = unique("turn");
    assert.equal((await change(client, cookie, { custom_slug: next }, { custom_slug: slug })).status, 200);
    slug = next;
  }
  const many = await change(client, cookie, { custom_slug: unique("more") }, { custom_slug: slug });
  assert.match(String(many.reply.fields?.custom_slug), /contact support/);
});
