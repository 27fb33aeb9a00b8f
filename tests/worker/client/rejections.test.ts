import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { creditCalls } from "../../support/people/owner/credits.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const DAYS = 24 * 60 * 60 * 1000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const admin = adminCalls(() => sayso);
const { ownerOf, send, stored, changes, ledger } = creditCalls(() => sayso);

describe("a submission that is not a testimonial", () => {
  const reject = async (
    client: ClientRow,
    id: string,
    cookie: string,
    query = "?reason=not-a-testimonial",
  ) => {
    const answer = await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}${query}`, {
      cookie,
    });
    return { status: answer.status, body: (await answer.json()) as { erased?: number; returned?: number } };
  };
  const sent = async (client: ClientRow) => {
    assert.equal(await send(client), 200);
    const row = await sayso.row(
      "SELECT source FROM credit_ledger WHERE client_id = ? AND reason = 'submission' ORDER BY seq DESC",
      client.id,
    );
    return row?.source as string;
  };

  test("BIL05 gives its credit back, once, to five who reject it at the same time", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    const id = await sent(client);
    const details = await (
      await call(sayso, "GET", `/api/client/${client.id}/submissions/${id}`, { cookie })
    ).json();
    assert.equal(details.gives_back, true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reject(client, id, cookie)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404, 404, 404]);
    assert.equal(answers.find(({ status }) => status === 200)?.body.returned, 1);
    assert.deepEqual(await ledger(client), [
      ["opening", 50],
      ["submission", -1],
      ["returned", 1],
    ]);
    assert.equal((await changes(client, cookie)).page.entries[1]?.customer_name, null, "it is erased");
  });

  test("BIL05 an admin's rejection names the admin, in the ledger and in the audit log", async () => {
    const client = await addClient(sayso);
    const answer = await reject(client, await sent(client), await admin.cookie());
    assert.deepEqual([answer.status, answer.body.returned], [200, 1]);
    const { page } = await changes(client, await admin.cookie());
    assert.match(page.entries[0]?.actor ?? "", /@people\.example$/);
    const line = await sayso.row(
      "SELECT after FROM audit_log WHERE subject = ? AND action = 'submission.reject'",
      client.id,
    );
    assert.deepEqual(JSON.parse(line?.after), { erased: 1, credits_returned: 1 });
  });

  test("BIL04 BIL05 gives nothing back to a new month: what was left of the old one has lapsed", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    const id = await sent(client);
    await sayso.change(
      "UPDATE clients SET last_reset_date = ? WHERE id = ?",
      new Date(Date.now() + DAYS).toISOString().slice(0, 10),
      client.id,
    );
    const answer = await reject(client, id, cookie);
    assert.deepEqual([answer.status, answer.body.erased, answer.body.returned], [200, 1, 0]);
    assert.deepEqual(await ledger(client), [
      ["opening", 50],
      ["submission", -1],
    ]);
  });

  test("BIL05 gives nothing back after seven days, when it is only deleted, or to a stranger", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    const [old, wished, foreign] = [await sent(client), await sent(client), await sent(client)];
    await sayso.change(
      "UPDATE submissions SET created_at = ? WHERE id = ?",
      Date.now() - 7 * DAYS - 60_000,
      old,
    );
    const details = await (
      await call(sayso, "GET", `/api/client/${client.id}/submissions/${old}`, { cookie })
    ).json();
    assert.equal(details.gives_back, false);
    assert.deepEqual((await reject(client, old, cookie)).body.returned, 0);
    assert.deepEqual((await reject(client, wished, cookie, "")).body.returned, 0);
    assert.equal((await reject(client, foreign, cookie, "?reason=dislike")).status, 400);
    assert.equal((await reject(client, foreign, await ownerOf(await addClient(sayso)))).status, 404);
    assert.equal((await stored(client)).credits, 47);
    assert.equal(
      (await ledger(client)).some(([reason]) => reason === "returned"),
      false,
    );
  });

  test("BIL05 all of an address at once give back as many as they took", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    const [first] = [await sent(client), await sent(client)];
    const answer = await reject(client, first, cookie, "?customer=all&reason=not-a-testimonial");
    assert.deepEqual([answer.body.erased, answer.body.returned], [2, 2]);
    assert.equal((await stored(client)).credits, 50);
    await ledger(client);
  });
});

describe("a selection that is not a testimonial", () => {
  const ip = (last: number) => ({ "cf-connecting-ip": `192.0.2.${last}` });
  const sendFrom = async (client: ClientRow, last: number, bytes?: Uint8Array) =>
    submit(sayso, form(goodFields(client.id), bytes ?? (await video())), ip(last));
  const idsOf = async (client: ClientRow) =>
    (await sayso.rows("SELECT id FROM submissions WHERE client_id = ?", client.id)).map(
      ({ id }) => id as string,
    );
  const reject = async (client: ClientRow, ids: unknown, cookie: string) => {
    const path = `/api/client/${client.id}/submissions/reject`;
    const answer = await call(sayso, "POST", path, { cookie, body: { ids } });
    return { status: answer.status, body: (await answer.json()) as { erased?: number; returned?: number } };
  };

  test("BIL05 SUB38 goes in one call, gives each credit back once, and leaves a line of who did it", async () => {
    const client = await addClient(sayso);
    const owner = await addUser(sayso, { clientId: client.id });
    const cookie = await signIn(sayso, owner);
    for (let count = 0; count < 3; count += 1) assert.equal((await sendFrom(client, 1)).status, 200);
    const ids = await idsOf(client);
    const answers = await Promise.all([reject(client, ids, cookie), reject(client, ids, cookie)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const total = (name: "erased" | "returned") =>
      answers.reduce((sum, { body }) => sum + (body[name] ?? 0), 0);
    assert.deepEqual([total("erased"), total("returned")], [3, 3]);
    assert.equal((await stored(client)).credits, 50);
    assert.deepEqual(
      (await ledger(client)).slice(4),
      Array.from({ length: 3 }, () => ["returned", 1]),
    );
    const lines = await sayso.rows(
      "SELECT actor, after FROM audit_log WHERE subject = ? AND action = 'submission.reject'",
      client.id,
    );
    assert.equal(lines[0]?.actor, owner.email);
    const erased = lines.reduce((sum, line) => sum + JSON.parse(line.after).erased, 0);
    assert.equal(erased, 3);
    await until("no bytes are left", async () => (await sayso.keys(`drive/${client.id}/`)).length === 0);
  });

  test("INV51 a selection is deleted at its customers' wish: no credit comes back, and nobody is slowed", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    for (let count = 0; count < 2; count += 1) assert.equal((await sendFrom(client, 1)).status, 200);
    const path = `/api/client/${client.id}/submissions/erase`;
    const answer = await call(sayso, "POST", path, { cookie, body: { ids: await idsOf(client) } });
    assert.deepEqual(await answer.json(), { erased: 2, left: 0, returned: 0 });
    assert.equal((await stored(client)).credits, 48);
    assert.equal((await sendFrom(client, 1)).status, 200, "the same video, from the same address");
  });

  test("removes no other client's submission and refuses an invalid selection (SUB38)", async () => {
    const [client, other] = [await addClient(sayso), await addClient(sayso)];
    await sendFrom(client, 2);
    const cookie = await ownerOf(other);
    const foreign = await reject(other, await idsOf(client), cookie);
    assert.deepEqual([foreign.status, foreign.body.erased], [200, 0]);
    assert.equal((await reject(client, await idsOf(client), cookie)).status, 404);
    for (const wrong of [[], Array(51).fill("x"), "x", undefined])
      assert.equal((await reject(other, wrong, cookie)).status, 400);
    const most = await reject(other, Array(50).fill("x"), cookie);
    assert.deepEqual([most.status, most.body.erased], [200, 0], "as many as a page lists");
    assert.equal((await idsOf(client)).length, 1);
  });

  test("SUB38 SUB40 its address is slowed at this client alone, for 30 days, and its video is not taken again", async () => {
    const [client, other] = [await addClient(sayso), await addClient(sayso)];
    await sayso.change(
      "UPDATE admin_settings SET setting_value = '4' WHERE setting_key = 'address_hour_limit'",
    );
    const bytes = await video();
    for (const sent of [bytes, await video()]) assert.equal((await sendFrom(client, 3, sent)).status, 200);
    await reject(client, await idsOf(client), await ownerOf(client));
    const row = await sayso.row(
      "SELECT sum(rejections) AS rejections FROM submission_rates WHERE client_id = ?",
      client.id,
    );
    assert.equal(row?.rejections, 1, "once a day, however many");
    // Half of the hourly limit of four is left, and two have arrived.
    assert.equal((await sendFrom(client, 3)).reply.code, "too_many_submissions");
    assert.equal((await sendFrom(client, 4, bytes)).reply.code, "duplicate_video");
    assert.equal((await sendFrom(client, 4)).status, 200);
    assert.equal((await sendFrom(other, 3, bytes)).status, 200);
    await sayso.change(
      "UPDATE submission_rates SET rejected_at = rejected_at - ? WHERE client_id = ?",
      30 * DAYS,
      client.id,
    );
    assert.equal((await sendFrom(client, 3)).status, 200);
    await sayso.change(
      "UPDATE admin_settings SET setting_value = '100000' WHERE setting_key = 'address_hour_limit'",
    );
  });
});
