// A year of a client by the day, without events: each day the schedules find the changes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { thorough } from "../../support/runtime/thorough.ts";

const DAYS = 395;
const DAY_MS = 86_400_000;

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld({ daysAgo: DAYS + 5, unpaid: true });
});
after(() => world.close());

/** An action in the client's life, by day. */
type Deed = (customer: string, subscription: string) => unknown;

test("BIL04 BIL06 BIL07 BIL11 BIL12 RET03 INV23 a year, by the day: states, credits and mails as in the table", async () => {
  const { sayso, stripe, api } = world;
  stripe.deliveries.hold();
  // At noon, so that a day is the same in every time zone of this test.
  const start = Math.floor((stripe.now() * 1000) / DAY_MS) * DAY_MS + DAY_MS / 2;
  const at = (day: number) => new Date(start + day * DAY_MS);
  await stripe.advanceTo(at(0));
  const email = await world.buy("noSetup");
  const [customer] = (await api.customers.list({ email })).data;
  const [subscription] = (await api.subscriptions.list({ customer: String(customer?.id) })).data;
  assert.ok(customer && subscription);
  const created = subscription.created * 1000;
  /** The day on which the n-th month ends. */
  const renewal = (months: number) => {
    const date = new Date(created);
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
    return Math.ceil((date.getTime() - start) / DAY_MS);
  };

  const decline: Deed = (id) => stripe.declineNext(id);
  const deeds: Record<number, Deed[]> = {
    // The fourth month's payment fails once, and succeeds on the next day's retry.
    [renewal(3) - 1]: [decline],
    // The sixth month's fails each time; the client pays ten days later.
    [renewal(5) - 1]: [decline, decline, decline, decline, decline],
    [renewal(5) + 10]: [
      async (id) => {
        const [open] = (await api.invoices.list({ customer: id, status: "open" })).data;
        await api.invoices.pay(String(open?.id));
      },
    ],
    // Cancelled in the eighth month and resumed; cancelled in the twelfth for good.
    [renewal(7) + 3]: [(_, id) => api.subscriptions.update(id, { cancel_at_period_end: true })],
    [renewal(7) + 5]: [(_, id) => api.subscriptions.update(id, { cancel_at_period_end: false })],
    [renewal(11) + 4]: [(_, id) => api.subscriptions.update(id, { cancel_at_period_end: true })],
  };

  const end = renewal(12);
  const table: [day: number, news: string][] = [
    [0, "active, pending_onboarding; set_up"],
    [1, "active, active"],
    [renewal(1), "renewed"],
    [renewal(2), "renewed"],
    [renewal(3), "grace, active; payment_failed"],
    [renewal(3) + 1, "active, active; renewed; plan_resumed"],
    [renewal(4), "renewed"],
    [renewal(5), "grace, active; payment_failed"],
    [renewal(5) + 7, "suspended, suspended; plan_suspended"],
    [renewal(5) + 10, "active, active; renewed; plan_resumed"],
    [renewal(6), "renewed"],
    [renewal(7), "renewed"],
    [renewal(7) + 3, "cancelled, active; plan_cancelled"],
    [renewal(7) + 5, "active, active; plan_resumed"],
    [renewal(8), "renewed"],
    [renewal(9), "renewed"],
    [renewal(10), "renewed"],
    [renewal(11), "renewed"],
    [renewal(11) + 4, "cancelled, active; plan_cancelled"],
    [end + 7, "deletion_ahead"],
    [end + 13, "deletion_ahead"],
    [end + 14, "ended, suspended; data_deleted"],
  ];
  // Quiet days, other than those next to eventful ones, run only in the thorough tests.
  const eventful = new Set([...table.map(([day]) => day), ...Object.keys(deeds).map(Number)]);
  const isQuiet = (day: number) => [day - 1, day, day + 1].every((near) => !eventful.has(near));

  const rows: typeof table = [];
  let last = "";
  let mails = 0;
  let renewals = 0;
  for (let day = 0; day <= DAYS; day += 1) {
    if (!thorough && isQuiet(day)) continue;
    await stripe.advanceTo(at(day));
    for (const deed of deeds[day] ?? []) await deed(customer.id, subscription.id);
    // Every schedule once a day, the readings first.
    for (const cron of ["*/10 * * * *", "7 * * * *", "* * * * *"]) await sayso.schedule(at(day), cron);
    if (day === 1) await world.owner(String((await world.client(email))?.id));
    const client = await world.client(email);
    const [change] = await sayso.rows(
      "SELECT state FROM plan_changes WHERE client_id = ? ORDER BY seq DESC LIMIT 1",
      client?.id,
    );
    const sent = await sayso.rows(
      "SELECT template FROM emails WHERE recipient = ? ORDER BY created_at",
      email,
    );
    const renewed = await sayso.rows(
      "SELECT 1 FROM credit_ledger WHERE client_id = ? AND reason = 'renewal'",
      client?.id,
    );
    const state = `${String(change?.state ?? "active")}, ${String(client?.status)}`;
    const news = [
      ...(state === last ? [] : [state]),
      ...(renewed.length > renewals ? ["renewed"] : []),
      ...sent.slice(mails).map(({ template }) => String(template)),
    ];
    if (news.length > 0) rows.push([day, news.join("; ")]);
    [last, mails, renewals] = [state, sent.length, renewed.length];
  }

  assert.deepEqual(rows, table);
  const ledger = await sayso.row(
    "SELECT sum(amount) AS sum, (SELECT credits_remaining FROM clients WHERE email = ?1) AS left FROM credit_ledger WHERE client_id = (SELECT id FROM clients WHERE email = ?1)",
    email,
  );
  assert.equal(ledger?.sum, ledger?.left);
});
