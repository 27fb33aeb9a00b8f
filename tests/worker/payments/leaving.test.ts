// A plan that is paid by card: cancelled, kept, subscribed to again.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Billing } from "../../../web/src/api/generated/Billing.ts";
import { addClient } from "../../support/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/payments.ts";
import { call } from "../../support/users.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const DAY_MS = 86_400_000;

/** A business that has bought a plan, and is set up. */
async function business(plan: "noSetup" | "standard" = "standard") {
  const email = await world.buy(plan);
  await world.settled();
  const id = String((await world.client(email))?.id);
  const cookie = await world.owner(id);
  const ask = (method: string, what: string) =>
    call(world.sayso, method, `/api/client/${id}/${what}`, { cookie });
  const [customer] = (await world.api.customers.list({ email })).data;
  return {
    id,
    email,
    ask,
    customer: String(customer?.id),
    row: async () => (await world.client(email)) ?? {},
    billing: async () => (await (await ask("GET", "billing")).json()) as Billing,
    subscription: async () => {
      const found = await world.api.subscriptions.list({ customer: String(customer?.id), status: "all" });
      return found.data[0];
    },
    mails: async () =>
      (
        await world.sayso.rows("SELECT template FROM emails WHERE recipient = ? ORDER BY created_at", email)
      ).map(({ template }) => template),
    states: async () =>
      (await world.sayso.rows("SELECT state FROM plan_changes WHERE client_id = ? ORDER BY seq", id)).map(
        ({ state }) => state,
      ),
  };
}

describe("BIL07 BIL11 cancelling a plan that is paid by card", () => {
  test("BIL07 it ends with the month that was paid for, and access 14 days later; it is told at once and can be kept", async () => {
    const shop = await business();
    const answers = await Promise.all([1, 2, 3].map(() => shop.ask("POST", "cancellation")));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { cancel_at_period_end, cancel_at } = (await shop.subscription()) ?? {};
    assert.equal(cancel_at_period_end, true);
    const end = Number(cancel_at) * 1000;
    assert.equal((await shop.row()).cancelled_at, end);
    const { state, until, subscription } = await shop.billing();
    assert.deepEqual([state, until, subscription?.ends], ["cancelled", end + 14 * DAY_MS, true]);
    assert.deepEqual((await shop.mails()).filter((template) => template === "plan_cancelled").length, 1);

    assert.equal((await shop.ask("DELETE", "cancellation")).status, 200);
    assert.equal((await shop.subscription())?.cancel_at_period_end, false);
    assert.equal((await shop.row()).cancelled_at, null);
    assert.equal((await shop.billing()).state, "active");
    await world.settled();
    assert.deepEqual(await shop.states(), ["cancelled", "active"]);
  });

  test("BIL07 cancelled on the provider's page it is the same", async () => {
    const shop = await business();
    await world.api.subscriptions.update(String((await shop.subscription())?.id), {
      cancel_at_period_end: true,
    });
    await world.settled();
    assert.ok(Number((await shop.row()).cancelled_at) > Date.now());
    await world.sayso.schedule(new Date());
    assert.ok((await shop.mails()).includes("plan_cancelled"));
  });

  test("BIL11 RET03 a subscription that has ended starts the 14 days; subscribed again before they are over, everything stays", async () => {
    const shop = await business("noSetup");
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.settled();
    const ended = await shop.row();
    assert.ok(Number(ended.cancelled_at) <= Date.now());
    const refused = await shop.ask("DELETE", "cancellation");
    assert.deepEqual([refused.status, (await refused.json()).code], [409, "plan_ended"]);
    assert.equal((await shop.billing()).can_subscribe, true);

    const page = await shop.ask("POST", "subscription");
    assert.equal(page.status, 200);
    const { url } = await page.json();
    await world.pay(url, { email: shop.email });
    await world.settled();
    const again = await shop.row();
    assert.deepEqual(
      [again.cancelled_at, again.status, again.custom_slug, again.plan_type],
      [null, "active", ended.custom_slug, "no-setup"],
    );
    assert.notEqual(again.subscription_id, ended.subscription_id);
    assert.equal((await world.api.customers.list({ email: shop.email })).data.length, 1, "the same customer");
    const twice = await shop.ask("POST", "subscription");
    assert.deepEqual([twice.status, (await twice.json()).code], [409, "already_subscribed"]);
    assert.deepEqual(await shop.states(), ["cancelled", "active"]);
  });

  test("BIL11 closed at the end, a client that subscribes again is open again; what an admin has suspended stays so", async () => {
    const shop = await business();
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.settled();
    for (const days of [0, 7.01, 13.01, 14.02])
      await world.sayso.schedule(new Date(Date.now() + days * DAY_MS));
    const closed = await shop.row();
    assert.deepEqual([closed.status, closed.suspended_by_plan], ["suspended", 1]);
    assert.equal((await shop.states()).at(-1), "ended");
    const { url } = await (
      await call(world.sayso, "POST", `/api/client/${shop.id}/subscription`, { cookie: await world.admin() })
    ).json();
    await world.pay(url, { email: shop.email });
    await world.settled();
    assert.deepEqual([(await shop.row()).status, (await shop.row()).cancelled_at], ["active", null]);

    await world.sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", shop.id);
    await world.api.subscriptions.update(String((await shop.subscription())?.id), { metadata: { a: "b" } });
    await world.settled();
    assert.equal((await shop.row()).status, "suspended");
  });
});

