// A plan that is paid by card: cancelled, kept, unpaid.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const DAY_MS = 86_400_000;

describe("BIL07 BIL11 cancelling a plan that is paid by card", () => {
  test("BIL07 it ends with the month that was paid for, and access 14 days later; it is told at once and can be kept", async () => {
    const shop = await business(world);
    const answers = await Promise.all([1, 2, 3].map(() => shop.ask("POST", "cancellation")));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { cancel_at_period_end, cancel_at } = (await shop.subscription()) ?? {};
    assert.equal(cancel_at_period_end, true);
    const end = Number(cancel_at) * 1000;
    assert.equal((await shop.row()).cancelled_at, end);
    const { state, until: lasts, subscription } = await shop.billing();
    assert.deepEqual([state, lasts, subscription?.ends], ["cancelled", end + 14 * DAY_MS, true]);
    assert.deepEqual((await shop.mails()).filter((template) => template === "plan_cancelled").length, 1);

    assert.equal((await shop.ask("DELETE", "cancellation")).status, 200);
    assert.equal((await shop.subscription())?.cancel_at_period_end, false);
    assert.equal((await shop.row()).cancelled_at, null);
    assert.equal((await shop.billing()).state, "active");
    await world.eventsApplied();
    assert.deepEqual(await shop.states(), ["cancelled", "active"]);
    // Repeated for the same day: the email is sent again, and so is the one about the resumed plan.
    assert.equal((await shop.ask("POST", "cancellation")).status, 200);
    assert.equal((await shop.row()).cancelled_at, end);
    assert.equal((await shop.ask("DELETE", "cancellation")).status, 200);
    await world.eventsApplied();
    assert.deepEqual(
      (await shop.mails()).filter((template) => String(template).startsWith("plan_")),
      ["plan_cancelled", "plan_resumed", "plan_cancelled", "plan_resumed"],
    );
  });

  test("BIL07 cancelled on the provider's page it is the same", async () => {
    const shop = await business(world);
    await world.api.subscriptions.update(String((await shop.subscription())?.id), {
      cancel_at_period_end: true,
    });
    await world.eventsApplied();
    assert.ok(Number((await shop.row()).cancelled_at) > Date.now());
    await world.sayso.schedule(new Date());
    assert.ok((await shop.mails()).includes("plan_cancelled"));
  });
});

test("a business that an admin has suspended is told nowhere that its record page works, and sold no plan (BIL06 BIL07 BIL11)", async () => {
  const shop = await business(world);
  await world.sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", shop.id);
  const mailed = (title: string) =>
    until("the mail", async () =>
      (await world.sayso.mails()).find(
        ({ to, subject }) => [to].flat().includes(shop.email) && subject === title,
      ),
    );
  const isTrue = async (title: string) => {
    const { text } = await mailed(title);
    assert.match(text, /your page isn't accepting videos/);
    assert.doesNotMatch(
      text,
      /record page and the portal work|page is accepting videos|works again|by paying for it/,
    );
  };
  assert.equal((await shop.ask("POST", "cancellation")).status, 200);
  await isTrue("Your plan is cancelled");
  assert.equal((await shop.ask("DELETE", "cancellation")).status, 200);
  await world.eventsApplied();
  await isTrue("Your plan continues");

  const id = (await shop.subscription())?.id ?? "";
  const since = Date.now() - 8 * DAY_MS;
  await world.sayso.change(
    "UPDATE subscriptions SET unpaid_since = ?1, open_pence = 2900, version = version + 1 WHERE id = ?2",
    since,
    id,
  );
  await world.sayso.schedule(new Date(since));
  await isTrue("Your payment did not go through");
  await world.sayso.schedule(new Date(since + 7 * DAY_MS));
  assert.doesNotMatch((await mailed("Your page isn't accepting videos")).text, /works again/);

  await world.api.subscriptions.cancel(id);
  await world.eventsApplied();
  assert.equal((await shop.billing()).can_subscribe, false);
  const refused = await shop.ask("POST", "subscription");
  assert.deepEqual([refused.status, (await refused.json()).code], [403, "inactive"]);
});

describe("BIL06 BIL11 a payment that fails", () => {
  test("BIL06 BIL11 7 days of grace, then no more videos; a payment ends either, and nothing is told twice", async () => {
    const shop = await business(world);
    const subscription = await shop.subscription();
    // The month's payment was due ten days ago, as far as we know.
    const since = Date.now() - 8 * DAY_MS;
    await world.sayso.change(
      "UPDATE subscriptions SET unpaid_since = ?1, open_pence = 2900, retry_at = ?1 + 259200000, version = version + 1 WHERE id = ?2",
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
    const failed = await until("the mail", async () =>
      (await world.sayso.mails()).find(
        ({ to, subject }) =>
          [to].flat().includes(shop.email) && subject === "Your payment did not go through",
      ),
    );
    assert.match(
      failed.text,
      /The monthly payment of £29\.00 for .+ could not be taken\. We try again on \d+ [A-Z][a-z]+ \d{4}\./,
    );
    assert.equal((await shop.billing()).top_up, null, "nobody is sold credits that no video can take");
    // Stripe's event says that it is paid.
    await world.api.subscriptions.update(String(subscription?.id), { metadata: { a: "b" } });
    await world.eventsApplied();
    assert.deepEqual([(await shop.row()).status, (await shop.billing()).state], ["active", "active"]);
    assert.deepEqual(await shop.states(), ["grace", "suspended", "active"]);
    assert.equal((await shop.mails()).at(-1), "plan_resumed");
  });
});

describe("BIL11 the portal", () => {
  test("BIL08 BIL11 a client sees plan, card and payments line by line, and is led to its invoices and the provider's page", async () => {
    const shop = await business(world);
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
    const [payment] = await shop.payments();
    assert.deepEqual([payment?.kind, payment?.amount_pence], ["month", 22_800]);
    assert.deepEqual(payment?.lines, [
      { text: "Set-up", pence: 19_900 },
      { text: "Plan, one month", pence: 2900 },
    ]);
    assert.deepEqual(billing.changes, [], "for admins");
    const invoice = await (await shop.ask("GET", `invoices/${payment?.id}`)).json();
    assert.match(invoice.url, /^http/);
    const foreign = await business(world);
    assert.equal((await foreign.ask("GET", `invoices/${payment?.id}`)).status, 404);
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
