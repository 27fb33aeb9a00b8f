// Events out of order, lost, duplicated or concurrent: the state always matches Stripe's, and effects happen once.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { call } from "../../support/people/owner/users.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { thorough } from "../../support/runtime/thorough.ts";
import { until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

/** Every order of some things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, at) =>
    orders(things.filter((_, other) => other !== at)).map((rest) => [first, ...rest]),
  );
}

const FIVE = [
  "customer.subscription.created",
  "invoice.paid",
  "customer.subscription.updated",
  "charge.refunded",
  "customer.subscription.deleted",
];

/** Every fifteenth order; all 120 among the long proofs. */
const ORDERS = orders([0, 1, 2, 3, 4]).filter((_, at) => thorough || at % 15 === 0);

/** Stored rows of a purchase, without ids and read times. */
async function storedStateOf(email: string) {
  const client = await world.client(email);
  assert.ok(client, email);
  const about = (sql: string) => world.sayso.rows(sql, client.id);
  return {
    client: {
      status: client.status,
      credits: client.credits_remaining,
      changes: client.credit_changes,
      ended: client.cancelled_at !== null,
      renewal: client.next_reset_date,
    },
    ledger: await about("SELECT reason, amount, balance FROM credit_ledger WHERE client_id = ? ORDER BY seq"),
    plan: await about("SELECT state FROM plan_changes WHERE client_id = ? ORDER BY seq"),
    subscription: await about(
      "SELECT plan_type, problem, unpaid_since, ended_at IS NOT NULL AS ended FROM subscriptions WHERE client_id = ?",
    ),
    payments: await about(
      "SELECT amount_pence FROM payments p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.client_id = ?",
    ),
  };
}

/** Buys, changes, refunds and ends a subscription without delivering events; returns the five deliveries. */
async function fiveEvents() {
  const earlier = new Set(world.stripe.deliveries.all());
  const email = await world.buy("noSetup");
  const [customer] = (await world.api.customers.list({ email })).data;
  assert.ok(customer);
  const [subscription] = (await world.api.subscriptions.list({ customer: customer.id })).data;
  assert.ok(subscription);
  await world.api.subscriptions.update(subscription.id, { metadata: { seen: "yes" } });
  const [charge] = (await world.api.charges.list({ customer: customer.id })).data;
  assert.ok(charge);
  await world.api.refunds.create({ charge: charge.id });
  await world.api.subscriptions.cancel(subscription.id);
  const sent = world.stripe.deliveries.all().filter((delivery) => !earlier.has(delivery));
  const five = FIVE.map((type) => sent.findLast((delivery) => delivery.type === type));
  world.stripe.deliveries.drop(sent.filter((delivery) => !five.includes(delivery)));
  return {
    email,
    five: five.map((delivery) => {
      assert.ok(delivery);
      return delivery;
    }),
  };
}

describe("INV22 BIL12 five events in whatever order", () => {
  test(`INV22 BIL12 ${ORDERS.length} of the 120 orders come to the same end`, async () => {
    world.stripe.deliveries.hold();
    const ends = new Map<string, string>();
    for (const order of ORDERS) {
      const { email, five } = await fiveEvents();
      // The first one twice: repeats change nothing.
      const deliveries = order.map((at) => five[at]).filter((delivery) => delivery !== undefined);
      const statuses = await world.stripe.deliveries.deliver([...deliveries, ...deliveries.slice(0, 1)]);
      assert.ok(statuses.every((status) => status === 200));
      ends.set(order.map((at) => FIVE[at]).join(", "), email);
    }
    await world.eventsApplied();
    const states = new Map<string, string>();
    for (const [order, email] of ends) states.set(JSON.stringify(await storedStateOf(email)), order);
    assert.equal(ends.size, ORDERS.length);
    assert.deepEqual([...states.keys()].length, 1, [...states].map(String).join("\n"));
    const [only = "{}"] = states.keys();
    assert.deepEqual(JSON.parse(only).ledger, [{ reason: "opening", amount: 50, balance: 50 }]);
    assert.deepEqual(JSON.parse(only).plan, [{ state: "cancelled" }]);
    world.stripe.deliveries.release();
  });

  test("INV21 INV22 all five at once, each five times, come to the same end", async () => {
    world.stripe.deliveries.hold();
    const one = await fiveEvents();
    await world.stripe.deliveries.deliver(one.five);
    const other = await fiveEvents();
    const many = [1, 2, 3, 4, 5].flatMap(() => other.five);
    const statuses = await world.stripe.deliveries.deliverInParallel(many);
    assert.deepEqual([...new Set(statuses)], [200]);
    await world.eventsApplied();
    assert.deepEqual(await storedStateOf(other.email), await storedStateOf(one.email));
    world.stripe.deliveries.release();
  });
});

describe("INV23 what is lost is made good", () => {
  test("INV23 BIL12 a purchase of which no event ever came is found by the schedule, which says so", async () => {
    world.stripe.deliveries.hold();
    const email = await world.buy("standard");
    world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    assert.equal(await world.client(email), undefined);
    await world.sayso.schedule(new Date(), "*/10 * * * *");
    assert.equal((await world.client(email))?.status, "pending_onboarding");
    const run = await world.sayso.row("SELECT result FROM schedule_runs WHERE name = 'reread-subscriptions'");
    assert.match(String(run?.result), /differences repaired: 1/);
  });

  test("INV23 BIL08 a purchase of which no event came is found though its customer is deleted", async () => {
    const email = await world.buy("noSetup");
    await world.eventsApplied();
    const client = await world.client(email);
    const [customer] = (await world.api.customers.list({ email })).data;
    const [first] = (await world.api.subscriptions.list({ customer: String(customer?.id) })).data;
    world.stripe.deliveries.hold();
    const second = await world.api.subscriptions.create({
      customer: String(customer?.id),
      items: [{ price: String(first?.items.data[0]?.price.id) }],
      default_payment_method: String(first?.default_payment_method),
    });
    world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    await world.api.customers.del(String(customer?.id));
    await world.eventsApplied();
    await world.sayso.schedule(new Date(), "*/10 * * * *");
    const payments = await world.sayso.rows(
      "SELECT p.amount_pence AS pence FROM payments p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.client_id = ? AND s.id = ?",
      client?.id,
      second.id,
    );
    assert.deepEqual(payments, [{ pence: 3900 }]);
  });

  test("INV23 a renewal, a cancellation and a failed payment that no event told of are found within a day", async () => {
    const email = await world.buy("standard");
    await world.eventsApplied();
    const client = await world.client(email);
    const [{ customer } = { customer: "" }] = await world.sayso.rows(
      "SELECT customer FROM subscriptions WHERE client_id = ?",
      client?.id,
    );
    const [subscription] = (await world.api.subscriptions.list({ customer: String(customer) })).data;
    world.stripe.deliveries.hold();
    await world.api.subscriptions.update(String(subscription?.id), { cancel_at_period_end: true });
    world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    assert.equal((await world.client(email))?.cancelled_at, null);
    // Each run reads a bounded number of customers again, and every one is due by then.
    for (let run = 0; run < 12; run += 1) {
      await world.sayso.schedule(new Date(Date.now() + 25 * 3_600_000 + run * 600_000), "*/10 * * * *");
    }
    assert.ok(Number((await world.client(email))?.cancelled_at) > Date.now(), "it ends with the month");
  });

  test("INV23 a database that fails is answered 5xx, and what is sent again counts", async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    await world.sayso.change("ALTER TABLE payment_events RENAME TO payment_events_away");
    await world.buy("noSetup", { email });
    await world.stripe.deliveries.idle();
    const [refused] = world.stripe.deliveries.undelivered();
    assert.ok(Number(refused?.attempts.at(-1)) >= 500, String(refused?.attempts));
    await world.sayso.change("ALTER TABLE payment_events_away RENAME TO payment_events");
    await world.stripe.deliveries.deliverPending();
    await world.eventsApplied();
    assert.equal((await world.client(email))?.status, "pending_onboarding");
  });
});

