// Payout accounts of partners at Stripe, and transfers to them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AffiliateDashboard } from "../../../web/src/api/generated/AffiliateDashboard.ts";
import type { MonthlyCommissions } from "../../../web/src/api/generated/MonthlyCommissions.ts";
import type { Payout } from "../../../web/src/api/generated/Payout.ts";
import type { PayoutAccount } from "../../../web/src/api/generated/PayoutAccount.ts";
import type { PayoutLine } from "../../../web/src/api/generated/PayoutLine.ts";
import type { Payouts } from "../../../web/src/api/generated/Payouts.ts";
import { addPartner } from "../../support/affiliates.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/payments.ts";
import { addReferrals, calculate, DAY, monthFromNow, named, paying } from "../../support/referrals.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, until } from "../../support/worker.ts";

const MONTH = monthFromNow(-1);
const OWED = 3500;

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld({ connects: true });
  // The account has money that can be transferred.
  for (let buyer = 0; buyer < 3; buyer += 1) await world.buy();
  await world.settled();
});
after(() => world.close());

const api = () => world.api;

/** A partner who is owed £35 for last month, and its session. */
async function partner({ clients = 7 } = {}) {
  const user = await addUser(world.sayso, { roles: ["affiliate"] });
  const found = await addPartner(world.sayso, user.id);
  await world.sayso.change(
    "UPDATE affiliates SET approved_at = ?, created_at = ? WHERE id = ?",
    1,
    1,
    found.id,
  );
  await addReferrals(
    world.sayso,
    found.id,
    Array.from({ length: clients }, () => paying(MONTH)),
  );
  const answer = await calculate(world.sayso, await world.admin(), MONTH);
  assert.equal(answer.status, 200);
  return { ...found, cookie: await signIn(world.sayso, user, "affiliate") };
}
type Partner = Awaited<ReturnType<typeof partner>>;

async function answered<T>(answer: Response): Promise<T & { http: number; code?: string }> {
  return { http: answer.status, ...((await answer.json()) as T) };
}
const post = async <T>(path: string, cookie: string, body?: unknown) =>
  answered<T>(await call(world.sayso, "POST", path, { cookie, ...(body !== undefined && { body }) }));

const begin = ({ cookie }: Partner) => post<{ url: string }>("/api/affiliate/payout-account", cookie);
const check = ({ cookie }: Partner) => post<PayoutAccount>("/api/affiliate/payout-account/check", cookie);
const dashboard = async ({ cookie }: Partner) =>
  (await (
    await call(world.sayso, "GET", "/api/affiliate/dashboard", { cookie })
  ).json()) as AffiliateDashboard;

/** Opens Stripe's page and sends its form; where it leads. */
async function fill(url: string, action: "finish" | "later") {
  const page = await fetch(url, { redirect: "manual" });
  assert.equal(page.status, 200);
  const back = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ action }),
  });
  return new URL(back.headers.get("location") ?? "");
}

/** A partner whose account can receive, and its id. */
async function connected(): Promise<Partner & { account: string }> {
  const found = await partner();
  await fill((await begin(found)).url, "finish");
  const { id, canReceive } = await check(found);
  assert.ok(canReceive);
  return { ...found, account: id };
}

const pay = async ({ id }: { id: string }, method: "manual" | "transfer" = "transfer") =>
  post<Payout>(`/api/admin/affiliates/${id}/payouts`, await world.admin(), { month: named(MONTH), method });
const settle = async (payout: string, method: "manual" | "transfer", reference = "") =>
  post<PayoutLine>(`/api/admin/payouts/${payout}/settlement`, await world.admin(), { method, reference });
const lineOf = async (payout: string): Promise<PayoutLine | undefined> => {
  const answer = await call(world.sayso, "GET", "/api/admin/payouts", { cookie: await world.admin() });
  return ((await answer.json()) as Payouts).rows.find(({ id }) => id === payout);
};
const reaches = (payout: string, wanted: string) =>
  until(`payout is ${wanted}`, async () => (await lineOf(payout))?.status === wanted);
const transfersOf = async (payout: string) => (await api().transfers.list({ transfer_group: payout })).data;
const paidOf = async ({ id }: Partner) =>
  (
    await world.sayso.row(
      "SELECT sum(commission_amount) AS pence FROM affiliate_commissions WHERE affiliate_id = ? AND status = 'paid'",
      id,
    )
  )?.pence;

