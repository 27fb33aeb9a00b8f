import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
  recording,
} from "../../support/people/owner/clients.ts";
import {
  addSubmission,
  listSubmissions,
  type SubmissionPage as Page,
} from "../../support/people/customer/submissions.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const MINUTES = 60_000;
let sayso: Sayso;
let client: ClientRow;
let other: ClientRow;
let cookie: string;
let stranger: string;
before(async () => {
  sayso = await startWorker();
  [client, other] = [await addClient(sayso), await addClient(sayso)];
  cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  stranger = await signIn(sayso, await addUser(sayso, { clientId: other.id }));
});
after(() => sayso.close());

const list = (query = "", of = client, session = cookie) => listSubmissions(sayso, of, session, query);
const names = (page: Page) => page.submissions.map((line) => line.customer_name);

describe("tags and the private note", () => {
  test("are kept with a submission, found and filtered by, and seen by its business alone (PUB12)", async () => {
    const shop = await addClient(sayso);
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    const [ann, bob] = [
      await addSubmission(sayso, shop, { customer_name: "Ann" }),
      await addSubmission(sayso, shop, { customer_name: "Bob" }),
    ];
    const path = (id: string) => `/api/client/${shop.id}/submissions/${id}`;
    const put = (id: string, tags: string[], note = "", as = session) =>
      call(sayso, "PUT", `${path(id)}/notes`, { cookie: as, body: { tags, note } });
    assert.equal(
      (await put(ann, ["Café, Summer  2026", "CAFÉ"], "Speaks about the Müller order.")).status,
      200,
    );
    assert.equal((await put(bob, ["Café"])).status, 200);
    assert.equal((await put(bob, [], "", stranger)).status, 404);
    const found = async (query: string) => names((await list(query, shop, session)).page).toSorted();
    assert.deepEqual(await found("?q=muller"), ["Ann"]);
    assert.deepEqual(await found("?q=cafe"), ["Ann", "Bob"]);
    assert.deepEqual(await found(`?tag=${encodeURIComponent("Summer 2026")}`), ["Ann"]);
    assert.deepEqual(await found("?tag=Summer"), [], "a tag is found as a whole");
    const detail = await (await call(sayso, "GET", path(ann), { cookie: session })).json();
    assert.deepEqual(
      [detail.submission.tags, detail.note],
      [["Café", "Summer 2026"], "Speaks about the Müller order."],
    );
    const tags = await (await call(sayso, "GET", `/api/client/${shop.id}/tags`, { cookie: session })).json();
    assert.deepEqual(tags, { tags: ["Café", "Summer 2026"] });
    const refused = await put(ann, ["a".repeat(31)]);
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys((await refused.json()).fields), ["tags"]);
  });

  test("published and private ones are told apart (PUB12)", async () => {
    const shop = await addClient(sayso);
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    const id = await addSubmission(sayso, shop, { customer_name: "Ann" });
    await addSubmission(sayso, shop, { customer_name: "Bob" });
    await sayso.change(
      "UPDATE submissions SET publication = 'public', public_id = ?1, published_at = 1 WHERE id = ?1",
      id,
    );
    const found = async (status: string) => names((await list(`?status=${status}`, shop, session)).page);
    assert.deepEqual([await found("published"), await found("private")], [["Ann"], ["Bob"]]);
  });
});

