// What partners earn, from the facts that events have left.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AffiliateDashboard } from "../../../web/src/api/generated/AffiliateDashboard.ts";
import type { CommissionFacts } from "../../../web/src/api/generated/CommissionFacts.ts";
import type { CommissionsCalculated } from "../../../web/src/api/generated/CommissionsCalculated.ts";
import type { MonthlyCommissions } from "../../../web/src/api/generated/MonthlyCommissions.ts";
import type { Payout } from "../../../web/src/api/generated/Payout.ts";
import { adminCalls } from "../../support/admin-calls.ts";
import {
  addPartners,
  addReferrals,
  calculate,
  commissionsOf,
  DAY,
  monthFromNow,
  named,
  paying,
  payOut,
  type ReferralWish,
} from "../../support/referrals.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

const [JANUARY, FEBRUARY, MARCH] = [monthFromNow(-4), monthFromNow(-3), monthFromNow(-2)];
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { get, cookie } = adminCalls(() => sayso);
const partner = async (count = 1) => addPartners(sayso, count);
const clients = (count: number, month: Date): ReferralWish[] =>
  Array.from({ length: count }, () => paying(month));
const dashboard = (id: string) => get<AffiliateDashboard>(`/api/affiliate/dashboard?affiliateId=${id}`);
const compute = async (month?: Date) => {
  const answer = await calculate(sayso, await cookie(), month);
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as CommissionsCalculated;
};
const pay = async (id: string, month: Date, reference?: string) => {
  const answer = await payOut(sayso, await cookie(), id, month, reference);
  return {
    ...((await answer.json()) as Omit<Payout, "status"> & { code?: string; error?: string }),
    status: answer.status,
  };
};
const refund = (subscriptions: string[]) =>
  sayso.change(
    "UPDATE payments SET returned_pence = amount_pence WHERE subscription_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(subscriptions),
  );

describe("a month", () => {
  test("INV26 COM01 COM02 COM24 COM05 is worth £5 for each of 25 clients, and £10 for each further one", async () => {
    const all = await partner(5);
    const numbers = [0, 1, 25, 26, 40];
    for (const [index, id] of all.entries())
      await addReferrals(sayso, id, clients(numbers[index] ?? 0, MARCH));
    const done = await compute(MARCH);
    assert.equal(done.month, named(MARCH));
    assert.ok(done.affiliatesProcessed >= 5, "COM15");
    const month = { month: named(MARCH), type: "direct", status: "pending" };
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
    const screen = await get<MonthlyCommissions>(`/api/admin/commissions?month=${named(MARCH)}`);
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
    const wishes: Record<string, ReferralWish> = {
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
    await addReferrals(sayso, id, Object.values(wishes));
    await compute(MARCH);
    assert.deepEqual(
      (await commissionsOf(sayso, id)).map(({ clients: count }) => count),
      [3],
    );
    const facts = await get<CommissionFacts>(`/api/affiliate/statements/${named(MARCH)}?affiliateId=${id}`);
    assert.equal(facts.own.referrals.length, 9, "who bought later is no fact of the month");
  });

  test("INV33 COM14 earns for 30 days after the partner has left", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, [...clients(6, JANUARY), ...clients(6, FEBRUARY)]);
    await sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", JANUARY.getTime() + 9.5 * DAY, id);
    await compute(JANUARY);
    await compute(FEBRUARY);
    assert.deepEqual(
      (await commissionsOf(sayso, id)).map(({ month, pence }) => [month, pence]),
      [[named(JANUARY), 3_000]],
    );
  });

  test("INV35 COM21 is the same however often, and how many at once, compute it", async () => {
    const [sponsor = ""] = await partner();
    const [id = ""] = await addPartners(sayso, 1, { sponsor });
    await addReferrals(sayso, id, clients(28, MARCH));
    const admin = await cookie();
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
    assert.equal((await compute()).month, named(monthFromNow(0)));
    const { months, activeReferrals, referrals } = await dashboard(id);
    assert.deepEqual(
      [months[0]?.month, months[0]?.isClosed, activeReferrals],
      [named(monthFromNow(0)), false, 1],
    );
    assert.deepEqual(
      referrals.map((one) => [one.subscription_status, one.activity, one.company_name]),
      [["active", "active", "Blue Door Bakery"]],
    );
    await sayso.schedule(new Date(monthFromNow(1).getTime() + 120_000), "2 * * * *");
    assert.equal((await dashboard(id)).months[0]?.isClosed, true);
    assert.ok(
      await sayso.row("SELECT 1 FROM commission_months WHERE month_period = ?", named(monthFromNow(0))),
    );
  });
});

