// Closing of months: recalculation, and interrupted runs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CommissionFacts } from "#api/generated/affiliate.ts";
import { clients, commissionCalls } from "../../support/people/partner/commissions.ts";
import {
  addPartners,
  addReferrals,
  commissionsOf,
  monthFromNow,
  monthKey,
} from "../../support/people/partner/referrals.ts";
import { mailTo, startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

const MARCH = monthFromNow(-2);
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { get, compute, pay } = commissionCalls(() => sayso);

test("COM21 COM23 the next closing adjusts a month whose dispute was decided since, however old the month is", async () => {
  const [id = ""] = await addPartners(sayso, 1);
  const old = monthFromNow(-9);
  const [lost = ""] = await addReferrals(sayso, id, [...clients(1, old), ...clients(5, old)]);
  await sayso.change("UPDATE payments SET returned_pence = amount_pence WHERE subscription_id = ?", lost);
  await compute(old);
  assert.equal((await pay(id, old)).status, 200);
  await sayso.change(
    "UPDATE payments SET returned_pence = 0, returned_at = ? WHERE subscription_id = ?",
    monthFromNow(2).getTime(),
    lost,
  );
  await sayso.schedule(new Date(monthFromNow(3).getTime() + 120_000), "2 * * * *");
  assert.deepEqual(
    (await commissionsOf(sayso, id))
      .filter(({ month }) => month === monthKey(old))
      .map(({ type, pence }) => [type, pence]),
    [
      ["direct", 2_500],
      ["adjustment", 500],
    ],
  );
});

test("notifies a partner once of a closed month's amount, with its payout date or why it carries over (COM08 COM11 COM23)", async () => {
  const month = monthFromNow(-1);
  const [payable = "", belowMinimum = "", withoutCommission = ""] = await addPartners(sayso, 3);
  await addReferrals(sayso, payable, clients(6, month));
  await addReferrals(sayso, belowMinimum, clients(2, month));
  const addressOf = async (id: string) =>
    String((await sayso.row("SELECT email FROM affiliates WHERE id = ?", id))?.email);
  const close = () => sayso.schedule(new Date(monthFromNow(0).getTime() + 120_000), "2 * * * *");
  await close();
  const mail = await mailTo(sayso, await addressOf(payable));
  assert.match(mail.subject, /^Your commission for [A-Z][a-z]+ \d{4}: £30\.00$/);
  assert.match(
    mail.text,
    /we owe you £30\.00 in all\.\s+(?:We pay it out from \d+ [A-Z][a-z]+ \d{4}|It is due now)\./,
  );
  assert.match(
    (await mailTo(sayso, await addressOf(belowMinimum))).text,
    /The minimum payout is £25\.00: the balance carries over/,
  );
  await close();
  for (const [id, mails] of [
    [payable, 1],
    [belowMinimum, 1],
    [withoutCommission, 0],
  ] as const)
    assert.equal(
      (await sayso.rows("SELECT 1 FROM emails WHERE recipient = ?", await addressOf(id))).length,
      mails,
    );
});

test("AFF25 COM21 a statement's number and date change only when the facts of its closed month change", async () => {
  const [sponsor = ""] = await addPartners(sayso, 1);
  const [id = ""] = await addPartners(sayso, 1, { sponsor });
  const [first = "", second = ""] = await addReferrals(sayso, id, clients(6, MARCH));
  const statement = (of: string, month = MARCH) =>
    get<CommissionFacts>(`/api/affiliate/statements/${monthKey(month)}?affiliateId=${of}`);
  const revisionOf = async (of: string) => (await statement(of)).revision;
  const numbers = async () => [(await revisionOf(id))?.number, (await revisionOf(sponsor))?.number];
  await compute(MARCH);
  const original = await revisionOf(id);
  assert.deepEqual(await numbers(), [1, 1]);
  assert.ok(Number(original?.issuedAt) > Date.now() - 60_000, "issued when its facts were snapshotted");

  // Later payments and cancellations do not change a closed month.
  const later = monthFromNow(-1).getTime() + 14 * 86_400_000;
  await sayso.change(
    `INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence)
     VALUES ('in_' || ?1, ?1, 2900, ?2, ?2, ?2 + 2592000000, 0)`,
    first,
    later,
  );
  await sayso.change("UPDATE subscriptions SET ended_at = ? WHERE id = ?", later, second);
  await compute(MARCH);
  const { revision, own, asOf } = await statement(id);
  assert.deepEqual(revision, original);
  const ownSubscriptions = own.referrals.flatMap(({ subscriptions }) => subscriptions);
  assert.ok(ownSubscriptions.every(({ paid }) => paid.every(({ paidAt }) => paidAt < asOf)));
  assert.ok(ownSubscriptions.every(({ endedAt }) => endedAt === null));

  await sayso.change("UPDATE payments SET returned_pence = amount_pence WHERE subscription_id = ?", second);
  await compute(MARCH);
  assert.deepEqual(await numbers(), [2, 2], "before any payout, and for the sponsor too");
  assert.ok(Number((await revisionOf(id))?.issuedAt) > Number(original?.issuedAt));
  assert.equal((await pay(id, MARCH)).amount_pence, 2_500);
  assert.deepEqual(await numbers(), [2, 2], "a payout changes no statement");
  await addReferrals(sayso, id, clients(1, MARCH));
  await compute(MARCH);
  assert.deepEqual(await numbers(), [3, 3], "an adjustment changes both");

  await compute(monthFromNow(0));
  assert.equal((await statement(id, monthFromNow(0))).revision, null, "the running month has no statement");
});

test("COM21 a statement shows an interrupted calculation until the schedule completes it", async () => {
  const [id = ""] = await addPartners(sayso, 1);
  await addReferrals(sayso, id, clients(2, MARCH));
  await compute(MARCH);
  await addReferrals(sayso, id, clients(1, MARCH));
  const statement = () =>
    get<CommissionFacts>(`/api/affiliate/statements/${monthKey(MARCH)}?affiliateId=${id}`);
  assert.equal((await statement()).isComputing, false);
  // Simulates a run that was killed after writing the snapshots.
  await sayso.change(
    "UPDATE commission_snapshots SET taken_at = taken_at + 1 WHERE month_period = ? AND affiliate_id = ?",
    monthKey(MARCH),
    id,
  );
  const halfway = await statement();
  assert.deepEqual([halfway.isComputing, halfway.revision], [true, null]);
  await sayso.schedule(new Date(), "2 * * * *");
  const { isComputing, commissions } = await statement();
  assert.equal(isComputing, false);
  assert.deepEqual(
    commissions.map((one) => one.active_clients_count),
    [2],
    "computed from the existing snapshot",
  );
});

test("COM21 the schedule computes a snapshot taken at time 0, and terminates", async () => {
  const [id = ""] = await addPartners(sayso, 1);
  await sayso.change(
    `INSERT INTO commission_snapshots (month_period, affiliate_id, as_of, facts, active_clients, taken_at)
     VALUES (?, ?, 0, '{"leftAt":null,"referrals":[]}', 0, 0)`,
    monthKey(monthFromNow(-20)),
    id,
  );
  await sayso.schedule(new Date(), "2 * * * *");
  const left = await sayso.row("SELECT 1 FROM commission_snapshots WHERE computed_at IS NULL");
  assert.equal(left, undefined);
});

test("INV35 COM21 COM23 a closing that is killed repeatedly writes the same rows as an undisturbed one", async () => {
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
      await until(`at least ${least} of ${of}`, async () => (await count(of)) >= least);
      await own.killRuntime();
    }
    await close();
    const rows = await own.rows(
      "SELECT month_period, active_clients_count AS clients, count(*) AS n FROM affiliate_commissions GROUP BY 1, 2",
    );
    assert.deepEqual(rows, [{ month_period: monthKey(MARCH), clients: 2, n: 40 }]);
    assert.equal(
      (await own.rows("SELECT 1 FROM commission_months WHERE month_period = ?", monthKey(MARCH))).length,
      1,
    );
  } finally {
    await own.close();
  }
});

test("COM21 COM23 a closing reads a number of rows linear in the number of partners", async () => {
  const own = await startWorker();
  try {
    const read = async () => {
      for (const table of ["affiliate_commissions", "commission_snapshots", "commission_months"])
        await own.change(`DELETE FROM ${table}`);
      await own.schedule(new Date(monthFromNow(-1).getTime() + 120_000), "2 * * * *");
      const line = own.log().findLast(({ name }) => name === "close-commissions");
      return Number(line?.rows_read);
    };
    const add = async () => {
      for (const id of await addPartners(own, 150)) await addReferrals(own, id, clients(1, MARCH));
    };
    await add();
    const few = await read();
    await add();
    const many = await read();
    assert.ok(few > 150 && many < 2.4 * few, `${few} of 150 partners, ${many} of 300`);
    assert.ok(many < 300 * 200, `${many} of 300 partners`);
  } finally {
    await own.close();
  }
});
