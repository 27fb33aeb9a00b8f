// Checks that hold at any moment of a life once lost events were made good: the product's books are Stripe's, to the penny.
import assert from "node:assert/strict";
import type { AffiliateDashboard, CommissionFacts, PayoutEntry } from "#api/generated/affiliate.ts";
import type { Billing, PaymentEntry, PaymentPage } from "#api/generated/billing.ts";
import { booksOf, type Books } from "./books.ts";
import { DAY, type Client, type Life, type Partner } from "./life.ts";

const OPENING = 50;
const MONTH_CREDITS = 50;
const BOUGHT = 25;

type KnownClient = Client & { id: string };
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const pounds = (pence: number) => `${pence < 0 ? "−" : ""}£${(Math.abs(pence) / 100).toFixed(2)}`;

/** When each month began and closed, as far as it has closed; seconds. */
export type Closings = readonly (readonly [begins: number, closes: number])[];

/** Everything that holds at any moment. */
export async function checkLife(life: Life, closings: Closings): Promise<void> {
  const books = booksOf(life);
  for (const client of life.clients) {
    assert.ok(client.id, `${client.name} is known`);
    await checkPayments(life, books, client as KnownClient);
    await checkCredits(life, books, client as KnownClient);
    await checkBilling(life, books, client as KnownClient);
  }
  await checkDisputes(life);
  await checkBalance(life, books);
  await checkPayouts(life);
  for (const partner of life.partners) await checkStatements(life, partner, closings);
}

/** Admins were emailed about each dispute that has taken money, whichever events were lost. */
async function checkDisputes(life: Life): Promise<void> {
  const mails = await life.sayso.rows("SELECT subject_id FROM emails WHERE template = 'payment_disputed'");
  const notified = new Set(mails.map(({ subject_id: subject }) => String(subject).split("/")[0]));
  for (const { id, status } of life.stripe.store.all("dispute")) {
    if (status !== "needs_response" && status !== "lost") continue;
    assert.ok(notified.has(id), `admins are mailed of the dispute ${id}`);
    life.compare("dispute that admins are mailed of");
  }
}

/** The portal lists Stripe's payments: each paid invoice, and each top-up, with its refunds. */
async function checkPayments(life: Life, books: Books, client: KnownClient): Promise<void> {
  const invoices = books
    .subscriptionsOf(client)
    .flatMap(books.invoicesOf)
    .filter(({ status }) => status === "paid")
    .map((invoice) => ({
      id: invoice.id,
      kind: books.monthLine(invoice) ? "month" : "change",
      paid_at: (invoice.paid_at ?? 0) * 1000,
      amount: invoice.amount_paid,
      ...books.returnedOf(books.chargesOf(invoice)),
    }));
  const topUps = books.topUpsOf(client).map((session) => {
    const charge = books.chargeOfTopUp(session.payment_intent);
    return {
      id: session.id,
      kind: "top_up",
      paid_at: (charge?.created ?? 0) * 1000,
      amount: charge?.amount ?? 0,
      ...books.returnedOf(charge ? [charge] : []),
    };
  });
  const listed: PaymentEntry[] = [];
  let before: string | null = null;
  do {
    const { status, json } = await life.ask(
      "GET",
      `client/${client.id}/payments${before === null ? "" : `?before=${before}`}`,
    );
    assert.equal(status, 200);
    const page = json as PaymentPage;
    listed.push(...page.entries);
    before = page.next;
  } while (before !== null);
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  assert.deepEqual(
    listed
      .map(({ id, kind, paid_at, amount_pence, refunded_pence, disputed_pence, dispute }) => ({
        id,
        kind,
        paid_at,
        amount: amount_pence,
        refunded: refunded_pence,
        disputed: disputed_pence,
        dispute,
      }))
      .toSorted(byId),
    [...invoices, ...topUps].toSorted(byId),
    `the payments of ${client.name}`,
  );
  for (const { kind, refunded_pence: refunded, dispute } of listed) {
    life.compare(`payment for a ${kind}`);
    if (refunded > 0) life.compare("payment with a refund");
    if (dispute) life.compare(`payment with a dispute that is ${dispute}`);
  }
  for (const { id, kind, amount_pence: paid, lines } of listed)
    if (kind !== "top_up") assert.equal(sum(lines.map(({ pence }) => pence)), paid, `the lines of ${id}`);
}

