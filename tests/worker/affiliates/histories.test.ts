// Partners whose clients join, pay, fail, leave and get refunds at random, all by Stripe's events; the Worker's results
// are compared with Stripe's own records.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import {
  addPartners,
  addReferrals,
  calculate,
  DAY,
  monthFromNow,
  monthKey,
  payOut,
} from "../../support/people/partner/referrals.ts";
import { thorough } from "../../support/runtime/thorough.ts";

const HISTORIES = thorough ? 300 : 4;
const MONTHS = [-4, -3, -2, -1].map(monthFromNow);
/** Days of each month on which something may happen. */
const DAYS = [3, 10, 17, 24];
const MAX_CLIENTS = 4;
/** Permanent clients of the first partner, which push any further client into the second band. */
const REGULARS = 25;

type Client = { email: string; customer: string; subscription: string };
type Partner = {
  id: string;
  code: string;
  sponsor: string | null;
  clients: Client[];
  regulars: number;
  leftAt: number | null;
};

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld({
    daysAgo: Math.ceil((Date.now() - (MONTHS[0]?.getTime() ?? 0)) / DAY),
    unpaid: true,
  });
});
after(() => world.close());

/** Numbers that look like chance, the same in every run. */
function chances(seed: number) {
  let state = seed;
  const below = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  return { below, percent: (share: number) => below(100) < share };
}
const chance = chances(37);
const oneOf = <T>(all: readonly T[]) => all[chance.below(all.length)];

async function partners(): Promise<Partner[]> {
  const sponsors = await addPartners(world.sayso, Math.ceil(HISTORIES / 3));
  await addPartners(world.sayso, HISTORIES - sponsors.length, { sponsor: sponsors[0] ?? "" });
  const rows = await world.sayso.rows("SELECT id, stripe_coupon_id, sponsor_id FROM affiliates ORDER BY id");
  return rows.map(({ id, stripe_coupon_id: code, sponsor_id: sponsor }) => ({
    id: String(id),
    code: String(code),
    sponsor: sponsor === null ? null : String(sponsor),
    clients: [],
    regulars: 0,
    leftAt: null,
  }));
}

/** Clients who have paid for every month. */
const regulars = () =>
  Array.from({ length: REGULARS }, () => ({
    paid: MONTHS.map((month, index) => ({
      from: new Date(month.getTime() + DAY),
      until: new Date((MONTHS[index + 1] ?? monthFromNow(0)).getTime() + DAY),
    })),
  }));

async function leave(partner: Partner, at: Date): Promise<void> {
  partner.leftAt = at.getTime();
  await world.sayso.change("UPDATE affiliates SET left_at = ? WHERE id = ?", partner.leftAt, partner.id);
}

async function buy(partner: Partner): Promise<void> {
  const email = await world.pay(`${world.links.noSetup.url}?client_reference_id=${partner.code}`);
  const [customer] = (await world.api.customers.list({ email })).data;
  const [subscription] = (await world.api.subscriptions.list({ customer: String(customer?.id) })).data;
  assert.ok(customer && subscription);
  partner.clients.push({ email, customer: customer.id, subscription: subscription.id });
}

/** Actions of a client on a day, each with its percentage. */
const DEEDS: [share: number, deed: (client: Client) => unknown][] = [
  [6, ({ customer }) => giveBack(customer)],
  // A part of a payment that is given back leaves a client who pays.
  [6, ({ customer }) => giveBack(customer, 100)],
  [3, ({ customer }) => dispute(customer)],
  [4, ({ subscription }) => world.api.subscriptions.cancel(subscription)],
  [4, ({ subscription }) => world.api.subscriptions.update(subscription, { cancel_at_period_end: true })],
  [6, ({ customer }) => world.stripe.declineNext(customer)],
  // The retries fail as well.
  [4, ({ customer }) => [1, 2, 3, 4, 5].forEach(() => world.stripe.declineNext(customer))],
];

/** At most one action per client and day. */
function deedOf(roll: number) {
  let shares = 0;
  return DEEDS.find(([share]) => roll < (shares += share))?.[1];
}

const lastCharge = async (customer: string) =>
  (await world.api.charges.list({ customer })).data.find(
    ({ paid, refunded, disputed }) => paid && !refunded && !disputed,
  );
async function giveBack(customer: string, amount?: number): Promise<void> {
  const charge = await lastCharge(customer);
  if (charge) await world.api.refunds.create({ charge: charge.id, ...(amount !== undefined && { amount }) });
}
async function dispute(customer: string): Promise<void> {
  const charge = await lastCharge(customer);
  if (charge) world.stripe.dispute(charge.id);
}

async function live(all: Partner[], until: Date): Promise<void> {
  await world.stripe.advanceTo(until);
  for (const partner of all) {
    // A purchase with the code of a partner who has left has no referrer.
    const mayCome = partner.leftAt === null && partner.clients.length < MAX_CLIENTS;
    if (mayCome && chance.percent(15)) await buy(partner);
    for (const client of partner.clients) {
      const { ended_at: ended } = await world.api.subscriptions.retrieve(client.subscription);
      if (ended !== null) continue;
      await deedOf(chance.below(100))?.(client);
    }
  }
}

type Invoice = { start: number; end: number; paidAt: number | null; isDue: boolean; isReturned: boolean };
type SubscriptionState = { endedAt: number | null; invoices: Invoice[] };