describe("a payout", () => {
  test("INV28 COM07 COM08 COM09 waits until £25 have gathered, and takes all months together", async () => {
    const [id = ""] = await partner();
    await addReferrals(sayso, id, [...clients(3, JANUARY), ...clients(4, FEBRUARY)]);
    await compute(JANUARY);
    const refused = await pay(id, JANUARY);
    assert.deepEqual([refused.status, refused.code], [409, "below_minimum"]);
    assert.match(refused.error ?? "", /£15\.00 has gathered; payouts begin at £25\.00/);
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
      until: named(FEBRUARY),
      method: "manual",
      reference: "Transfer 4711",
    });
    assert.deepEqual(
      [(await pay(id, FEBRUARY)).code, (await pay(crypto.randomUUID(), FEBRUARY)).status],
      ["nothing_pending", 404],
    );
    assert.equal((await pay(id, monthFromNow(1))).status, 400);
  });

  test("INV29 INV30 INV31 COM21 what is found out later becomes one adjustment, paid or taken back with the next", async () => {
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
    assert.match((await pay(more, JANUARY)).error ?? "", /£20\.00 has gathered/);
    assert.match((await pay(fewer, JANUARY)).error ?? "", /−£10\.00 has gathered/);
    await compute(FEBRUARY);
    const earlier = await sayso.rows("SELECT * FROM affiliate_commissions ORDER BY 1, 2, 3");
    await compute(FEBRUARY);
    await compute(JANUARY);
    assert.deepEqual(await sayso.rows("SELECT * FROM affiliate_commissions ORDER BY 1, 2, 3"), earlier);
    assert.equal((await pay(more, FEBRUARY)).amount_pence, 2_500);
    assert.equal((await pay(fewer, FEBRUARY)).amount_pence, 12_500);
    assert.match((await pay(small, FEBRUARY)).error ?? "", /£5\.00 has gathered/);
    assert.deepEqual(
      [
        (await dashboard(more)).lifetimeEarnings,
        (await dashboard(fewer)).lifetimeEarnings,
        (await dashboard(small)).pendingPayout,
      ],
      [16_000, 27_000, 500],
    );
  });

  test("INV36 COM06 of two at once one pays, and the other is told so", async () => {
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

test("ERR03 AFF11 partner data without a session is refused as Not authenticated", async () => {
  const [id = ""] = await partner();
  for (const path of [`dashboard?affiliateId=${id}`, `statements/${named(MARCH)}?affiliateId=${id}`]) {
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
    "id client_id affiliate_id evidence referral_date self_referral settled_at created_at",
  );
  // What it says of the client and of its money is read from where that stands.
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
        `/api/admin/commissions?${new URLSearchParams({ month: named(MARCH), ...(next && { before: next }) })}`,
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

test("INV35 COM21 COM23 a closing that is killed again and again ends in the rows of one that is not", async () => {
  const own = await startWorker();
  try {
    const partners = await addPartners(own, 300);
    await Promise.all(partners.slice(0, 40).map((id) => addReferrals(own, id, clients(2, MARCH))));
    const close = () => own.schedule(new Date(monthFromNow(-1).getTime() + 120_000), "2 * * * *");
    const count = async (of: string) => Number((await own.row(`SELECT count(*) AS n FROM ${of}`))?.n);
    const points = [
      ["commission_snapshots", 1],
      ["commission_snapshots", 201],
      ["commission_snapshots WHERE computed_at IS NOT NULL", 1],
      ["commission_snapshots WHERE computed_at IS NOT NULL", 201],
      ["commission_snapshots", 301],
    ] as const;
    for (const [of, least] of points) {
      close().catch(() => {});
      await until(`${least} of ${of} are there`, async () => (await count(of)) >= least);
      await own.killRuntime();
    }
    await close();
    const rows = await own.rows(
      "SELECT month_period, active_clients_count AS clients, count(*) AS n FROM affiliate_commissions GROUP BY 1, 2",
    );
    assert.deepEqual(rows, [{ month_period: named(MARCH), clients: 2, n: 40 }]);
    assert.equal(
      (await own.rows("SELECT 1 FROM commission_months WHERE month_period = ?", named(MARCH))).length,
      1,
    );
  } finally {
    await own.close();
  }
});