type LedgerRow = {
  seq: number;
  at: number;
  reason: string;
  amount: number;
  balance: number;
  source: string;
};

/** Each change of the credits follows from the rules, and each payment has changed them once. */
async function checkCredits(life: Life, books: Books, client: KnownClient): Promise<void> {
  const rows = await life.sayso.rows<LedgerRow>(
    "SELECT seq, at, reason, amount, balance, source FROM credit_ledger WHERE client_id = ? ORDER BY seq",
    client.id,
  );
  const topUps = new Map(
    books.topUpsOf(client).map((session) => {
      const charge = books.chargeOfTopUp(session.payment_intent);
      const { refunded, disputed } = books.returnedOf(charge ? [charge] : []);
      const isBack = charge !== undefined && refunded + disputed >= charge.amount;
      return [session.id, { paidAt: charge?.created ?? 0, isBack, wasDisputed: charge?.disputed === true }];
    }),
  );
  const months = new Map(
    books.subscriptionsOf(client).flatMap((subscription) => {
      const paid = books
        .invoicesOf(subscription)
        .filter((invoice) => invoice.status === "paid" && books.monthLine(invoice))
        .map((invoice) => ({ id: invoice.id, start: books.monthLine(invoice)?.period.start ?? 0 }))
        .toSorted((a, b) => a.start - b.start);
      return paid.map(({ id, start }, index) => [id, { start, isFirst: index === 0 }] as const);
    }),
  );
  const about = (row: LedgerRow) =>
    `${client.name}'s credits, change ${row.seq}: ${row.reason} of ${row.source}`;
  let balance = 0;
  let newest = 0;
  /** The beginning of the month that runs, in seconds: credits bought since then belong to it. */
  let monthFrom = 0;
  /** The credits of each top-up that belong to the month that runs, and since when they count. */
  const held = new Map<string, { credits: number; from: number }>();
  /** Credits removed when a top-up was refunded. */
  const taken = new Map<string, number>();
  const given = new Set<string>();
  /** The newest top-up, if it lapses at once. */
  let lapsing: string | null = null;
  for (const [index, row] of rows.entries()) {
    assert.equal(row.seq, index + 1, about(row));
    // A top-up's money may be returned and restored: later changes are numbered.
    const topUp = row.source.split("/")[0] ?? "";
    let amount: number;
    if (lapsing !== null) assert.deepEqual([row.reason, row.source], ["top_up_lapsed", lapsing], about(row));
    switch (row.reason) {
      case "opening":
        assert.equal(index, 0, about(row));
        amount = OPENING;
        break;
      case "submission":
        ({ amount } = row);
        break;
      case "renewal": {
        const month = months.get(row.source);
        assert.ok(month, `${about(row)}: no month that was paid`);
        assert.ok(month.start > newest, `${about(row)}: not newer than the month before`);
        newest = month.start;
        // A client that subscribes again keeps the credits bought on that day.
        monthFrom = month.isFirst ? Math.max(month.start - (month.start % DAY), monthFrom) : month.start;
        for (const [id, { from }] of held) if (from < monthFrom) held.delete(id);
        const bought = sum([...held.values()].map(({ credits }) => credits));
        amount = MONTH_CREDITS + Math.min(balance, bought) - balance;
        break;
      }
      case "top_up": {
        const paidAt = topUps.get(row.source)?.paidAt;
        assert.ok(paidAt !== undefined && !given.has(row.source), `${about(row)}: twice, or nobody's`);
        given.add(row.source);
        amount = BOUGHT;
        if (paidAt < monthFrom) lapsing = row.source;
        else held.set(row.source, { credits: BOUGHT, from: paidAt });
        break;
      }
      case "top_up_lapsed":
        assert.ok(lapsing !== null, `${about(row)}: its month runs`);
        lapsing = null;
        amount = -BOUGHT;
        break;
      case "top_up_returned":
        assert.ok(held.has(topUp), `${about(row)}: not held`);
        assert.ok(topUps.get(topUp)?.isBack || topUps.get(topUp)?.wasDisputed, about(row));
        amount = -Math.min(balance, held.get(topUp)?.credits ?? 0);
        held.delete(topUp);
        taken.set(topUp, -amount);
        break;
      case "top_up_restored":
        amount = taken.get(topUp) ?? 0;
        assert.ok(amount > 0, `${about(row)}: nothing was taken`);
        taken.delete(topUp);
        held.set(topUp, { credits: amount, from: Math.max(row.at / 1000, monthFrom) });
        break;
      default:
        assert.fail(about(row));
    }
    balance += amount;
    life.compare(`credits: ${row.reason}`);
    assert.deepEqual([row.amount, row.balance], [amount, balance], about(row));
  }
  assert.equal(
    (await life.world.client(client.email))?.credits_remaining,
    balance,
    `${client.name} has left`,
  );
  assert.equal(lapsing, null, `${client.name}: credits of a month that is over have lapsed`);
  assert.deepEqual(
    [...given].toSorted(),
    [...topUps.keys()].toSorted(),
    `${client.name}'s top-ups are given`,
  );
  for (const [id, { isBack }] of topUps) {
    if (isBack) assert.ok(!held.has(id), `${client.name}: credits of ${id} have gone with its money`);
    else
      assert.equal(taken.get(id) ?? 0, 0, `${client.name}: credits of ${id} have come again with its money`);
  }
  const [living] = books
    .living(client)
    .filter(({ cancel_at: at, status }) => at === null && status === "active");
  const paid = living ? books.invoicesOf(living).filter(({ id }) => months.has(id)) : [];
  const latest = Math.max(0, ...paid.map(({ id }) => months.get(id)?.start ?? 0));
  const first = Math.min(...[...months.values()].map(({ start }) => start));
  if (latest > first)
    assert.ok(newest >= latest, `${client.name}: the newest month that was paid has its credits`);
}