describe("BIL11 several subscriptions of one client", () => {
  test("BIL11 RET03 the end of a newer one closes nobody who pays for an older one", async () => {
    const shop = await business();
    const older = await shop.subscription();
    const email = await world.buy("noSetup", { email: shop.email });
    await world.settled();
    const [doubtful] = await world.sayso.rows(
      "SELECT id, customer FROM subscriptions WHERE email = ? AND client_id IS NULL",
      email,
    );
    const path = `/api/admin/subscriptions/${doubtful?.id}/client`;
    const cookie = await world.admin();
    const given = await call(world.sayso, "POST", path, { cookie, body: { client_id: shop.id } });
    assert.equal(given.status, 200);
    assert.equal((await shop.row()).subscription_id, doubtful?.id, "the newest that goes on");
    await world.api.subscriptions.cancel(String(doubtful?.id));
    await world.settled();
    assert.equal((await shop.row()).cancelled_at, null);
    await world.sayso.schedule(new Date(Date.now() + 1.1 * DAY_MS), "*/10 * * * *");
    assert.equal((await shop.row()).subscription_id, older?.id);
    assert.deepEqual([(await shop.row()).status, (await shop.row()).cancelled_at], ["active", null]);
  });

  test("INV23 BIL11 a subscription taken again of which no event came is found before everything is deleted", async () => {
    const shop = await business();
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.settled();
    const { url } = await (await shop.ask("POST", "subscription")).json();
    world.stripe.deliveries.hold();
    await world.pay(url, { email: shop.email });
    world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    assert.ok((await shop.row()).cancelled_at);
    await world.sayso.schedule(new Date(), "*/10 * * * *");
    assert.equal((await shop.row()).cancelled_at, null);
  });

  test("BIL11 an admin-made client that pays by card for the first time gets its month", async () => {
    const client = await addClient(world.sayso, { credits_remaining: 0 });
    const cookie = await world.owner(client.id);
    const { url } = await (
      await call(world.sayso, "POST", `/api/client/${client.id}/subscription`, { cookie })
    ).json();
    await world.pay(url, { email: client.email });
    await world.settled();
    const paid = await world.client(client.email);
    assert.deepEqual([paid?.credits_remaining, paid?.status], [50, "active"]);
    const ledger = await world.sayso.rows(
      "SELECT reason, amount FROM credit_ledger WHERE client_id = ? ORDER BY seq DESC LIMIT 1",
      client.id,
    );
    assert.deepEqual(ledger, [{ reason: "renewal", amount: 50 }]);
  });
});

describe("BIL06 BIL11 a payment that fails", () => {
  test("BIL06 BIL11 7 days of grace, then no more videos; a payment ends either, and nothing is told twice", async () => {
    const shop = await business();
    const subscription = await shop.subscription();
    // The month's payment was due ten days ago, as far as we know.
    const since = Date.now() - 8 * DAY_MS;
    await world.sayso.change(
      "UPDATE subscriptions SET unpaid_since = ?, version = version + 1 WHERE id = ?",
      since,
      subscription?.id,
    );
    for (const days of [0, 0.5, 3, 6.99]) await world.sayso.schedule(new Date(since + days * DAY_MS));
    assert.deepEqual([(await shop.row()).status, (await shop.billing()).state], ["active", "suspended"]);
    await world.sayso.schedule(new Date(since + 7 * DAY_MS));
    await world.sayso.schedule(new Date(since + 7.5 * DAY_MS));
    assert.equal((await shop.row()).status, "suspended");
    assert.deepEqual(
      (await shop.mails()).filter((template) => String(template).startsWith("p")),
      ["payment_failed", "plan_suspended"],
    );
    // Stripe says that it is paid.
    await world.api.subscriptions.update(String(subscription?.id), { metadata: { a: "b" } });
    await world.settled();
    assert.deepEqual([(await shop.row()).status, (await shop.billing()).state], ["active", "active"]);
    assert.deepEqual(await shop.states(), ["grace", "suspended", "active"]);
  });
});

describe("BIL11 the portal", () => {
  test("BIL11 a client sees plan, card and payments, and is led to its invoices and the provider's page", async () => {
    const shop = await business();
    const billing = await shop.billing();
    assert.deepEqual(
      [billing.plan_type, billing.state, billing.can_subscribe],
      ["standard", "active", false],
    );
    assert.deepEqual(
      [
        billing.subscription?.card?.brand,
        billing.subscription?.card?.last4,
        billing.subscription?.card?.expires,
      ],
      ["visa", "4242", "2040-12"],
    );
    assert.equal(billing.subscription?.card?.expires_before_payment, false);
    assert.equal(billing.payments[0]?.amount_pence, 22_800);
    assert.deepEqual(billing.changes, [], "for admins");
    const invoice = await (await shop.ask("GET", `invoices/${billing.payments[0]?.id}`)).json();
    assert.match(invoice.url, /^http/);
    const foreign = await business();
    assert.equal((await foreign.ask("GET", `invoices/${billing.payments[0]?.id}`)).status, 404);
    const portal = await (await shop.ask("POST", "billing")).json();
    const shown = await fetch(portal.url);
    assert.match(await shown.text(), /Cancel at the end of the period/);
    // The card ends before the next payment.
    await world.sayso.change(
      "UPDATE subscriptions SET card_expires = '2020-01' WHERE client_id = ?",
      shop.id,
    );
    assert.equal((await shop.billing()).subscription?.card?.expires_before_payment, true);
  });
});