/** Lets the next attempt of a payout's transfer begin, as if its time had come. */
async function again(payout: string) {
  await world.sayso.change(
    "UPDATE job_queue SET due_at = 0 WHERE subject_id = ? AND status <> 'done'",
    payout,
  );
  await world.sayso.schedule(new Date());
}
const attempts = async (payout: string) =>
  (
    await world.sayso.rows(
      "SELECT outcome FROM job_attempts WHERE subject_id = ? AND outcome IS NOT NULL",
      payout,
    )
  ).length;

describe("a payout account", () => {
  test("AFF19 AFF20 COM11 is created at Stripe once, and counts once Stripe says that it can receive", async () => {
    const found = await partner();
    assert.deepEqual(
      await dashboard(found).then(({ canConnect, payoutAccount }) => ({ canConnect, payoutAccount })),
      {
        canConnect: true,
        payoutAccount: null,
      },
    );
    const pages = await Promise.all([begin(found), begin(found)]);
    assert.deepEqual(
      pages.map(({ http }) => http),
      [200, 200],
    );
    const accounts = (await api().accounts.list({ limit: 100 })).data.filter(
      ({ email }) => email === found.email,
    );
    assert.equal(accounts.length, 1, "of two calls at once one makes it");
    const [{ id, type, country, capabilities, metadata } = {} as never] = accounts;
    assert.deepEqual(
      { type, country, capabilities },
      { type: "express", country: "GB", capabilities: { transfers: "inactive" } },
    );
    assert.equal(metadata?.sayso_affiliate_id, found.id);
    const back = await fill(pages[0]?.url ?? "", "later");
    assert.equal(back.href, `${world.sayso.origin}/affiliates/dashboard?payouts=back`);
    assert.deepEqual((await dashboard(found)).payoutAccount, { id, canReceive: false });
    assert.equal((await check(found)).canReceive, false, "Stripe still wants something");
    const used = await fetch(pages[0]?.url ?? "", { redirect: "manual" });
    assert.match(used.headers.get("location") ?? "", /\/affiliates\/dashboard\?payouts=again$/);
    await fill((await begin(found)).url, "finish");
    assert.equal((await dashboard(found)).payoutAccount?.canReceive, false, "the address alone says nothing");
    const { http, ...account } = await check(found);
    assert.deepEqual({ http, account }, { http: 200, account: { id, canReceive: true } });
    assert.deepEqual((await dashboard(found)).payoutAccount, { id, canReceive: true });
  });

  test("ERR04 what Stripe refuses is told as a failure and keeps nothing", async () => {
    const found = await partner();
    const error = {
      type: "invalid_request_error",
      message:
        "Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability.",
    };
    const answer = {
      status: 400,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ error }),
    };
    world.stripe.fault({ method: "POST", path: "/v1/accounts" }, { answer });
    const { http, code } = await begin(found);
    assert.deepEqual({ http, code }, { http: 502, code: "payments_away" });
    assert.equal((await dashboard(found)).payoutAccount, null);
    assert.equal((await begin(found)).http, 200);
  });

  test("AFF20 cannot be connected without a key, and nothing is paid by transfer", async () => {
    const bare = await startWorker({ secrets: { STRIPE_CONNECT_KEY: "" } });
    try {
      const user = await addUser(bare, { roles: ["affiliate"] });
      await addPartner(bare, user.id);
      const cookie = await signIn(bare, user, "affiliate");
      const seen = (await (
        await call(bare, "GET", "/api/affiliate/dashboard", { cookie })
      ).json()) as AffiliateDashboard;
      assert.equal(seen.canConnect, false);
      const answer = await answered(await call(bare, "POST", "/api/affiliate/payout-account", { cookie }));
      assert.deepEqual({ http: answer.http, code: answer.code }, { http: 409, code: "no_connect" });
    } finally {
      await bare.close();
    }
  });
});