/** The portal's next and open payments match those that Stripe will collect. */
async function checkBilling(life: Life, books: Books, client: KnownClient): Promise<void> {
  const { json } = await life.ask("GET", `client/${client.id}/billing`);
  const { subscription } = json as Billing;
  const all = books.living(client);
  const renewing = all.filter(({ cancel_at: at, status }) => at === null && status !== "incomplete");
  assert.ok(renewing.length <= 1, `${client.name} pays for one subscription: ${renewing.length} go on`);
  const [one] = renewing;
  const next = subscription?.next ? { at: subscription.next.at, pence: subscription.next.pence } : null;
  const drafts = all.flatMap(books.invoicesOf).filter(({ automatically_finalizes_at: at }) => at);
  const [draft] = await Promise.all(drafts.map(({ id }) => life.api.invoices.retrieve(id)));
  if (draft && draft.amount_due > 0) {
    const at = (draft.automatically_finalizes_at ?? 0) * 1000;
    assert.deepEqual(next, { at, pence: draft.amount_due }, `what ${client.name} pays within the hour`);
    life.compare("payment within the hour");
  }
  if (!one) {
    assert.equal(draft ? null : next, null, `${client.name} pays nothing more`);
    assert.equal(subscription?.ends ?? true, true, `${client.name}'s plan ends`);
    return;
  }
  if (!draft) {
    const preview = await life.api.invoices.createPreview({ subscription: one.id });
    assert.deepEqual(
      next,
      { at: (preview.next_payment_attempt ?? preview.period_end) * 1000, pence: preview.amount_due },
      `the next payment of ${client.name}, who is ${one.status}`,
    );
    life.compare("next payment");
  }
  const open = books.invoicesOf(one).filter(({ status }) => status === "open");
  const owed = await Promise.all(
    open.map(async ({ id }) => (await life.api.invoices.retrieve(id)).amount_remaining),
  );
  if (open.length > 0) life.compare("open payment");
  assert.equal(subscription?.open?.pence ?? 0, sum(owed), `the open payment of ${client.name}`);
}

