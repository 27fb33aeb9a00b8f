import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CreditPage } from "#api/generated/billing.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { creditCalls } from "../../support/people/owner/credits.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DAYS = 24 * 60 * 60 * 1000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const admin = adminCalls(() => sayso);
const { ownerOf, send, stored, changes, ledger, renew, dueOn } = creditCalls(() => sayso);

describe("credit ledger", () => {
  test("BIL05 INV05 each video takes one, and the ledger says whose, also of five at once", async () => {
    const client = await addClient(sayso, { credits_remaining: 3 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(client)));
    assert.deepEqual(answers.toSorted(), [200, 200, 200, 402, 402]);
    assert.deepEqual(await ledger(client), [
      ["opening", 3],
      ["submission", -1],
      ["submission", -1],
      ["submission", -1],
    ]);
    const { page } = await changes(client, await ownerOf(client));
    assert.deepEqual(
      page.entries.map(({ customer_name, balance }) => [customer_name, balance]),
      [
        ["Ann Example", 0],
        ["Ann Example", 1],
        ["Ann Example", 2],
        [null, 3],
      ],
    );
  });

  test("BIL03 ADM17 an admin's change is noted, whose it was for admins alone", async () => {
    const client = await addClient(sayso);
    const cookie = await admin.cookie();
    const patch = (body: unknown) =>
      call(sayso, "PATCH", `/api/admin/clients/${client.id}`, { cookie, body }).then(({ status }) => status);
    assert.equal(await patch({ changed: {}, loaded: {}, credit_adjustment: -7 }), 200);
    const set = { changed: { credits_remaining: 60 }, loaded: { credits_remaining: 43 } };
    assert.deepEqual([await patch(set), await patch(set)], [200, 409], "the second finds another value");
    assert.deepEqual(await ledger(client), [
      ["opening", 50],
      ["adjustment", -7],
      ["adjustment", 17],
    ]);
    const own = (await changes(client, await ownerOf(client))).page.entries;
    const adminEntries = (await changes(client, cookie)).page.entries;
    assert.deepEqual(new Set(own.map(({ actor }) => actor)), new Set([null]));
    assert.match(adminEntries[0]?.actor ?? "", /@people\.example$/);
    assert.deepEqual(
      own,
      adminEntries.map((entry) => ({ ...entry, actor: null })),
    );
  });

  test("BIL04 a client begins with a month's credits, which lasts a month unless a day was given", async () => {
    const create = async (nextResetDate: string) => {
      const slug = `shop-${crypto.randomUUID().slice(0, 8)}`;
      const body = new FormData();
      const fields = {
        companyName: "Corner Shop",
        contactName: "Olive Owner",
        email: `${slug}@shop.example`,
        customSlug: slug,
        planType: "standard",
        status: "active",
        creditsPerMonth: "30",
        reviewLinkType: "None",
        nextResetDate,
      };
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const answer = await sayso.fetch("/functions/v1/create-client", {
        method: "POST",
        body,
        headers: { origin: sayso.origin, cookie: await admin.cookie() },
      });
      const reply = await answer.json();
      assert.equal(answer.status, 200, JSON.stringify(reply));
      return { ...(await addClient(sayso)), id: reply.clientId as string };
    };
    const [given, left] = [await create("2099-05-31"), await create("")];
    assert.deepEqual(await ledger(given), [["opening", 30]]);
    assert.equal((await stored(given)).next, "2099-05-31");
    const next = new Date(`${(await stored(left)).next}T00:00:00Z`).getTime();
    assert.ok(next > Date.now() + 27 * DAYS && next <= Date.now() + 31 * DAYS);
    await renew("2099-05-31T00:07:00Z");
    assert.equal((await stored(given)).next, "2099-06-30");
    await renew("2099-06-30T00:07:00Z");
    assert.equal((await stored(given)).next, "2099-07-31");
  });

  test("CLI13 pages by cursor, newest first; a foreign client's is not found", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    await sayso.change(
      `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source)
       SELECT ?, i, i, 'adjustment', 0, 50, 'test ' || i FROM n`,
      client.id,
    );
    await sayso.change("UPDATE clients SET credit_changes = 120 WHERE id = ?", client.id);
    const seen: number[] = [];
    let next: string | null = "";
    while (next !== null) {
      const { page }: { page: CreditPage } = await changes(client, cookie, next && `?before=${next}`);
      seen.push(...page.entries.map(({ seq }) => seq));
      next = page.next;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 120 }, (_, index) => 120 - index),
    );
    const stranger = await ownerOf(await addClient(sayso));
    assert.equal((await changes(client, stranger)).status, 404);
    assert.equal((await changes(client, cookie, "?before=yesterday")).status, 400);
  });
});