describe("a payout by transfer", () => {
  test("COM06 COM09 COM11 reaches the partner's account once, and all that waited is paid", async () => {
    const found = await connected();
    const month = await call(world.sayso, "GET", `/api/admin/commissions?month=${named(MONTH)}`, {
      cookie: await world.admin(),
    });
    const seen = (await month.json()) as MonthlyCommissions;
    assert.equal(seen.rows.find(({ affiliate_id: id }) => id === found.id)?.transfer_to, found.account);
    const paid = await pay(found);
    assert.deepEqual(
      { http: paid.http, amount: paid.amount_pence, status: paid.status },
      { http: 200, amount: OWED, status: "sending" },
    );
    await reaches(paid.id, "sent");
    const [transfer, ...others] = await transfersOf(paid.id);
    assert.equal(others.length, 0);
    assert.deepEqual(
      { amount: transfer?.amount, currency: transfer?.currency, to: transfer?.destination },
      { amount: OWED, currency: "gbp", to: found.account },
    );
    const line = await lineOf(paid.id);
    assert.deepEqual({ id: line?.transfer_id, problem: line?.problem }, { id: transfer?.id, problem: null });
    assert.equal(await paidOf(found), OWED);
    assert.equal((await pay(found)).code, "nothing_pending");
    const audit = await world.sayso.row(
      "SELECT after FROM audit_log WHERE subject = ? AND action = 'affiliate.pay'",
      found.id,
    );
    assert.equal(JSON.parse(audit?.after).method, "transfer");
  });

  test("INV36 COM09 is made once by two admins at once", async () => {
    const found = await connected();
    const both = await Promise.all([pay(found), pay(found)]);
    assert.deepEqual(both.map(({ http }) => http).toSorted(), [200, 409]);
    const payout = both.find(({ http }) => http === 200)?.id ?? "";
    await reaches(payout, "sent");
    const all = (await api().transfers.list({ destination: found.account })).data;
    assert.deepEqual(
      all.map(({ transfer_group: of }) => of),
      [payout],
    );
    assert.equal(await paidOf(found), OWED);
  });

  test("COM11 is refused where no transfer can reach the partner; by hand it is recorded", async () => {
    const without = await partner();
    const refused = await pay(without);
    assert.deepEqual({ http: refused.http, code: refused.code }, { http: 409, code: "no_payout_account" });
    assert.equal(await paidOf(without), null);
    const found = await connected();
    const byHand = await pay(found, "manual");
    assert.equal(byHand.status, "recorded");
    assert.deepEqual(await transfersOf(byHand.id), []);
    assert.equal((await settle(byHand.id, "transfer")).code, "payout_settled");
  });

  for (const [name, fault] of [
    ["never came", { cut: "before" }],
    ["was carried out and not answered", { cut: "after" }],
    ["was carried out and answered with a failure", { refuse: "api_error", after: true }],
  ] as const)
    for (const forgotten of [false, true])
      test(`COM11 is made once although its first call ${name}${forgotten ? ", and Stripe forgot its key" : ""}`, async () => {
        const found = await connected();
        world.stripe.fault({ method: "POST", path: "/v1/transfers" }, fault);
        const { id } = await pay(found);
        await until("the first attempt ends", async () => (await attempts(id)) === 1);
        if (forgotten) world.stripe.store.state.answers = {};
        await again(id);
        await reaches(id, "sent");
        assert.equal((await transfersOf(id)).length, 1);
      });

  test("COM11 INV36 is made once although the Worker is killed before the call and before its answer", async () => {
    for (const point of ["GET", "POST"]) {
      const found = await connected();
      let release = () => {};
      const hold = new Promise<void>((resolve) => (release = resolve));
      const seen = world.stripe.requests.length;
      world.stripe.fault({ method: point, path: "/v1/transfers" }, { hold });
      const { id } = await pay(found);
      await until("Stripe is called", async () =>
        world.stripe.requests
          .slice(seen)
          .some(({ method, path }) => method === point && path === "/v1/transfers"),
      );
      await world.sayso.killRuntime();
      release();
      await until("the runtime is back", async () => (await lineOf(id))?.status === "sending");
      await again(id);
      await reaches(id, "sent");
      assert.equal((await transfersOf(id)).length, 1, point);
      assert.equal(await paidOf(found), OWED);
    }
  });
});