/** The balance equals its transactions, and the export sums to it. */
async function checkBalance(life: Life, books: Books): Promise<void> {
  const { available } = await life.api.balance.retrieve();
  assert.equal(available[0]?.amount, books.balance(), "Stripe's balance");
  const { status, json } = await life.ask(
    "GET",
    `admin/money.csv?from=${day(life.start)}&to=${day(life.now() + DAY)}`,
  );
  assert.equal(status, 200);
  const [head = "", ...rows] = String(json).replace("\u{feff}", "").trimEnd().split("\r\n");
  const net = head.split(",").findIndex((name) => name.replaceAll('"', "") === "Net");
  // Names in a life have no commas.
  const cells = rows.map((row) => Math.round(Number(row.split(",")[net]?.replaceAll('"', "")) * 100));
  assert.equal(sum(cells), books.balance(), "the export of all money sums to the balance");
}

/** Payouts by transfer are Stripe's transfers, less their reversals. */
async function checkPayouts(life: Life): Promise<void> {
  const payouts = await life.sayso.rows(
    "SELECT id, amount_pence, status, replaces, destination FROM payouts",
  );
  for (const payout of payouts) {
    const transfers = life.stripe.store.all("transfer").filter(({ transfer_group: of }) => of === payout.id);
    const atStripe = sum(transfers.map(({ amount, amount_reversed: back }) => amount - back));
    const owedAgain = sum(
      payouts.filter(({ replaces }) => replaces === payout.id).map(({ amount_pence: pence }) => pence),
    );
    life.compare(`payout that is ${payout.status}`);
    if (owedAgain > 0) life.compare("transfer taken back in part");
    const paid = payout.status === "sent" ? payout.amount_pence - owedAgain : 0;
    assert.equal(atStripe, paid, `a payout of ${payout.amount_pence} pence that is ${payout.status}`);
  }
  for (const partner of life.partners) {
    const { json } = await life.ask("GET", `affiliate/dashboard?affiliateId=${partner.id}`);
    const { lifetimeEarnings, delayedPence, pendingPayout, months } = json as AffiliateDashboard;
    const rows = await life.sayso.row(
      "SELECT coalesce(sum(commission_amount), 0) AS pence FROM affiliate_commissions WHERE affiliate_id = ?",
      partner.id,
    );
    assert.equal(
      lifetimeEarnings + delayedPence + pendingPayout,
      rows?.pence,
      `${partner.name}: paid, delayed and waiting`,
    );
    const shown = months.flatMap(({ commissions }) => commissions.map((one) => one.commission_amount));
    assert.equal(sum(shown), rows?.pence, `${partner.name}: the statements' sum`);
  }
}

/** The transfers to a partner, as Stripe has them. */
const transfersTo = (life: Life, { account }: Partner) =>
  life.stripe.store.all("transfer").filter(({ destination }) => destination === account);

/**
 * Reversed amounts of a partner's transfers: each reversal, and each run of them that one reconciliation may have found
 * together.
 */
function takenBack(life: Life, partner: Partner): number[] {
  return transfersTo(life, partner).flatMap(({ id }) => {
    const reversals = life.stripe.store
      .all("transfer_reversal")
      .filter(({ transfer }) => transfer === id)
      .toReversed();
    return reversals.flatMap((_, from) =>
      reversals
        .slice(from)
        .map((_one, more) => sum(reversals.slice(from, from + more + 1).map(({ amount }) => amount))),
    );
  });
}

