import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { addSubmission, listSubmissions } from "../../support/people/customer/submissions.ts";
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

describe("INV51 erasing what a customer sent", () => {
  const erase = (id: string, session = cookie, query = "") =>
    call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}${query}`, { cookie: session });

  /** Everything stored: all rows of all tables; keys, metadata and bytes of all objects. */
  async function everything(): Promise<string> {
    const tables = await sayso.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf%' AND name NOT LIKE 'd1_%'",
    );
    const rows = await Promise.all(tables.map((table) => sayso.rows(`SELECT * FROM "${table.name}"`)));
    const objects = await Promise.all(
      (await sayso.keys("")).map(async (key) => {
        const object = await sayso.media.get(key);
        const bytes = Buffer.from(await object.arrayBuffer()).toString("latin1");
        return [key, object.customMetadata, object.httpMetadata, bytes];
      }),
    );
    return JSON.stringify([rows, objects]);
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
        "SELECT 1 FROM emails WHERE status = 'sent' AND recipient = ?",
        client.email,
      );
      return page.submissions.length === 2 &&
        page.submissions.every(({ status }) => status === "processed") &&
        sent.length >= 2
        ? page.submissions
        : undefined;
    });
    const untouched = await addSubmission(sayso, client, {
      customer_name: "Stays",
      customer_email: "stays@example.com",
      withVideo: true,
    });
    // Planted where only a search of bytes or metadata finds it.
    const folder = `drive/${client.id}/`;
    const [ofThem] = (await sayso.keys(folder)).filter((key) =>
      key.includes(lines[0]?.id.slice(0, 8) ?? "-"),
    );
    const original = await sayso.media.get(ofThem);
    await sayso.media.put(
      ofThem,
      Buffer.concat([Buffer.from(await original.arrayBuffer()), Buffer.from("bytes of Una")]),
      {
        httpMetadata: original.httpMetadata,
        customMetadata: { sender: "metadata of Una" },
      },
    );
    const earlier = await everything();
    for (const trace of [email, "Unforgettable", "bytes of Una", "metadata of Una"])
      assert.ok(earlier.includes(trace), trace);
    const credits = (await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))
      ?.n;

    const first = lines[0]?.id ?? "";
    const answer = await erase(first, cookie, "?customer=all");
    assert.deepEqual([answer.status, await answer.json()], [200, { erased: 2, left: 0, returned: 0 }]);
    await sayso.schedule(new Date(Date.now() + 15 * MINUTES));
    const left = await everything();
    for (const trace of [email, "Una", first.slice(0, 8) + ".webm"]) assert.ok(!left.includes(trace), trace);
    assert.ok(left.includes("stays@example.com"));
    assert.ok(
      (await call(sayso, "GET", `/api/client/${client.id}/submissions/${untouched}/video`, { cookie })).ok,
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

  test("CLI14 INV51 a customer is found and erased however name and address are typed", async () => {
    for (const [customerName, customerEmail] of [
      ["Zoe\u0308 O\u2018Hara", "zoe@bücher.example"],
      ["Zoë O'Hara", "ZOE@xn--bcher-kva.example"],
    ] as const) {
      await submit(sayso, form({ ...goodFields(client.id), customerName, customerEmail }, await video()));
    }
    for (const typed of ["zoë o\u2019hara", "ZOE\u0308", "\uff3a\uff4f\u00eb o\u00b4h"]) {
      const { page } = await list(`?q=${encodeURIComponent(typed)}`);
      assert.equal(page.submissions.length, 2, typed);
    }
    const { page } = await list("?q=hara");
    const answer = await erase(page.submissions[0]?.id ?? "", cookie, "?customer=all");
    assert.deepEqual(await answer.json(), { erased: 2, left: 0, returned: 0 });
  });

  test("INV51 an erasure that somebody came before erases nothing until its record stands", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await addSubmission(sayso, client, { withVideo: true }));
    const files = await sayso.keys(`drive/${client.id}/`);
    const counted = async () =>
      (await sayso.row("SELECT submissions_count AS n FROM clients WHERE id = ?", client.id))?.n;
    await sayso.change(
      "UPDATE clients SET submissions_count = submissions_count + 6 WHERE id = ?",
      client.id,
    );
    const all = await counted();
    // About half of the records find their submission in another place than it was seen in.
    await sayso.change(
      "CREATE TRIGGER overtake BEFORE INSERT ON erasures WHEN NEW.id < '8' BEGIN SELECT RAISE(IGNORE); END",
    );
    const answers = await Promise.all(ids.map((id) => erase(id)));
    await sayso.change("DROP TRIGGER overtake");
    for (const answer of answers)
      assert.deepEqual([answer.status, await answer.json()], [200, { erased: 1, left: 0, returned: 0 }]);
    const records = await sayso.rows(
      "SELECT submission_id FROM erasures WHERE submission_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    assert.deepEqual(records.map((record) => record.submission_id).toSorted(), ids.toSorted());
    assert.equal(await counted(), all - 6);
    assert.equal((await sayso.keys(`drive/${client.id}/`)).length, files.length - 6);
  });

  test("INV51 a drive link that was changed since, or was never good, leaves no video behind", async () => {
    const id = await addSubmission(sayso, client, { withVideo: true });
    const waiting = await plantSubmission(sayso, client, undefined, 60 * MINUTES);
    await sayso.change(
      "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) VALUES (?, 1, 1, '2026-11', 1, 'Shop')",
      waiting.submissionId,
    );
    await sayso.change(
      "UPDATE clients SET drive_link = 'https://drive.example/elsewhere' WHERE id = ?",
      client.id,
    );
    for (const one of [id, waiting.submissionId]) assert.equal((await erase(one)).status, 200);
    await sayso.schedule(new Date(Date.now() + 15 * MINUTES));
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
    assert.deepEqual(await (await erase(one)).json(), { erased: 1, left: 0, returned: 0 });
    assert.deepEqual(
      (await list(`?q=${email}`)).page.submissions.map((line) => line.id),
      [two],
    );
    assert.ok(!(await sayso.keys(`drive/${client.id}/`)).some((key) => key.includes(one.slice(0, 8))));
    assert.ok((await sayso.keys(`drive/${client.id}/`)).some((key) => key.includes(two.slice(0, 8))));
  });

  test("INV51 one that waits for its delivery, or failed, is erased with its uploaded bytes and its job", async () => {
    const planted = await plantSubmission(sayso, client, undefined, 60 * MINUTES);
    await sayso.change(
      "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) VALUES (?, 1, 1, '2026-11', 1, 'Shop')",
      planted.submissionId,
    );
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
      await sayso.schedule(new Date(Date.now() + 15 * MINUTES));
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
