// Payouts to partners: once each, and never less than £25.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CommissionFacts, MonthlyCommissions, OwedPage } from "#api/generated/affiliate.ts";
import { clients, commissionCalls } from "../../support/people/partner/commissions.ts";
import {
  addPartners,
  addReferrals,
  commissionsOf,
  DAY,
  monthFromNow,
  monthKey,
} from "../../support/people/partner/referrals.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const [JANUARY, FEBRUARY, MARCH] = [monthFromNow(-4), monthFromNow(-3), monthFromNow(-2)];
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { get, dashboard, compute, pay, refund } = commissionCalls(() => sayso);
const partner = async (count = 1) => addPartners(sayso, count);

/** So many clients who paid a day ago. */
const clientsOfToday = (count: number) =>
  Array.from({ length: count }, () => ({ paid: [{ from: new Date(Date.now() - DAY) }] }));

describe("a payout", () => {
  test("INV28 COM07 COM08 COM09 waits until £25 have gathered, and takes all months together", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, [...clients(3, JANUARY), ...clients(4, FEBRUARY)]);
    await compute(JANUARY);
    const refused = await pay(id, JANUARY);
    assert.deepEqual([refused.status, refused.code], [409, "below_minimum"]);
    assert.match(refused.error ?? "", /£15\.00 is due; payouts start at £25\.00/);
    assert.ok((await commissionsOf(sayso, id)).every(({ status }) => status === "pending"));
    await compute(FEBRUARY);
    const paid = await pay(id, FEBRUARY, "Transfer 4711");
    assert.deepEqual([paid.status, paid.amount_pence], [200, 3_500]);
    const { lifetimeEarnings, pendingPayout, months } = await dashboard(id);
    assert.deepEqual([lifetimeEarnings, pendingPayout], [3_500, 0]);
    assert.ok(
      months.every(({ commissions }) =>
        commissions.every((one) => one.payout_id === paid.id && one.paid_at === paid.paid_at),
      ),
    );
    const line = await sayso.row(
      "SELECT after FROM audit_log WHERE action = 'affiliate.pay' AND subject = ?",
      id,
    );
    assert.deepEqual(JSON.parse(String(line?.after)), {
      payout: "£35.00",
      until: monthKey(FEBRUARY),
      method: "manual",
      reference: "Transfer 4711",
    });
    assert.deepEqual(
      [(await pay(id, FEBRUARY)).code, (await pay(crypto.randomUUID(), FEBRUARY)).status],
      ["nothing_pending", 404],
    );
  });

  test("COM23 the running month, and one that is closed before its day has come, cannot be paid", async () => {
    const [id = ""] = await partner();
    const present = monthFromNow(0);
    await addReferrals(sayso, id, clientsOfToday(30));
    await compute(present);
    for (const month of [present, monthFromNow(1)]) {
      const refused = await pay(id, month);
      assert.deepEqual([refused.status, refused.code], [409, "not_payable_yet"]);
      assert.match(refused.error ?? "", /is paid out from \d+ \w+ \d{4}\. Nothing was paid\.$/);
    }
    assert.ok((await commissionsOf(sayso, id)).every(({ status }) => status === "pending"));
    const { payoutStatus, pendingPayout, owedPence, payableNow, lifetimeEarnings } = await dashboard(id);
    assert.deepEqual(
      [payoutStatus, pendingPayout, owedPence, payableNow, lifetimeEarnings],
      [null, 17_500, 0, 0, 0],
      "nothing of a closed month is owed",
    );
    await addReferrals(sayso, id, clients(2, MARCH));
    await compute(MARCH);
    const owing = await dashboard(id);
    assert.deepEqual([owing.payoutStatus, owing.owedPence], ["below_minimum", 1_000]);
    const [one, other] = owing.owedReferrals;
    assert.ok(one !== other && owing.owedReferrals.length === 2, "those of the closed month alone");
    const screen = await get<MonthlyCommissions>("/api/admin/commissions");
    assert.equal(screen.month, monthKey(monthFromNow(-1)), "the page opens on the last month that is over");
  });

  test("COM23 a month that was counted before it was over is not paid until it is counted again", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, clients(7, MARCH));
    await compute(MARCH);
    await sayso.change(
      "UPDATE commission_snapshots SET as_of = as_of - 1 WHERE affiliate_id = ? AND month_period = ?",
      id,
      monthKey(MARCH),
    );
    const refused = await pay(id, monthFromNow(-2));
    assert.deepEqual([refused.status, refused.code], [409, "month_uncounted"]);
    assert.match(refused.error ?? "", /is still being counted/);
    await compute(MARCH);
    assert.equal((await pay(id, MARCH)).amount_pence, 3_500);
  });

  test("lists what is owed, of any month, with its age and the reason it waits (COM08 AFA17)", async () => {
    const [due = "", little = "", open = "", over = "", even = ""] = await partner(5);
    await addReferrals(sayso, due, [...clients(3, JANUARY), ...clients(4, MARCH)]);
    await addReferrals(sayso, little, clients(4, FEBRUARY));
    await addReferrals(sayso, open, clientsOfToday(6));
    const returned = await addReferrals(sayso, over, clients(5, JANUARY));
    await addReferrals(sayso, even, clients(5, JANUARY));
    for (const month of [JANUARY, FEBRUARY, MARCH, monthFromNow(0)]) await compute(month);
    await pay(over, JANUARY);
    await pay(even, JANUARY);
    await refund(returned);
    await compute(JANUARY);
    const owed = await get<OwedPage>("/api/admin/owed");
    const lines = [due, little, open, over, even].map((id) =>
      owed.rows.find((line) => line.affiliate_id === id),
    );
    assert.deepEqual(
      lines.map((line) => line && [line.status, line.since, line.pending, line.total_due]),
      [
        ["payable", monthKey(JANUARY), 3_500, 3_500],
        ["below_minimum", monthKey(FEBRUARY), 2_000, 2_000],
        ["month_open", monthKey(monthFromNow(0)), 3_000, 0],
        ["overpaid", monthKey(JANUARY), -2_500, -2_500],
        undefined,
      ],
    );
    const ages = owed.rows.map(({ since }) => since);
    assert.deepEqual(ages, ages.toSorted(), "those first who have waited longest");
    assert.equal((await pay(due, new Date(owed.payable_month))).amount_pence, 3_500);
  });

  test("AFA17 COM08 the list of what is owed goes on where a page ends", async () => {
    const all = await addPartners(sayso, 120);
    await sayso.change(
      `INSERT INTO affiliate_commissions (affiliate_id, month_period, seq, commission_type, rate_per_client, active_clients_count,
                                          commission_amount)
       SELECT value, iif(key % 2, ?2, ?3), 0, 'direct', 500, 1, 500 FROM json_each(?1)`,
      JSON.stringify(all),
      monthKey(JANUARY),
      monthKey(FEBRUARY),
    );
    const found: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const page: OwedPage = await get(`/api/admin/owed${next === "" ? "" : `?before=${next}`}`);
      found.push(...page.rows.map(({ affiliate_id: id }) => id));
      next = page.next;
    }
    assert.equal(new Set(found).size, found.length, "nobody twice");
    assert.deepEqual(
      all.filter((id) => !found.includes(id)),
      [],
    );
  });

  test("later findings become one adjustment, paid or deducted with the next payout (INV29 INV30 INV31 COM21)", async () => {
    const [more = "", fewer = "", small = ""] = await partner(3);
    await addReferrals(sayso, more, clients(26, JANUARY));
    const refunded = await addReferrals(sayso, fewer, clients(27, JANUARY));
    const few = await addReferrals(sayso, small, clients(5, JANUARY));
    await compute(JANUARY);
    assert.equal((await pay(more, JANUARY)).amount_pence, 13_500);
    assert.equal((await pay(fewer, JANUARY)).amount_pence, 14_500);
    assert.equal((await pay(small, JANUARY)).amount_pence, 2_500);

    await addReferrals(sayso, more, [...clients(2, JANUARY), ...clients(1, FEBRUARY)]);
    await refund(refunded.slice(0, 1));
    await refund(few.slice(0, 2));
    await addReferrals(sayso, fewer, clients(26, FEBRUARY));
    await addReferrals(sayso, small, clients(3, FEBRUARY));
    await compute(JANUARY);
    const adjusted = async (id: string) =>
      (await commissionsOf(sayso, id)).filter(({ type }) => type === "adjustment").map(({ pence }) => pence);
    assert.deepEqual(
      [await adjusted(more), await adjusted(fewer), await adjusted(small)],
      [[2_000], [-1_000], [-1_000]],
    );
    assert.match((await pay(more, JANUARY)).error ?? "", /£20\.00 is due/);
    assert.match((await pay(fewer, JANUARY)).error ?? "", /−£10\.00 is due/);
    await compute(FEBRUARY);
    const earlier = await sayso.rows("SELECT * FROM affiliate_commissions ORDER BY 1, 2, 3");
    await compute(FEBRUARY);
    await compute(JANUARY);
    assert.deepEqual(await sayso.rows("SELECT * FROM affiliate_commissions ORDER BY 1, 2, 3"), earlier);
    assert.equal((await pay(more, FEBRUARY)).amount_pence, 2_500);
    const facts = () =>
      get<CommissionFacts>(`/api/affiliate/statements/${monthKey(JANUARY)}?affiliateId=${fewer}`);
    const refunds = ({ own }: Pick<CommissionFacts, "own">) =>
      own.referrals.filter(({ subscriptions: [one] }) => one?.paid.some(({ isRefunded }) => isRefunded))
        .length;
    const waiting = await facts();
    assert.deepEqual(
      [waiting.paid.map(refunds), refunds(waiting)],
      [[0], 1],
      "AFF25 as it was paid, and as it is",
    );
    const second = await pay(fewer, FEBRUARY);
    assert.equal(second.amount_pence, 12_500);
    const adjustedFacts = await facts();
    assert.deepEqual(adjustedFacts.paid.map(refunds), [0, 1], "the adjustment's own facts are kept too");
    assert.equal(adjustedFacts.paid[1]?.payoutId, second.id);
    assert.match((await pay(small, FEBRUARY)).error ?? "", /£5\.00 is due/);
    assert.deepEqual(
      [
        (await dashboard(more)).lifetimeEarnings,
        (await dashboard(fewer)).lifetimeEarnings,
        (await dashboard(small)).pendingPayout,
      ],
      [16_000, 27_000, 500],
    );
  });

  test("COM06 COM19 an older adjustment that waits makes a month that was paid payable again, for what its line says", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, clients(5, JANUARY));
    await compute(JANUARY);
    await pay(id, JANUARY);
    await addReferrals(sayso, id, [...clients(6, JANUARY), ...clients(5, FEBRUARY)]);
    await compute(FEBRUARY);
    await pay(id, FEBRUARY);
    const line = async () =>
      (await get<MonthlyCommissions>(`/api/admin/commissions?month=${monthKey(FEBRUARY)}`)).rows.find(
        ({ affiliate_id: of }) => of === id,
      );
    assert.deepEqual([(await line())?.status, (await line())?.total_due], ["paid", 0]);
    await compute(JANUARY);
    assert.deepEqual([(await line())?.status, (await line())?.total_due], ["pending", 3_000]);
    assert.equal((await pay(id, FEBRUARY)).amount_pence, 3_000);
  });

  test("of two concurrent payouts one pays, and the other is refused with the reason (INV36 COM06)", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, clients(7, MARCH));
    await compute(MARCH);
    const both = await Promise.all([pay(id, MARCH), pay(id, MARCH)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await dashboard(id)).lifetimeEarnings, 3_500);
    assert.equal((await sayso.rows("SELECT id FROM payouts WHERE affiliate_id = ?", id)).length, 1);
  });

  test("COM06 COM21 a paid commission can neither be changed nor deleted, by whatever statement", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, clients(7, MARCH));
    await compute(MARCH);
    await pay(id, MARCH);
    const change = "UPDATE affiliate_commissions SET commission_amount = 0 WHERE affiliate_id = ?";
    await assert.rejects(sayso.change(change, id), /a paid commission never changes/);
    await assert.rejects(
      sayso.change("DELETE FROM affiliate_commissions WHERE affiliate_id = ?", id),
      /never deleted/,
    );
  });
});