/** The payouts on a partner's statements sum to Stripe's transfers less reversals, plus payments by hand. */
async function checkStatements(life: Life, partner: Partner, closings: Closings): Promise<void> {
  const entries = new Map<string, PayoutEntry>();
  for (const [begins] of closings) {
    const path = `affiliate/statements/${day(begins).slice(0, 7)}?affiliateId=${partner.id}`;
    const { status, json } = await life.ask("GET", path);
    if (status === 404) continue;
    assert.equal(status, 200, path);
    const { commissions, payouts } = json as CommissionFacts;
    // A payout of several months is on the statement of each.
    for (const entry of payouts) entries.set(JSON.stringify(entry), entry);
    for (const { payout_id: id, payout_status: arrival } of commissions) {
      assert.equal(id !== null, arrival !== null, `${partner.name}: ${path}`);
      if (arrival !== null) life.compare(`commission whose payout is ${arrival}`);
    }
  }
  const all = [...entries.values()];
  const transfers = transfersTo(life, partner);
  const arrived =
    sum(transfers.map(({ amount, amount_reversed: back }) => amount - back)) + sum(partner.byHand);
  assert.equal(
    sum(all.map(({ amountPence }) => amountPence)),
    arrived,
    `${partner.name}: the payouts on the statements sum to what Stripe and the bank have sent`,
  );
  const back = takenBack(life, partner);
  for (const { kind, amountPence } of all) {
    life.compare(`statement: ${kind}`);
    if (kind === "taken_back")
      assert.ok(
        back.includes(-amountPence),
        `${partner.name}: ${amountPence} pence were taken back: ${back.join()}`,
      );
  }
}

/** Each closed month matches Stripe's current books. */
export async function checkCommissions(life: Life, closings: Closings) {
  const books = booksOf(life);
  for (const [begins, closes] of closings)
    for (const partner of life.partners) {
      const rows = await life.sayso.row(
        "SELECT coalesce(sum(commission_amount), 0) AS pence FROM affiliate_commissions WHERE affiliate_id = ? AND month_period = ?",
        partner.id,
        day(begins),
      );
      if (rows?.pence > 0) life.compare("commission of a month");
      assert.equal(
        rows?.pence,
        books.commissionOf(partner, begins, closes),
        `${partner.name}'s ${day(begins).slice(0, 7)}`,
      );
    }
}

const penceOf = (text: string | undefined): number => {
  const [, sign = "", wholePounds = "", part = ""] = /^(−?)£([\d,]+)\.(\d\d)$/.exec(text ?? "") ?? [];
  return (sign ? -1 : 1) * (Number(wholePounds.replaceAll(",", "")) * 100 + Number(part));
};

/** Amounts in emails match the books at the time of sending. */
export async function checkMails(life: Life, closings: Closings): Promise<void> {
  const books = booksOf(life);
  for (const { to, subject, text } of life.newMails.splice(0)) {
    const [address = ""] = [to].flat();
    const client = life.clients.find(({ email }) => email === address);
    const partner = life.partners.find(({ email }) => email === address);
    const all = client ? books.subscriptionsOf(client) : [];
    if (client && subject === "Your payment did not go through") {
      const failed = all
        .flatMap(books.invoicesOf)
        .filter(({ attempt_count: tries, first_failed_at: at }) => tries > 0 && at !== null);
      const [, pence] = /monthly payment of (£[\d,.]+\d) for/.exec(text) ?? [];
      const sums = await Promise.all(
        failed.map(async ({ id }) => (await life.api.invoices.retrieve(id)).amount_due),
      );
      if (pence === undefined) continue;
      assert.ok(
        sums.includes(penceOf(pence)),
        `a mail to ${client.name} names ${pence}: ${sums.map(pounds).join()}`,
      );
      life.compare("mail: a payment failed");
    }
    if (client && subject === "We ended a second subscription") {
      const [, pence] = /(£[\d,.]+\d) went back/.exec(text) ?? [];
      const ended = all.filter(({ ended_at: at }) => at !== null);
      const back = ended.map((one) =>
        sum(books.invoicesOf(one).map((of) => books.returnedOf(books.chargesOf(of)).refunded)),
      );
      // The older of two, if unpaid, is not refunded.
      if (ended.some(({ created }) => all.some((other) => other.created > created))) back.push(0);
      assert.ok(
        back.includes(penceOf(pence ?? "£0.00")),
        `a mail to ${client.name} names ${pence}: ${back.join()}`,
      );
      life.compare("mail: a second subscription was ended");
    }
    if (partner) checkPartnerMail(life, books, closings, partner, subject, text);
  }
}

