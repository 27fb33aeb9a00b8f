// Payouts by transfers to partners' accounts at Stripe.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CommissionFacts, MonthlyCommissions, OwedPage } from "#api/generated/affiliate.ts";
import type { Payments } from "#api/generated/billing.ts";
import {
  fill,
  MONTH,
  OWED,
  payoutCalls,
  startPayoutWorld,
  type ConnectedPartner,
} from "../../support/people/partner/payouts.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { DAY, monthKey } from "../../support/people/partner/referrals.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { mailTo, runJobs, until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPayoutWorld();
});
after(() => world.close());
const {
  partner,
  begin,
  check,
  dashboard,
  connected,
  pay,
  settle,
  lineOf,
  reaches,
  transfersOf,
  paidOf,
  again,
  attempts,
} = payoutCalls(() => world);
const api = () => world.api;

async function monthOf(partnerOf: { id: string }) {
  const answer = await call(world.sayso, "GET", `/api/admin/commissions?month=${monthKey(MONTH)}`, {
    cookie: await world.admin(),
  });
  const { rows } = (await answer.json()) as MonthlyCommissions;
  return rows.find(({ affiliate_id: id }) => id === partnerOf.id);
}

/** The text of the email about a reversed payout. */
const mailAbout = (address: string, pattern: RegExp) =>
  until(String(pattern), async () => {
    await runJobs(world.sayso, { mailsTo: address });
    return (await world.sayso.mails()).find(
      ({ to, text, subject }) => [to].flat().includes(address) && pattern.test(`${subject}\n${text}`),
    );
  });

/** Templates of the emails to an address, after a run of the schedule. */
async function payoutMailTo(address: string) {
  await world.sayso.schedule(new Date(), "2 * * * *");
  const rows = await world.sayso.rows(
    "SELECT template FROM emails WHERE recipient = ? AND template IN ('payout_made', 'payout_delayed', 'transfer_failed') ORDER BY created_at",
    address,
  );
  return rows.map(({ template }) => template);
}