describe("the list of submissions", () => {
  test("CLI13 pages by cursor: each once, newest first, also where many came in one millisecond", async () => {
    const shop = await addClient(sayso);
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    const at = Date.now();
    const createdAt = new Map<string, number>();
    for (let i = 0; i < 60; i += 1) {
      // Not in the order of insertion: 40 in one millisecond, and ten each before and after it.
      const created_at = i % 3 === 0 ? at + ((i * 7) % 20) - 10 : at;
      createdAt.set(await addSubmission(sayso, shop, { created_at }), created_at);
    }
    const seen: string[] = [];
    let next: string | null = "";
    const sizes = [];
    while (next !== null) {
      const { page }: { page: Page } = await list(next && `?before=${next}`, shop, session);
      sizes.push(page.submissions.length);
      seen.push(...page.submissions.map((line) => line.id));
      next = page.next;
    }
    assert.deepEqual(sizes, [25, 25, 10]);
    assert.deepEqual([...seen].toSorted(), [...createdAt.keys()].toSorted(), "each once");
    const order = seen.map((id) => createdAt.get(id) ?? 0);
    assert.deepEqual(
      order,
      order.toSorted((a, b) => b - a),
      "newest first",
    );
  });

  test("CLI14 searches names and addresses and filters by what a status means", async () => {
    const shop = await addClient(sayso);
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    await addSubmission(sayso, shop, { customer_name: "Zoë O'Neill", customer_email: "zoe@post.example" });
    await addSubmission(sayso, shop, { customer_name: "Bob", status: "awaiting_drive_upload" });
    await addSubmission(sayso, shop, { customer_name: "Cy", status: "drive_upload_failed" });
    const found = async (query: string) => names((await list(query, shop, session)).page).toSorted();
    assert.deepEqual(await found(`?q=${encodeURIComponent("O'NEILL")}`), ["Zoë O'Neill"]);
    assert.deepEqual(await found("?q=post.example"), ["Zoë O'Neill"]);
    assert.deepEqual(await found("?q=%25"), [], "no wildcard");
    assert.deepEqual(await found("?status=processed"), ["Zoë O'Neill"]);
    assert.deepEqual(await found("?status=pending"), ["Bob"]);
    assert.deepEqual(await found("?status=failed&q=c"), ["Cy"]);
    assert.equal((await list("?status=lost", shop, session)).status, 400);
    assert.equal((await list("?before=yesterday", shop, session)).status, 400);
  });

  test("finds a name by what people type for it, new or accepted before an update (CLI13)", async () => {
    const shop = await addClient(sayso);
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    const found = async (typed: string) =>
      names((await list(`?q=${encodeURIComponent(typed)}`, shop, session)).page).toSorted();
    for (const customerName of ["İbrahim O’Łuk", "Anne Müller–Weiß", "نیم\u200cفاطمه"])
      assert.equal(
        (await submit(sayso, form({ ...goodFields(shop.id), customerName }, await video()))).status,
        200,
      );
    for (const typed of ["ibrahim", "İBRAHİM", "oluk", "o'łuk"])
      assert.deepEqual(await found(typed), ["İbrahim O’Łuk"], typed);
    for (const typed of ["muller-weiss", "Müller–Weiß", "müller", "MULLER"])
      assert.deepEqual(await found(typed), ["Anne Müller-Weiß"], typed);
    assert.deepEqual(await found("نیمفاطمه"), ["نیم\u200cفاطمه"]);
    await sayso.change(
      "UPDATE submissions SET search_text = 'anne müller-weiß' WHERE client_id = ? AND customer_name LIKE 'Anne%'",
      shop.id,
    );
    assert.deepEqual(await found("Müller"), ["Anne Müller-Weiß"], "a row of before");
    assert.deepEqual(await found("'"), ["İbrahim O’Łuk"], "an apostrophe alone is not everything");
  });

  test("CLI13 finds by days, sorts either way over pages, and exports all that is found as CSV", async () => {
    const shop = await addClient(sayso);
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    const noon = (day: number) => Date.parse("2026-03-01T12:00:00Z") + day * 86_400_000;
    for (let day = 0; day < 30; day += 1)
      await addSubmission(sayso, shop, { customer_name: `Day ${day}`, created_at: noon(day) });
    const days = async (query: string) => names((await list(query, shop, session)).page);
    assert.deepEqual(await days("?from=2026-03-29"), ["Day 29", "Day 28"]);
    assert.deepEqual(await days("?to=2026-03-02&order=oldest"), ["Day 0", "Day 1"]);
    assert.deepEqual(await days("?from=2026-03-05&to=2026-03-05"), ["Day 4"]);
    const first = (await list("?order=oldest", shop, session)).page;
    const rest = (await list(`?order=oldest&before=${first.next}`, shop, session)).page;
    assert.deepEqual(
      [...names(first), ...names(rest)],
      Array.from({ length: 30 }, (_, day) => `Day ${day}`),
    );
    assert.equal(rest.next, null);
    for (const wrong of ["?from=March", "?to=2026-02-30", "?order=random"])
      assert.equal((await list(wrong, shop, session)).status, 400, wrong);
    const csv = await call(sayso, "GET", `/api/client/${shop.id}/submissions.csv?to=2026-03-28`, {
      cookie: session,
    });
    assert.match(
      csv.headers.get("content-disposition") ?? "",
      /filename="testimonials-\d{4}-\d\d-\d\d\.csv"/,
    );
    const [head, ...lines] = (await csv.text()).trim().split("\r\n");
    assert.match(head ?? "", /"received_at","name","email","status","seconds","bytes","id"/);
    assert.equal(lines.length, 28);
    assert.match(lines[0] ?? "", /^"2026-03-28T12:00:00Z","Day 27","ann@example.com","processed","3\.000",/);
  });

  test("AUT03 INV40 a foreign client's is not found, exactly like an unknown one's", async () => {
    const foreign = await list("", client, stranger);
    const unknown = await list("", { ...client, id: crypto.randomUUID() }, stranger);
    assert.deepEqual([foreign.status, foreign.page], [unknown.status, unknown.page]);
    assert.equal(foreign.status, 404);
  });
});