describe("a transfer that fails", () => {
  test("COM11 says why, and is made by another try once the reason is gone, or was paid by hand", async () => {
    const [retried, byHand] = [await connected(), await connected()];
    for (const { account } of [retried, byHand]) world.stripe.restrict(account);
    const [first, second] = [await pay(retried), await pay(byHand)];
    await reaches(first.id, "failed");
    await reaches(second.id, "failed");
    assert.match(
      (await lineOf(first.id))?.problem ?? "",
      /^Stripe refuses it: Your destination account needs/,
    );
    assert.equal(await paidOf(retried), OWED, "the payout still owes it");
    assert.equal((await dashboard(retried)).payoutAccount?.canReceive, false, "its partner sees why");
    assert.equal((await settle(first.id, "transfer")).code, "no_payout_account");
    await fill((await begin(retried)).url, "finish");
    assert.ok((await check(retried)).canReceive);
    const tries = await Promise.all([settle(first.id, "transfer"), settle(first.id, "transfer")]);
    assert.ok(
      tries.some(({ http }) => http === 200),
      JSON.stringify(tries),
    );
    await reaches(first.id, "sent");
    assert.equal((await transfersOf(first.id)).length, 1);
    const line = await settle(second.id, "manual", "FP 4711");
    assert.deepEqual(
      { status: line.status, reference: line.reference, problem: line.problem },
      { status: "recorded", reference: "FP 4711", problem: null },
    );
    assert.equal((await settle(second.id, "transfer")).code, "payout_settled");
    const audit = await world.sayso.rows(
      "SELECT after FROM audit_log WHERE action = 'payout.settle' AND subject = ?",
      second.id,
    );
    assert.deepEqual(
      audit.map((row) => JSON.parse(row.after)),
      [{ method: "manual", reference: "FP 4711" }],
    );
  });

  test("COM11 for want of money is made later, with a key that Stripe has not refused", async () => {
    const found = await connected();
    const [{ amount = 0 } = {}] = (await api().balance.retrieve()).available;
    const other = await connected();
    await api().transfers.create({ amount: amount - 100, currency: "gbp", destination: other.account });
    const { id } = await pay(found);
    await reaches(id, "failed");
    assert.match((await lineOf(id))?.problem ?? "", /insufficient available funds/);
    await world.buy();
    await world.settled();
    assert.equal((await settle(id, "transfer")).http, 200);
    await reaches(id, "sent");
    assert.equal((await transfersOf(id)).length, 1);
    for (let buyer = 0; buyer < 3; buyer += 1) await world.buy();
    await world.settled();
  });

  test("COM11 is never paid by hand where it exists at Stripe after all", async () => {
    const found = await connected();
    const { id } = await pay(found);
    await reaches(id, "sent");
    await world.sayso.change("UPDATE payouts SET status = 'failed', transfer_id = NULL WHERE id = ?", id);
    const line = await settle(id, "manual", "FP 4712");
    assert.deepEqual({ status: line.status, reference: line.reference }, { status: "sent", reference: "" });
    world.stripe.fault({ method: "GET", path: "/v1/transfers" }, { refuse: "api_error" });
    await world.sayso.change("UPDATE payouts SET status = 'failed' WHERE id = ?", id);
    assert.equal((await settle(id, "manual")).code, "payments_away", "nor where Stripe does not say");
  });
});

test("COM11 COM23 each day Stripe is asked what has become of transfers and accounts", async () => {
  const [reversed, restricted, lost, kept] = [
    await connected(),
    await connected(),
    await connected(),
    await connected(),
  ];
  const payouts = await Promise.all([pay(reversed), pay(restricted), pay(lost), pay(kept)]);
  for (const { id } of payouts) await reaches(id, "sent");
  const [first, , third, fourth] = payouts.map(({ id }) => id) as [string, string, string, string];
  const [transfer] = await transfersOf(first);
  await api().transfers.createReversal(transfer?.id ?? "", { amount: 500 });
  world.stripe.restrict(restricted.account);
  const gone = (await transfersOf(third))[0]?.id ?? "";
  world.stripe.store.remove("transfer", gone);
  const calls = () => world.stripe.requests.filter(({ path }) => path === "/v1/transfers").length;
  const before1 = calls();
  await world.sayso.schedule(new Date(), "2 * * * *");
  assert.equal(calls(), before1, "not twice a day");
  await world.sayso.change("UPDATE payouts SET checked_at = checked_at - ?", DAY);
  await world.sayso.change("UPDATE affiliates SET connect_checked_at = connect_checked_at - ?", DAY);
  await world.sayso.schedule(new Date(), "2 * * * *");
  assert.equal((await lineOf(first))?.problem, "£5.00 of it was taken back in Stripe.");
  assert.equal((await lineOf(third))?.problem, "Stripe knows no transfer of this payout.");
  assert.equal((await lineOf(fourth))?.problem, null);
  assert.equal((await dashboard(restricted)).payoutAccount?.canReceive, false);
  assert.equal((await dashboard(kept)).payoutAccount?.canReceive, true);
});
