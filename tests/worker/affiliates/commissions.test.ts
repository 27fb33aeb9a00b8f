// Commissions of partners, computed from payment events.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CommissionFacts, MonthlyCommissions } from "#api/generated/affiliate.ts";
import { clients, commissionCalls } from "../../support/people/partner/commissions.ts";
import {
  addPartners,
  addReferrals,
  calculate,
  commissionsOf,
  DAY,
  monthFromNow,
  monthKey,
  paying,
  type ReferralOptions,
} from "../../support/people/partner/referrals.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const [JANUARY, FEBRUARY, MARCH] = [monthFromNow(-4), monthFromNow(-3), monthFromNow(-2)];
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { get, cookie, dashboard, compute, pay } = commissionCalls(() => sayso);
const partner = async (count = 1) => addPartners(sayso, count);

describe("a month", () => {
  test("INV26 COM01 COM02 COM24 COM05 is worth £5 for each of 25 clients, and £10 for each further one", async () => {
    const all = await partner(5);
    const numbers = [0, 1, 25, 26, 40];
    for (const [index, id] of all.entries())
      await addReferrals(sayso, id, clients(numbers[index] ?? 0, MARCH));
    const done = await compute(MARCH);
    assert.equal(done.month, monthKey(MARCH));
    const month = { month: monthKey(MARCH), type: "direct", status: "pending" };
    const [none, one, full, first, most] = await Promise.all(all.map((id) => commissionsOf(sayso, id)));
    assert.deepEqual(none, []);
    assert.deepEqual(one, [{ ...month, clients: 1, pence: 500 }]);
    assert.deepEqual(full, [{ ...month, clients: 25, pence: 12_500 }]);
    assert.deepEqual(first, [
      { ...month, clients: 25, pence: 12_500 },
      { ...month, clients: 1, pence: 1_000 },
    ]);
    assert.equal(
      most?.reduce((sum, { pence }) => sum + Number(pence), 0),
      27_500,
    );
    const screen = await get<MonthlyCommissions>(`/api/admin/commissions?month=${monthKey(MARCH)}`);
    assert.equal(done.affiliatesProcessed, screen.rows.length, "COM15 as the list shows them");
    assert.equal(screen.asOf, monthFromNow(-1).getTime(), "as the month closed");
  });

  test("INV27 COM03 COM04 brings a sponsor £5 for each client of its partners, in no band", async () => {
    const [sponsor = ""] = await partner();
    const [large = "", small = ""] = await addPartners(sayso, 2, { sponsor });
    await addReferrals(sayso, sponsor, clients(10, MARCH));
    await addReferrals(sayso, large, clients(30, MARCH));
    await addReferrals(sayso, small, clients(4, MARCH));
    await compute(MARCH);
    const { months, pendingPayout } = await dashboard(sponsor);
    assert.equal(pendingPayout, 22_000);
    assert.deepEqual(
      months[0]?.commissions.map((one) => [one.commission_type, one.band, one.commission_amount]),
      [
        ["direct", "first", 5_000],
        ["override", null, 17_000],
      ],
    );
    assert.equal((await dashboard(large)).pendingPayout, 17_500);
    assert.equal((await dashboard(small)).pendingPayout, 2_000);
  });

  test("INV32 INV34 COM13 COM22 INV38 counts who paid, had not ended as it closed, and is not the partner", async () => {
    const [id = ""] = await partner();
    const end = monthFromNow(-1);
    const last = new Date(end.getTime() - 3 * DAY);
    const referralOptions: Record<string, ReferralOptions> = {
      "failing for three days": { ...paying(MARCH), unpaid: last },
      "ended with the month": { ...paying(MARCH), ended: end },
      "refunded in part": { paid: [{ from: MARCH, returned: 2_899 }] },
      "failing for eight days": { ...paying(MARCH), unpaid: new Date(end.getTime() - 8 * DAY) },
      "ended a second before": { ...paying(MARCH), ended: new Date(end.getTime() - 1_000) },
      refunded: { paid: [{ from: MARCH, returned: 2_900 }] },
      free: { paid: [{ from: MARCH, pence: 0 }] },
      "never paid": { paid: [], began: MARCH },
      "the partner itself": { ...paying(MARCH), selfReferral: "email" },
      "of the next month": paying(end),
    };
    await addReferrals(sayso, id, Object.values(referralOptions));
    await compute(MARCH);
    assert.deepEqual(
      (await commissionsOf(sayso, id)).map(({ clients: count }) => count),
      [3],
    );
    const facts = await get<CommissionFacts>(
      `/api/affiliate/statements/${monthKey(MARCH)}?affiliateId=${id}`,
    );
    assert.equal(facts.own.referrals.length, 9, "who bought later is no fact of the month");
  });

  test("AFF15 COM03 a sponsor sees its link, its partners, and what the running month comes to by now", async () => {
    const [sponsor = ""] = await partner();
    const [busy = "", idle = ""] = await addPartners(sayso, 2, { sponsor });
    const today = (count: number) =>
      Array.from({ length: count }, () => ({ paid: [{ from: new Date(Date.now() - DAY) }] }));
    await addReferrals(sayso, sponsor, today(26));
    await addReferrals(sayso, busy, today(3));
    const seen = await dashboard(sponsor);
    assert.equal(seen.sponsorUrl, `${sayso.origin}/affiliates/apply?sponsor=${seen.stripeCouponId}`);
    assert.deepEqual(
      new Map(seen.sponsored.map((one) => [one.id, [one.active_clients, one.monthly_pence]])),
      new Map([
        [busy, [3, 1_500]],
        [idle, [0, 0]],
      ]),
    );
    assert.deepEqual(seen.thisMonth, {
      month: monthKey(monthFromNow(0)),
      sponsoredClients: 3,
      amountPence: 25 * 500 + 1_000 + 1_500,
    });
    await compute();
    assert.equal(
      (await dashboard(sponsor)).pendingPayout,
      seen.thisMonth.amountPence,
      "as its button computes it",
    );
    await sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", Date.now() - 40 * DAY, sponsor);
    assert.equal((await dashboard(sponsor)).thisMonth.amountPence, 0, "who has left long ago earns nothing");
  });

  test("INV33 COM14 earns for 30 days after the partner has left", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, [...clients(12, JANUARY), ...clients(12, FEBRUARY)]);
    await sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", JANUARY.getTime() + 9.5 * DAY, id);
    await compute(JANUARY);
    await compute(FEBRUARY);
    assert.deepEqual(
      (await commissionsOf(sayso, id)).map(({ month, pence }) => [month, pence]),
      [[monthKey(JANUARY), 6_000]],
    );
  });

  test("INV35 COM21 AUT35 is the same however often, and how many at once, compute it, and each time is noted", async () => {
    const [sponsor = ""] = await partner();
    const [id = ""] = await addPartners(sayso, 1, { sponsor });
    await addReferrals(sayso, id, clients(28, MARCH));
    const admin = await cookie();
    const lines = () =>
      sayso.rows(
        "SELECT 1 FROM audit_log WHERE action = 'commission.calculate' AND subject = ?",
        monthKey(MARCH),
      );
    const audited = (await lines()).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => calculate(sayso, admin, MARCH)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 10 }, () => 200),
    );
    const rows = () =>
      sayso.rows(
        "SELECT * FROM affiliate_commissions WHERE affiliate_id IN (?, ?) ORDER BY 1, 2, 3",
        id,
        sponsor,
      );
    const once = await rows();
    assert.equal(once.length, 3);
    await compute(MARCH);
    assert.deepEqual(await rows(), once);
    assert.equal((await lines()).length - audited, 11);
  });

  test("COM15 COM17 COM23 is refused, in words, where it has not begun, had no partners, or is none", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, clients(1, MARCH));
    const earlier = await sayso.rows("SELECT * FROM affiliate_commissions");
    for (const [month, words] of [
      [monthFromNow(1), /has not begun yet/],
      [monthFromNow(-36), /no partners in this month/],
      ["2026-13", /Please name a month/],
      ["soon", /Please name a month/],
    ] as const) {
      const answer = await calculate(sayso, await cookie(), month);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), words);
    }
    assert.deepEqual(await sayso.rows("SELECT * FROM affiliate_commissions"), earlier);
  });

  test("COM23 AFF15 of the present shows what counts by now, and its closing what counted as it ended", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, [{ paid: [{ from: new Date(Date.now() - DAY) }] }]);
    assert.equal((await compute()).month, monthKey(monthFromNow(0)));
    const { months, activeReferrals, referrals } = await dashboard(id);
    assert.deepEqual(
      [months[0]?.month, months[0]?.isClosed, activeReferrals],
      [monthKey(monthFromNow(0)), false, 1],
    );
    assert.deepEqual(
      referrals.map((one) => [one.subscription_status, one.activity, one.company_name]),
      [["active", "active", "Blue Door Bakery"]],
    );
    await sayso.schedule(new Date(monthFromNow(1).getTime() + 120_000), "2 * * * *");
    assert.equal((await dashboard(id)).months[0]?.isClosed, true);
    assert.ok(
      await sayso.row("SELECT 1 FROM commission_months WHERE month_period = ?", monthKey(monthFromNow(0))),
    );
  });
});