describe("one submission", () => {
  const path = (id: string, of = client) => `/api/client/${of.id}/submissions/${id}`;

  test("SUB34 shows the consent in the very words that were ticked, with version and time", async () => {
    const shop = await addClient(sayso, { company_name: "Blue Door" });
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    await submit(sayso, form({ ...goodFields(shop.id), customerName: "Ann B" }, await video()));
    const { id } = await until("delivered", async () => {
      const [line] = (await list("", shop, session)).page.submissions;
      return line?.status === "processed" ? line : undefined;
    });
    const answer = await call(sayso, "GET", path(id, shop), { cookie: session });
    const one = (await answer.json()) as {
      consent: {
        text_version: string;
        texts: { data: string; marketing: string };
        given_at: number;
        consent_data: boolean;
      };
      file_name: string;
      from_same_customer: number;
    };
    assert.match(one.consent.texts.data, /^I agree that Blue Door and its service provider Sayso may store/);
    assert.match(one.consent.texts.marketing, /Blue Door may use my testimonial in its marketing/);
    assert.ok(one.consent.consent_data && Math.abs(one.consent.given_at - Date.now()) < MINUTES);
    assert.match(one.file_name, /^\d{4}-\d\d-\d\d Ann B \w{8}\.webm$/);
    assert.equal(one.from_same_customer, 1);
    await sayso.change("UPDATE clients SET company_name = 'Red Gate' WHERE id = ?", shop.id);
    const renamed = await (await call(sayso, "GET", path(id, shop), { cookie: session })).json();
    assert.equal(
      (renamed as typeof one).consent.texts.data,
      one.consent.texts.data,
      "also after the business was renamed",
    );
    await sayso.change("UPDATE consents SET text_version = '2020-01' WHERE submission_id = ?", id);
    const old = await (await call(sayso, "GET", path(id, shop), { cookie: session })).json();
    assert.equal((old as typeof one).consent.texts, null, "never other words than those");
  });

  test("JOB10 its video plays in ranges and downloads under its own name", async () => {
    const id = await addSubmission(sayso, client, { customer_name: "Zoë", withVideo: true });
    const bytes = await recording();
    const full = await call(sayso, "GET", `${path(id)}/video`, { cookie });
    assert.equal(full.headers.get("content-type"), "video/webm");
    assert.match(full.headers.get("content-disposition") ?? "", /^inline;/);
    assert.deepEqual(new Uint8Array(await full.arrayBuffer()), bytes);
    const head = await call(sayso, "HEAD", `${path(id)}/video`, { cookie });
    assert.deepEqual([head.status, head.headers.get("content-length")], [200, String(bytes.length)]);
    const part = await call(sayso, "GET", `${path(id)}/video`, { cookie, headers: { range: "bytes=10-19" } });
    assert.deepEqual([part.status, part.headers.get("content-range")], [206, `bytes 10-19/${bytes.length}`]);
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.subarray(10, 20));
    const saved = await call(sayso, "GET", `${path(id)}/video?download`, { cookie });
    assert.match(
      saved.headers.get("content-disposition") ?? "",
      /^attachment; filename="[^"]+Zo_ [^"]+\.webm"; filename\*=UTF-8''.*Zo%C3%AB/,
    );
    await saved.body?.cancel();
    const past = await call(sayso, "GET", `${path(id)}/video`, {
      cookie,
      headers: { range: `bytes=${bytes.length}-` },
    });
    assert.equal(past.status, 416);
  });

  test("INV40 nothing of it is another client's, whichever way it is asked for", async () => {
    const id = await addSubmission(sayso, client, { withVideo: true });
    const asked = [
      ["GET", path(id), stranger],
      ["GET", path(id, other), stranger],
      ["GET", `${path(id)}/video`, stranger],
      ["GET", `${path(id, other)}/video`, stranger],
      ["DELETE", path(id), stranger],
      ["DELETE", path(id, other), stranger],
      ["GET", path(crypto.randomUUID()), cookie],
      ["GET", `${path(crypto.randomUUID())}/video`, cookie],
      ["DELETE", path(crypto.randomUUID()), cookie],
    ] as const;
    for (const [method, address, session] of asked) {
      assert.equal(
        (await call(sayso, method, address, { cookie: session })).status,
        404,
        `${method} ${address}`,
      );
    }
    assert.equal((await call(sayso, "GET", path(id), { cookie })).status, 200);
  });
});