describe("a payout by transfer", () => {
  test("COM06 COM09 COM11 reaches the partner's account once, and all that waited is paid", async () => {
    const found = await connected();
    assert.equal((await monthOf(found))?.transfer_to, found.account);
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
    assert.deepEqual(await payoutMailTo(found.email), ["payout_made"]);
    assert.match((await mailTo(world.sayso, found.email)).subject, /^Your payout of £35\.00 is on its way$/);
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

  test("COM09 COM11 is refused where the amount or the account is not the one that the admin saw", async () => {
    const found = await connected();
    for (const method of ["manual", "transfer"] as const) {
      const other = await pay(found, method, { seen_pence: OWED + 1000 });
      assert.deepEqual({ http: other.http, code: other.code }, { http: 409, code: "amount_changed" });
      assert.match(
        (other as unknown as { error: string }).error,
        /^The amount due is now £35\.00\. Nothing was paid\./,
      );
    }
    const moved = await pay(found, "transfer", { seen_pence: OWED, seen_account: "acct_another" });
    assert.deepEqual({ http: moved.http, code: moved.code }, { http: 409, code: "no_payout_account" });
    assert.equal(await paidOf(found), null);
    const paid = await pay(found, "transfer", { seen_pence: OWED, seen_account: found.account });
    assert.equal(paid.http, 200);
    await reaches(paid.id, "sent");
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
    for (const expired of [false, true])
      test(`COM11 is made once although its first call ${name}${expired ? ", and Stripe forgot its key" : ""}`, async () => {
        const found = await connected();
        world.stripe.fault({ method: "POST", path: "/v1/transfers" }, fault);
        const { id } = await pay(found);
        await until("the first attempt ends", async () => (await attempts(id)) === 1);
        if (expired) world.stripe.store.state.answers = {};
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
  test("shows the reason of a failure, and is paid by a retry or by hand (COM11)", async () => {
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
    assert.equal((await monthOf(retried))?.unsettled_payout, "failed", "the month does not read as paid");
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
    assert.equal((await monthOf(retried))?.unsettled_payout, null);
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
    const desk = await addUser(world.sayso, { roles: ["admin"] });
    assert.deepEqual(await payoutMailTo(found.email), ["payout_delayed"]);
    assert.deepEqual(await payoutMailTo(desk.email), ["transfer_failed"]);
    assert.match((await mailTo(world.sayso, desk.email)).text, /insufficient available funds/);
    const list = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
    const { failed_payouts: waiting } = (await list.json()) as Payments;
    assert.ok(waiting.some((line) => line.id === id && line.status === "failed"));
    await world.buy();
    await world.eventsApplied();
    assert.equal((await settle(id, "transfer")).http, 200);
    await reaches(id, "sent");
    assert.equal((await transfersOf(id)).length, 1);
    assert.deepEqual(await payoutMailTo(found.email), ["payout_delayed", "payout_made"]);
    for (let buyer = 0; buyer < 3; buyer += 1) await world.buy();
    await world.eventsApplied();
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

test("COM11 a transfer that was taken back whole fails its payout, and another one pays it once", async () => {
  const found = await connected();
  const { id } = await pay(found);
  await reaches(id, "sent");
  const [first] = await transfersOf(id);
  await api().transfers.createReversal(first?.id ?? "", {});
  await world.sayso.change("UPDATE payouts SET checked_at = checked_at - ? WHERE id = ?", DAY, id);
  await world.sayso.schedule(new Date(), "2 * * * *");
  const line = await lineOf(id);
  assert.deepEqual(
    { status: line?.status, problem: line?.problem, transfer: line?.transfer_id },
    { status: "failed", problem: "All of it was taken back in Stripe.", transfer: null },
  );
  assert.equal(await paidOf(found), OWED, "the payout still owes it");
  const { lifetimeEarnings, delayedPence, payouts } = await dashboard(found);
  assert.deepEqual([lifetimeEarnings, delayedPence, payouts[0]?.taken_back], [0, OWED, true]);
  await mailAbout(
    found.email,
    /Stripe took back your payout of £35\.00 after it had reached your account there/,
  );
  const tries = await Promise.all([settle(id, "transfer"), settle(id, "transfer")]);
  assert.ok(tries.some(({ http }) => http === 200));
  await reaches(id, "sent");
  const unreversed = (await transfersOf(id)).filter(({ reversed }) => !reversed);
  assert.equal(unreversed.length, 1);
  assert.equal((await lineOf(id))?.transfer_id, unreversed[0]?.id);
  assert.equal((await lineOf(id))?.problem, null);

  await api().transfers.createReversal(unreversed[0]?.id ?? "", { amount: 1000 });
  for (let days = 0; days < 2; days += 1) {
    await world.sayso.change("UPDATE payouts SET checked_at = checked_at - ? WHERE id = ?", DAY, id);
    await world.sayso.schedule(new Date(), "2 * * * *");
  }
  const owed = await world.sayso.rows("SELECT amount_pence AS pence FROM payouts WHERE replaces = ?", id);
  assert.deepEqual(owed, [{ pence: 1000 }], "the first transfer is not owed twice");
});

test("COM09 COM11 AFF15 each part that was taken back is said by its own amount, as what it is, until it is settled", async () => {
  const found = await connected();
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  const owed = async () => {
    const answer = await call(world.sayso, "GET", "/api/admin/owed", { cookie: await world.admin() });
    return ((await answer.json()) as OwedPage).failed_pence;
  };
  const figures = async () => {
    const { lifetimeEarnings, delayedPence } = await dashboard(found);
    return [lifetimeEarnings, delayedPence];
  };
  const others = await owed();
  const { id } = await pay(found);
  await reaches(id, "sent");
  const [transfer] = await transfersOf(id);
  const takeBack = async (amount: number) => {
    await api().transfers.createReversal(transfer?.id ?? "", { amount });
    await world.sayso.change("UPDATE payouts SET checked_at = checked_at - ? WHERE id = ?", DAY, id);
    await world.sayso.schedule(new Date(), "2 * * * *");
    await world.sayso.schedule(new Date(), "2 * * * *");
    const row = await world.sayso.row(
      "SELECT id FROM payouts WHERE replaces = ? AND amount_pence = ?",
      id,
      amount,
    );
    return String(row?.id);
  };
  const first = await takeBack(1000);
  assert.equal((await lineOf(first))?.problem, "£10.00 of a payout was taken back in Stripe.");
  assert.deepEqual([await figures(), (await owed()) - others], [[OWED - 1000, 1000], 1000]);
  const delayed = await mailAbout(found.email, /£10\.00 of a payout/);
  assert.match(
    delayed.text,
    /Stripe took back £10\.00 of a payout after it had reached your account there\. We still owe you the money/,
  );
  const mail = await mailAbout(desk.email, /was taken back/);
  assert.match(mail.subject, /^A payout to .+ was taken back$/);
  assert.match(mail.text, /^£10\.00 that had reached .+ was returned to us:/);

  await settle(first, "manual", "FP 4714");
  await world.sayso.schedule(new Date(), "2 * * * *");
  const made = await mailAbout(found.email, /we have paid you £10\.00/);
  assert.match(
    made.text,
    /we have paid you £10\.00: the amount taken back from your payout up to [A-Z][a-z]+ \d{4}\./,
  );
  assert.deepEqual([await figures(), (await owed()) - others], [[OWED, 0], 0]);

  const rest = await takeBack(2500);
  assert.equal((await lineOf(rest))?.problem, "£25.00 of a payout was taken back in Stripe.");
  assert.deepEqual([await figures(), (await owed()) - others], [[1000, 2500], 2500]);
  assert.equal(
    (await settle(rest, "transfer")).taken_back,
    false,
    "what happens to it next is another matter",
  );
});

/** A partner's month in the accountant's files: the status of its commission, and the entries of its payouts. */
async function booksOf(found: ConnectedPartner) {
  const month = monthKey(MONTH).slice(0, 7);
  const answer = await call(world.sayso, "GET", `/api/affiliate/statements/${month}`, {
    cookie: found.cookie,
  });
  const { commissions, payouts } = (await answer.json()) as CommissionFacts;
  const { months } = await dashboard(found);
  assert.deepEqual(
    months.find((one) => one.month.startsWith(month))?.commissions.map(({ payout_status: status }) => status),
    commissions.map(({ payout_status: status }) => status),
    "the dashboard says the same as the statement",
  );
  return {
    statuses: commissions.map(({ payout_status: status }) => status),
    entries: payouts.map(({ payoutId, kind, amountPence }) => [payoutId, kind, amountPence]),
  };
}

/** The rows of the admin's export that name one of these payouts. */
async function exportedOf(payouts: string[]) {
  const day = monthKey(MONTH);
  const answer = await call(world.sayso, "GET", `/api/admin/commissions.csv?from=${day}&to=${day}`, {
    cookie: await world.admin(),
  });
  const rows = (await answer.text()).trimEnd().split("\r\n");
  const cells = rows.map((line) => line.split(",").map((cell) => cell.replaceAll(/^"|"$/g, "")));
  return cells
    .filter((row) => payouts.includes(row[10] ?? ""))
    .map(([, , , kind, , , amount, , status, paid, payout]) => [kind, amount, status, paid !== "", payout]);
}

test("COM11 COM24 the statement and the export say what became of a payout, and name it in a signed row", async () => {
  const [full, part] = [await connected(), await connected()];
  const [{ id: first }, { id: second }] = [await pay(full), await pay(part)];
  for (const id of [first, second]) await reaches(id, "sent");
  assert.deepEqual(await booksOf(full), { statuses: ["paid"], entries: [[first, "payout", OWED]] });
  assert.deepEqual(await exportedOf([first]), [["direct", "35.00", "paid", true, first]]);

  const back = async (id: string, amount?: number) => {
    const [transfer] = await transfersOf(id);
    await api().transfers.createReversal(transfer?.id ?? "", amount === undefined ? {} : { amount });
    await world.sayso.change("UPDATE payouts SET checked_at = checked_at - ? WHERE id = ?", DAY, id);
    await world.sayso.schedule(new Date(), "2 * * * *");
  };
  await back(first);
  await back(second, 1000);
  const madeAndBack = [
    [first, "payout", OWED],
    [first, "taken_back", -OWED],
  ];
  assert.deepEqual(await booksOf(full), { statuses: ["delayed"], entries: madeAndBack });
  assert.deepEqual(await exportedOf([first]), [
    ["direct", "35.00", "delayed", false, first],
    ["taken_back", "-35.00", "", true, first],
  ]);
  assert.deepEqual(await booksOf(part), {
    statuses: ["paid_in_part"],
    entries: [
      [second, "payout", OWED],
      [second, "taken_back", -1000],
    ],
  });
  assert.equal((await monthOf(part))?.unsettled_payout, "failed", "admins see that a part is delayed");
  assert.deepEqual(await exportedOf([second]), [
    ["direct", "35.00", "paid in part", true, second],
    ["taken_back", "-10.00", "", true, second],
  ]);

  await settle(first, "manual", "FP 4714");
  const row = await world.sayso.row("SELECT id FROM payouts WHERE replaces = ?", second);
  const replacing = String(row?.id);
  await settle(replacing, "transfer");
  await reaches(replacing, "sent");
  assert.deepEqual(await booksOf(full), {
    statuses: ["paid"],
    entries: [...madeAndBack, [first, "paid_again", OWED]],
  });
  assert.deepEqual((await booksOf(part)).entries.at(-1), [replacing, "paid_again", 1000]);
  assert.deepEqual((await booksOf(part)).statuses, ["paid"]);
  assert.deepEqual((await exportedOf([second, replacing])).slice(1), [
    ["taken_back", "-10.00", "", true, second],
    ["paid_again", "10.00", "", true, replacing],
  ]);
});

test("a failed payout is not shown as paid, and each failure is notified once (COM11 COM24)", async () => {
  const found = await connected();
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  world.stripe.restrict(found.account);
  const { id } = await pay(found);
  await reaches(id, "failed");
  assert.deepEqual(await booksOf(found), {
    statuses: ["delayed"],
    entries: [
      [id, "payout", OWED],
      [id, "failed", -OWED],
    ],
  });
  assert.deepEqual(await payoutMailTo(found.email), ["payout_delayed"]);
  await fill((await begin(found)).url, "finish");
  await check(found);
  // Stripe does not answer until the payout fails: no idempotency key is used up.
  world.stripe.fault({ method: "POST", path: "/v1/transfers" }, { cut: "before" }, 100);
  const spent = "SELECT spent_keys FROM payouts WHERE id = ?";
  for (let tries = 1; tries <= 2; tries += 1) {
    assert.equal((await settle(id, "transfer")).http, 200);
    const spentBefore = (await world.sayso.row(spent, id))?.spent_keys;
    await until("it fails for good", async () => {
      await again(id);
      return (await lineOf(id))?.status === "failed";
    });
    assert.equal((await world.sayso.row(spent, id))?.spent_keys, spentBefore, "no key is spent by a timeout");
    assert.equal((await payoutMailTo(found.email)).length, 1 + tries, "EML11 its partner is told each time");
    assert.equal((await payoutMailTo(desk.email)).length, 1 + tries, "and so are admins");
  }
  world.stripe.clearFaults();
});

test("COM11 COM23 each day Stripe is asked what has become of transfers and accounts", async () => {
  const [reversed, restricted, lost, unchanged] = [
    await connected(),
    await connected(),
    await connected(),
    await connected(),
  ];
  const payouts = await Promise.all([pay(reversed), pay(restricted), pay(lost), pay(unchanged)]);
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
  const owed = (of: string) =>
    world.sayso.rows("SELECT id, amount_pence AS pence, status FROM payouts WHERE replaces = ?", of);
  const [takenBack] = await owed(first);
  assert.deepEqual(
    [takenBack?.pence, takenBack?.status],
    [500, "failed"],
    "what was taken back is owed again",
  );
  assert.deepEqual((await payoutMailTo(reversed.email)).at(-1), "payout_delayed");
  assert.equal((await settle(String(takenBack?.id), "manual", "FP 4713")).status, "recorded");
  await api().transfers.createReversal(transfer?.id ?? "", {});
  await world.sayso.change("UPDATE payouts SET checked_at = checked_at - ?", DAY);
  await world.sayso.schedule(new Date(), "2 * * * *");
  await world.sayso.schedule(new Date(), "2 * * * *");
  assert.deepEqual(
    (await owed(first)).map(({ pence, status }) => [pence, status]).toSorted(),
    [
      [500, "recorded"],
      [OWED - 500, "failed"],
    ].toSorted(),
    "the rest too, and nothing twice",
  );
  assert.equal((await lineOf(third))?.problem, "Stripe has no transfer for this payout.");
  assert.equal((await lineOf(third))?.status, "failed", "an admin settles it");
  assert.equal((await lineOf(fourth))?.problem, null);
  assert.equal((await dashboard(restricted)).payoutAccount?.canReceive, false);
  assert.equal((await dashboard(unchanged)).payoutAccount?.canReceive, true);
});
