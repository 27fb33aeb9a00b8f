import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video, type ClientRow } from "../../support/clients.ts";
import { plantSubmission } from "../../support/jobs.ts";
import { addSubmission } from "../../support/submissions.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

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

type Page = {
  submissions: { id: string; customer_name: string; status: string; playable: boolean }[];
  next: string | null;
};
const list = async (query = "", of = client, who = cookie) => {
  const answer = await call(sayso, "GET", `/api/client/${of.id}/submissions${query}`, { cookie: who });
  return { status: answer.status, page: (await answer.json()) as Page };
};
const names = (page: Page) => page.submissions.map((line) => line.customer_name);

describe("the list of submissions", () => {
  test("CLI13 pages by cursor: each once, newest first, also where many came in one millisecond", async () => {
    const shop = await addClient(sayso);
    const who = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    const at = Date.now();
    const ids = [];
    for (let i = 0; i < 60; i += 1)
      ids.push(await addSubmission(sayso, shop, { created_at: i < 40 ? at : at - i }));
    const seen: string[] = [];
    let next: string | null = "";
    const sizes = [];
    while (next !== null) {
      const { page }: { page: Page } = await list(next && `?before=${next}`, shop, who);
      sizes.push(page.submissions.length);
      seen.push(...page.submissions.map((line) => line.id));
      next = page.next;
    }
    assert.deepEqual(sizes, [25, 25, 10]);
    assert.deepEqual([...seen].toSorted(), [...ids].toSorted());
  });

  test("CLI14 searches names and addresses and filters by what a status means", async () => {
    const shop = await addClient(sayso);
    const who = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    await addSubmission(sayso, shop, { customer_name: "Zoë O'Neill", customer_email: "zoe@post.example" });
    await addSubmission(sayso, shop, { customer_name: "Bob", status: "awaiting_drive_upload" });
    await addSubmission(sayso, shop, { customer_name: "Cy", status: "drive_upload_failed" });
    const found = async (query: string) => names((await list(query, shop, who)).page).toSorted();
    assert.deepEqual(await found(`?q=${encodeURIComponent("O'NEILL")}`), ["Zoë O'Neill"]);
    assert.deepEqual(await found("?q=post.example"), ["Zoë O'Neill"]);
    assert.deepEqual(await found("?q=%25"), [], "no wildcard");
    assert.deepEqual(await found("?status=processed"), ["Zoë O'Neill"]);
    assert.deepEqual(await found("?status=pending"), ["Bob"]);
    assert.deepEqual(await found("?status=failed&q=c"), ["Cy"]);
    assert.equal((await list("?status=lost", shop, who)).status, 400);
    assert.equal((await list("?before=yesterday", shop, who)).status, 400);
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
    const who = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    await submit(sayso, form({ ...goodFields(shop.id), customerName: "Ann B" }, await video()));
    const { id } = await until("delivered", async () => {
      const [line] = (await list("", shop, who)).page.submissions;
      return line?.playable ? line : undefined;
    });
    const answer = await call(sayso, "GET", path(id, shop), { cookie: who });
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
    const renamed = await (await call(sayso, "GET", path(id, shop), { cookie: who })).json();
    assert.equal(
      (renamed as typeof one).consent.texts.data,
      one.consent.texts.data,
      "also after the business was renamed",
    );
    await sayso.change("UPDATE consents SET text_version = '2020-01' WHERE submission_id = ?", id);
    const old = await (await call(sayso, "GET", path(id, shop), { cookie: who })).json();
    assert.equal((old as typeof one).consent.texts, null, "never other words than those");
  });

  test("JOB10 its video plays in ranges and downloads under its own name", async () => {
    const id = await addSubmission(sayso, client, { customer_name: "Zoë", withVideo: true });
    const bytes = await video();
    const whole = await call(sayso, "GET", `${path(id)}/video`, { cookie });
    assert.equal(whole.headers.get("content-type"), "video/webm");
    assert.match(whole.headers.get("content-disposition") ?? "", /^inline;/);
    assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), bytes);
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
    for (const [method, address, who] of asked) {
      assert.equal((await call(sayso, method, address, { cookie: who })).status, 404, `${method} ${address}`);
    }
    assert.equal((await call(sayso, "GET", path(id), { cookie })).status, 200);
  });
});