/** Each subscription by id according to Stripe's records; UTC milliseconds. */
async function standings(): Promise<Map<string, SubscriptionState>> {
  const gone = new Set<string>();
  for await (const { payment_intent: intent, refunded, disputed } of world.api.charges.list({ limit: 100 }))
    if (refunded || disputed) gone.add(String(intent));
  const found = new Map<string, SubscriptionState>();
  for await (const one of world.api.subscriptions.list({ status: "all", limit: 100 }))
    found.set(one.id, { endedAt: one.ended_at === null ? null : one.ended_at * 1000, invoices: [] });
  for await (const invoice of world.api.invoices.list({ limit: 100, expand: ["data.payments"] })) {
    const of = invoice.parent?.subscription_details?.subscription;
    const period = invoice.lines.data[0]?.period;
    const paid = invoice.status_transitions.paid_at;
    if (!of || !period) continue;
    found.get(typeof of === "string" ? of : of.id)?.invoices.push({
      start: period.start * 1000,
      end: period.end * 1000,
      paidAt: paid === null ? null : paid * 1000,
      isDue: invoice.status === "open" || invoice.status === "uncollectible",
      isReturned: (invoice.payments?.data ?? []).some(({ payment }) =>
        gone.has(String(payment.payment_intent)),
      ),
    });
  }
  return found;
}

/** COM13, COM21, COM22: whether who has this subscription counts for a month. */
function counts({ endedAt, invoices }: SubscriptionState, month: Date): boolean {
  const closing = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);
  if (endedAt !== null && endedAt < closing) return false;
  const paidBefore = invoices.filter(({ start }) => start < closing);
  const isLate = ({ start, paidAt, isDue }: Invoice) =>
    (paidAt === null ? isDue : paidAt >= closing) && start + 7 * DAY <= closing;
  if (paidBefore.some(isLate)) return false;
  const [last] = paidBefore
    .filter(({ paidAt }) => paidAt !== null && paidAt < closing)
    .toSorted((a, b) => b.start - a.start);
  return last !== undefined && last.end > month.getTime() && !last.isReturned;
}

/** Expected commissions of a month in pence, by partner. */
async function targets(all: Partner[], month: Date): Promise<Map<string, number>> {
  const states = await standings();
  const own = new Map(
    all.map((partner) => {
      const { id, clients, regulars: staying } = partner;
      const active = clients.filter(({ subscription }) => counts(states.get(subscription) ?? never, month));
      return [id, earns(partner, month) ? staying + active.length : 0];
    }),
  );
  const of = (id: string) => own.get(id) ?? 0;
  const sponsored = (id: string) =>
    all.filter(({ sponsor }) => sponsor === id).reduce((sum, partner) => sum + of(partner.id), 0);
  return new Map(
    all.map((partner) => {
      const { id } = partner;
      const direct = 500 * Math.min(of(id), 25) + 1000 * Math.max(of(id) - 25, 0);
      return [id, earns(partner, month) ? direct + 500 * sponsored(id) : 0];
    }),
  );
}
/** COM14: whether a partner still earns as a month closes. */
const earns = ({ leftAt }: Partner, month: Date) =>
  leftAt === null || Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1) <= leftAt + 30 * DAY;
const never: SubscriptionState = { endedAt: 0, invoices: [] };

test(`INV37 COM21 what was paid and what waits is what the months come to, in histories by payments' events`, async () => {
  const { sayso } = world;
  const all = await partners();
  const [first, ...others] = all;
  assert.ok(first);
  first.regulars = REGULARS;
  await addReferrals(sayso, first.id, regulars());
  const admin = await adminCookie(sayso);
  const latest = new Map<string, Map<string, number>>();
  const earned = new Map<string, number>();
  let refused = 0;
  for (const [index, month] of MONTHS.entries()) {
    for (const day of DAYS) {
      const leaver = index === 1 && day === DAYS.at(-1) ? oneOf(others) : undefined;
      if (leaver) await leave(leaver, new Date(month.getTime() + 20 * DAY));
      await live(all, new Date(month.getTime() + (day - 0.5) * DAY));
    }
    await world.stripe.advanceTo(new Date((MONTHS[index + 1] ?? monthFromNow(0)).getTime() + DAY / 4));
    await world.eventsApplied();
    // The month just closed, and sometimes an earlier one with new facts.
    for (const computed of new Set([month, oneOf(MONTHS.slice(0, index + 1)) ?? month])) {
      assert.equal((await calculate(sayso, admin, computed)).status, 200);
      latest.set(monthKey(computed), await targets(all, computed));
    }
    for (const partner of all) {
      if (!chance.percent(50)) continue;
      const { status } = await payOut(sayso, admin, partner.id, month);
      assert.ok(status === 200 || status === 409, `${status}`);
      if (status === 409) refused += 1;
    }
    const rows = await sayso.rows(
      `SELECT a.id, (SELECT coalesce(sum(amount_pence), 0) FROM payouts WHERE affiliate_id = a.id) AS lifetime,
              (SELECT coalesce(sum(commission_amount), 0) FROM affiliate_commissions WHERE affiliate_id = a.id AND status = 'pending') AS pending,
              (SELECT coalesce(min(amount_pence), 2500) FROM payouts WHERE affiliate_id = a.id) AS smallest
         FROM affiliates a`,
    );
    for (const { id, lifetime, pending, smallest } of rows) {
      const sum = [...latest.values()].reduce((of, month_) => of + (month_.get(String(id)) ?? 0), 0);
      assert.equal(Number(lifetime) + Number(pending), sum, `${String(id)} after ${monthKey(month)}`);
      assert.ok(Number(lifetime) >= (earned.get(String(id)) ?? 0) && Number(smallest) >= 2500, String(id));
      earned.set(String(id), Number(lifetime));
    }
  }
  const paid = [...earned.values()].filter((sum) => sum > 0).length;
  assert.ok(paid > 0 && refused > 0, "some were paid out, and some had to wait");
});