describe("a purchase that fits no plan waits for an admin (BIL11)", () => {
  test("BIL01 BIL11 an amount and a currency that fit no plan: a state for the admin, no client", async () => {
    const product = { name: "Something else" };
    const cases = [
      {
        currency: "gbp",
        unit_amount: 100,
        problem: "No plan costs £1.00 a month, and we do not know its product.",
      },
      { currency: "eur", unit_amount: 2900, problem: "It is paid in EUR, not in GBP." },
    ];
    for (const { problem, ...price } of cases) {
      const { id } = await world.api.prices.create({
        ...price,
        recurring: { interval: "month" },
        product_data: product,
      });
      const link = await world.api.paymentLinks.create({ line_items: [{ price: id, quantity: 1 }] });
      const email = await world.pay(link.url);
      await world.eventsApplied();
      assert.equal(await world.client(email), undefined);
      const [found] = await world.sayso.rows("SELECT problem FROM subscriptions WHERE email = ?", email);
      assert.equal(found?.problem, problem);
    }
  });

  test("BIL11 a customer that is deleted in Stripe has ended its plan; the 14 days begin", async () => {
    const email = await world.buy("standard");
    await world.eventsApplied();
    const [customer] = (await world.api.customers.list({ email })).data;
    await world.api.customers.del(String(customer?.id));
    await world.eventsApplied();
    const client = await world.client(email);
    assert.ok(client?.cancelled_at && client.cancelled_at <= Date.now());
    const [found] = await world.sayso.rows("SELECT email FROM subscriptions WHERE client_id = ?", client?.id);
    assert.equal(found?.email, email);
  });

  test("a payment with an existing client's address changes no account until an admin assigns it (BIL11)", async () => {
    const email = await world.buy("standard");
    await world.eventsApplied();
    const client = await world.client(email);
    await world.buy("noSetup", { email });
    await world.eventsApplied();
    assert.deepEqual(await world.client(email), client);
    const cookie = await world.admin();
    const list = await call(world.sayso, "GET", "/api/admin/payments", { cookie });
    const { subscriptions, events } = await list.json();
    const doubtful = subscriptions.find((found: { email: string }) => found.email === email);
    assert.match(doubtful?.problem, /address is here already/);
    assert.equal(doubtful?.same_email_client, client?.id);
    assert.ok(events.some((event: { client_id: string }) => event.client_id === client?.id));
    const other = await addClient(world.sayso);
    const metadata = { client_id: other.id };
    const path = `/api/admin/subscriptions/${doubtful.id}/client`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(world.sayso, "POST", path, { cookie, body: metadata })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    assert.equal((await world.client(other.email))?.plan_type, "no-setup");
    const lines = await world.sayso.rows("SELECT * FROM audit_log WHERE action = 'payment.assign'");
    assert.equal(lines.length, 1);
  });
});

// Last, because retries after a failure of Stripe are delayed.
test("BIL12 Stripe that is away is asked again, and an event in the meantime is not lost", async () => {
  world.stripe.fault({ path: /^\/v1\/subscriptions/ }, { cut: "before" });
  const email = await world.buy("noSetup");
  await until("the client is there", async () => (await world.client(email)) !== undefined);
});