describe("INV51 erasing what a customer sent", () => {
  const erase = (id: string, who = cookie, query = "") =>
    call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}${query}`, { cookie: who });

  /** Every place that holds anything: all rows of all tables, all keys and all bytes. */
  async function everything(): Promise<string> {
    const tables = await sayso.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf%' AND name NOT LIKE 'd1_%'",
    );
    const rows = await Promise.all(tables.map((table) => sayso.rows(`SELECT * FROM "${table.name}"`)));
    return JSON.stringify([rows, await sayso.keys("")]);
  }

  test("INV51 a search for the address finds nothing anywhere but the record, which does not hold it", async () => {
    const email = "forget.me@example.com";
    for (const name of ["Unforgettable Una", "Una Again"]) {
      await submit(
        sayso,
        form({ ...goodFields(client.id), customerName: name, customerEmail: email }, await video()),
      );
    }
    const lines = await until("both delivered and mailed", async () => {
      const { page } = await list(`?q=${email}`);
      const sent = await sayso.rows(
        "SELECT 1 FROM emails WHERE state = 'sent' AND recipient = ?",
        client.email,
      );
      return page.submissions.length === 2 &&
        page.submissions.every((line) => line.playable) &&
        sent.length >= 2
        ? page.submissions
        : undefined;
    });
    const kept = await addSubmission(sayso, client, {
      customer_name: "Stays",
      customer_email: "stays@example.com",
      withVideo: true,
    });
    const earlier = await everything();
    assert.ok(earlier.includes(email) && earlier.includes("Unforgettable"));
    const credits = (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))
      ?.n;

    const first = lines[0]?.id ?? "";
    const answer = await erase(first, cookie, "?customer=all");
    assert.deepEqual([answer.status, await answer.json()], [200, { erased: 2 }]);
    await sayso.schedule(new Date(Date.now() + 6 * MINUTES));
    const left = await everything();
    for (const trace of [email, "Una", first.slice(0, 8) + ".webm"]) assert.ok(!left.includes(trace), trace);
    assert.ok(left.includes("stays@example.com"));
    assert.ok(
      (await call(sayso, "GET", `/api/client/${client.id}/submissions/${kept}/video`, { cookie })).ok,
    );
    const records = await sayso.rows("SELECT * FROM erasures WHERE client_id = ?", client.id);
    assert.equal(records.length, 2);
    assert.ok(
      records.every(
        (record) => record.swept_at && !record.drive_path && !record.upload_id && record.erased_by,
      ),
    );
    assert.equal(
      (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n,
      credits,
      "no credit comes back",
    );
    assert.equal((await erase(first)).status, 404);
  });

  test("INV51 a drive link that was changed since, or was never good, leaves no video behind", async () => {
    const id = await addSubmission(sayso, client, { withVideo: true });
    const waiting = await plantSubmission(sayso, client, undefined, 60 * MINUTES);
    await sayso.change("INSERT INTO consents VALUES (?, 1, 1, '2026-11', 1, 'Shop')", waiting.submissionId);
    await sayso.change(
      "UPDATE clients SET drive_link = 'https://drive.example/elsewhere' WHERE id = ?",
      client.id,
    );
    for (const one of [id, waiting.submissionId]) assert.equal((await erase(one)).status, 200);
    await sayso.schedule(new Date(Date.now() + 6 * MINUTES));
    const left = (await sayso.keys("")).filter(
      (key) => key.includes(id.slice(0, 8)) || key.includes(waiting.uploadId),
    );
    assert.deepEqual(left, []);
    await sayso.change("UPDATE clients SET drive_link = ? WHERE id = ?", client.drive_link, client.id);
  });

  test("INV51 all of a customer is asked for in words, and nothing else passes for it", async () => {
    const id = await addSubmission(sayso, client);
    for (const query of ["?customer", "?customer=false", "?customer=%ZZ"]) {
      assert.equal((await erase(id, cookie, query)).status, 400, query);
    }
  });

  test("INV51 one alone can be erased, and the customer's others stay", async () => {
    const email = "twice@example.com";
    const [one, two] = [
      await addSubmission(sayso, client, { customer_email: email, withVideo: true }),
      await addSubmission(sayso, client, { customer_email: email.toUpperCase(), withVideo: true }),
    ];
    const shown = await (
      await call(sayso, "GET", `/api/client/${client.id}/submissions/${one}`, { cookie })
    ).json();
    assert.equal((shown as { from_same_customer: number }).from_same_customer, 2);
    assert.deepEqual(await (await erase(one)).json(), { erased: 1 });
    assert.deepEqual(
      (await list(`?q=${email}`)).page.submissions.map((line) => line.id),
      [two],
    );
    assert.ok(!(await sayso.keys(`drive/${client.id}/`)).some((key) => key.includes(one.slice(0, 8))));
    assert.ok((await sayso.keys(`drive/${client.id}/`)).some((key) => key.includes(two.slice(0, 8))));
  });

  test("INV51 one that waits for its delivery, or failed, is erased with its uploaded bytes and its job", async () => {
    const planted = await plantSubmission(sayso, client, undefined, 60 * MINUTES);
    await sayso.change("INSERT INTO consents VALUES (?, 1, 1, '2026-11', 1, 'Shop')", planted.submissionId);
    assert.equal((await erase(planted.submissionId)).status, 200);
    assert.deepEqual(await sayso.keys(`uploads/${planted.uploadId}/`), []);
    assert.equal(await sayso.row("SELECT 1 FROM job_queue WHERE id = ?", planted.jobId), undefined);
    await sayso.deliver(planted.jobId);
    assert.ok(
      !(await sayso.keys(`drive/${client.id}/`)).some((key) =>
        key.includes(planted.submissionId.slice(0, 8)),
      ),
    );
  });

  test("INV51 a delivery that is under way while it happens leaves nothing in the folder", async () => {
    for (let round = 0; round < 5; round += 1) {
      const planted = await plantSubmission(sayso, client);
      await Promise.all([sayso.deliver(planted.jobId), erase(planted.submissionId)]);
      await sayso.schedule(new Date(Date.now() + 6 * MINUTES));
      const left = (await sayso.keys("")).filter(
        (key) => key.includes(planted.submissionId.slice(0, 8)) || key.includes(planted.uploadId),
      );
      assert.deepEqual(left, []);
    }
  });

  test("INV51 erased twice side by side it is erased once", async () => {
    const id = await addSubmission(sayso, client, { withVideo: true });
    const answers = await Promise.all([erase(id), erase(id), erase(id)]);
    const erased = (await Promise.all(answers.map((answer) => answer.json()))).map(
      (reply) => (reply as { erased?: number }).erased ?? 0,
    );
    assert.equal(
      erased.reduce((sum, n) => sum + n, 0),
      1,
    );
    assert.equal((await sayso.rows("SELECT 1 FROM erasures WHERE submission_id = ?", id)).length, 1);
  });

  test("INV46 INV51 it cannot be asked for from a foreign page, or by a stranger", async () => {
    const id = await addSubmission(sayso, client);
    const foreign = { cookie, headers: { origin: "https://evil.example" } };
    assert.equal(
      (await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}`, foreign)).status,
      403,
    );
    assert.equal((await erase(id, stranger)).status, 404);
    assert.equal((await erase(id, "")).status, 401);
    assert.ok(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", id));
  });
});