/** An email to a partner matches Stripe's books: a month's amount, transfers, and reversals. */
function checkPartnerMail(
  life: Life,
  books: Books,
  closings: Closings,
  partner: Partner,
  subject: string,
  text: string,
): void {
  const [, words, earned] = /^Your commission for (.+): (−?£[\d,.]+)$/.exec(subject) ?? [];
  if (words !== undefined) {
    const month = Date.parse(`1 ${words} UTC`) / 1000;
    const comesTo = closings.flatMap(([begins, closes]) =>
      begins <= month ? [{ begins, pence: books.commissionOf(partner, begins, closes) }] : [],
    );
    const waited = sum(comesTo.map(({ pence }) => pence)) - sum([...partner.paidOut.values()]);
    const [, waits] = /we owe you (−?£[\d,.]+\d) in all/.exec(text) ?? [];
    assert.deepEqual(
      [penceOf(earned), penceOf(waits)],
      [comesTo.find(({ begins }) => begins === month)?.pence, waited],
      `${partner.name}: ${subject}`,
    );
    life.compare("mail: a month has closed");
    return;
  }
  const transfers = transfersTo(life, partner);
  const [, made] = /^Your payout of (£[\d,.]+) is on its way$/.exec(subject) ?? [];
  if (made !== undefined) {
    const sent = [...transfers.map(({ amount }) => amount), ...partner.byHand];
    assert.ok(sent.includes(penceOf(made)), `${partner.name}: ${subject}, of ${sent.join()}`);
    life.compare("mail: a payout");
  }
  const [, late] = /^Your payout of (£[\d,.]+) is delayed$/.exec(subject) ?? [];
  if (late === undefined) return;
  const unmade = [...partner.paidOut].filter(
    ([id]) => !transfers.some(({ transfer_group: of }) => of === id),
  );
  const delayed = [...takenBack(life, partner), ...unmade.map(([, pence]) => pence)];
  assert.ok(delayed.includes(penceOf(late)), `${partner.name}: ${subject}, of ${delayed.join()}`);
  life.compare("mail: a payout is delayed");
}

/** A client who was told that its plan is cancelled pays nothing more, however much time passes. */
export async function checkNothingTaken(life: Life, seconds: number): Promise<void> {
  const cancelled = life.clients.filter(({ cancelledAt }) => cancelledAt !== null);
  const charges = () =>
    cancelled.map((client) =>
      booksOf(life)
        .allCharges(client)
        .map(({ id }) => id),
    );
  const before = charges();
  await life.stripe.advanceTo(new Date((life.now() + seconds) * 1000));
  const after = charges();
  for (const [index, client] of cancelled.entries()) {
    life.compare("plan that was cancelled in the portal");
    assert.deepEqual(after[index], before[index], `${client.name} was told that the plan is cancelled`);
    assert.deepEqual(booksOf(life).living(client), [], `${client.name} has no subscription that lives`);
  }
}