test("ERR03 AFF11 partner data without a session is refused as Not authenticated", async () => {
  const [id = ""] = await partner();
  for (const path of [`dashboard?affiliateId=${id}`, `statements/${monthKey(MARCH)}?affiliateId=${id}`]) {
    const answer = await fetch(new URL(`/api/affiliate/${path}`, sayso.url));
    assert.equal(answer.status, 401);
    assert.match(await answer.text(), /"Not authenticated"/);
  }
});

test("ENT09 ENT10 a referral's and a commission's row have these columns", async () => {
  const [id = ""] = await partner();
  await addReferrals(sayso, id, clients(1, MARCH));
  await compute(MARCH);
  const columns = async (table: string) =>
    Object.keys((await sayso.row(`SELECT * FROM ${table} WHERE affiliate_id = ?`, id)) ?? {}).join(" ");
  assert.equal(
    await columns("affiliate_commissions"),
    "affiliate_id month_period seq commission_type rate_per_client active_clients_count commission_amount status paid_at payout_id",
  );
  assert.equal(
    await columns("affiliate_referrals"),
    "id client_id affiliate_id evidence referral_date self_referral settled_at created_at sponsors_own",
  );
  // Data of the client and its payments are read from their own tables.
  const [referral] = (await dashboard(id)).referrals;
  assert.deepEqual(
    [referral?.contact_name, referral?.company_name, referral?.email.endsWith("@clients.example")],
    ["Mary Hill", "Blue Door Bakery", true],
  );
  assert.equal(referral?.subscription_status, "active");
  assert.equal(referral?.first_payment_date, MARCH.getTime() + DAY);
});

test("COM18 COM19 the month's lines of partners come to what Pay Now pays, with what is carried over", async () => {
  const [id = ""] = await partner();
  await addReferrals(sayso, id, [...clients(2, FEBRUARY), ...clients(4, MARCH)]);
  await compute(FEBRUARY);
  await compute(MARCH);
  const lines = async () => {
    let next: string | null = "";
    const rows = [];
    while (next !== null) {
      const page: MonthlyCommissions = await get(
        `/api/admin/commissions?${new URLSearchParams({ month: monthKey(MARCH), ...(next && { before: next }) })}`,
      );
      rows.push(...page.rows);
      next = page.next;
    }
    return rows.filter(({ affiliate_id }) => affiliate_id === id);
  };
  const [line] = await lines();
  assert.deepEqual(
    [line?.first_clients, line?.first_amount, line?.carried_over, line?.total_due, line?.status],
    [4, 2_000, 1_000, 3_000, "pending"],
  );
  assert.equal((await pay(id, MARCH)).amount_pence, line?.total_due);
  const [paid] = await lines();
  assert.deepEqual([paid?.total_due, paid?.status, typeof paid?.paid_at], [0, "paid", "number"]);
});