describe("a new month", () => {
  test("BIL04 BIL13 INV06 begins on its day and not before, keeps the day, and carries nothing over", async () => {
    const client = await dueOn("2027-01-31", { credits_remaining: 8 });
    const months = [
      ["2027-01-30T23:07:00Z", null, "2027-01-31"],
      ["2027-01-31T00:07:00Z", "2027-01-31", "2027-02-28"],
      ["2027-02-28T00:07:00Z", "2027-02-28", "2027-03-31"],
      ["2027-03-31T00:07:00Z", "2027-03-31", "2027-04-30"],
    ] as const;
    for (const [at, last, next] of months) {
      await renew(at);
      assert.deepEqual(await stored(client), { credits: last ? 50 : 8, last, next });
    }
    assert.deepEqual(await ledger(client), [
      ["opening", 8],
      ["renewal", 42],
      ["renewal", 0],
      ["renewal", 0],
    ]);
  });

  test("BIL13 INV06 begins once, also when the schedule runs five times at once, again, or three days late", async () => {
    const client = await dueOn("2028-01-31", { credits_remaining: 0 });
    const late = "2028-02-03T10:07:00Z";
    await Promise.all(Array.from({ length: 5 }, () => renew(late)));
    await renew(late);
    assert.deepEqual(await stored(client), { credits: 50, last: "2028-02-03", next: "2028-02-29" });
    assert.deepEqual(await ledger(client), [
      ["opening", 0],
      ["renewal", 50],
    ]);
  });

  test("a client that missed months gets one renewal, and a concurrent submission is not lost (BIL13)", async () => {
    const client = await dueOn("2029-01-15", { credits_remaining: 5 });
    const [status] = await Promise.all([send(client), renew("2029-04-20T00:07:00Z")]);
    assert.equal(status, 200);
    const { credits: left, next } = await stored(client);
    assert.equal(next, "2029-05-15");
    assert.ok(left === 49 || left === 50);
    assert.equal((await ledger(client)).filter(([reason]) => reason === "renewal").length, 1);
  });

  test("BIL13 the day follows an admin's change of the date", async () => {
    const client = await dueOn("2030-01-31");
    const change = {
      changed: { next_reset_date: "2030-01-15" },
      loaded: { next_reset_date: "2030-01-31" },
    };
    const cookie = await admin.cookie();
    assert.equal(
      (await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, { cookie, body: change })).status,
      200,
    );
    await renew("2030-01-15T00:07:00Z");
    assert.equal((await stored(client)).next, "2030-02-15");
  });
});

describe("a ledger that does not add up", () => {
  test("BIL05 is named by the schedule until it does, and months begin all the same", async () => {
    const [wrong, due] = [await addClient(sayso), await dueOn("2031-03-01", { credits_remaining: 1 })];
    await sayso.change("UPDATE clients SET credits_remaining = 49 WHERE id = ?", wrong.id);
    const run = async () => {
      await renew("2031-03-01T00:07:00Z");
      return sayso.row("SELECT ok, result FROM schedule_runs WHERE name = 'renew-credits'");
    };
    const first = await run();
    assert.deepEqual([first?.ok, String(first?.result).includes(wrong.id)], [0, true]);
    assert.equal((await stored(due)).credits, 50);
    assert.equal((await run())?.ok, 0, "it is not forgotten");
    await sayso.change("UPDATE clients SET credits_remaining = 50 WHERE id = ?", wrong.id);
    assert.equal((await run())?.ok, 1);
  });
});
