import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/admin-calls.ts";
import { addClient, type ClientRow } from "../../support/clients.ts";
import { creditCalls } from "../../support/credits.ts";
import { call } from "../../support/users.ts";
import { startWorker, type Sayso } from "../../support/worker.ts";

const DAYS = 24 * 60 * 60 * 1000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const admin = adminCalls(() => sayso);
const { ownerOf, send, stored, changes, ledger } = creditCalls(() => sayso);

describe("a submission that is rejected as abuse", () => {
  const reject = async (client: ClientRow, id: string, cookie: string, query = "?reason=abuse") => {
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
      "SELECT after FROM audit_log WHERE subject = ? AND action = 'submission.erase'",
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
    const answer = await reject(client, first, cookie, "?customer=all&reason=abuse");
    assert.deepEqual([answer.body.erased, answer.body.returned], [2, 2]);
    assert.equal((await stored(client)).credits, 50);
    await ledger(client);
  });
});
