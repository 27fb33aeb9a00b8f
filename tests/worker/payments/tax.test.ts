// Payments with tax: the amounts a client sees add up to its payments.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stripe } from "stripe";
import type { PaidCheckout } from "#api/generated/site.ts";
import type { PaymentEntry, PaymentPage } from "#api/generated/billing.ts";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { call } from "../../support/people/owner/users.ts";

let world: PaymentWorld;
let vat: Stripe.TaxRate;
before(async () => {
  // A month ago, so that the first renewals are due by the Worker's clock too.
  world = await startPaymentWorld({ daysAgo: 32 });
  vat = await world.api.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
});
after(() => world.close());

const linesOf = (payment: PaymentEntry | undefined) => payment?.lines.map(({ text, pence }) => [text, pence]);
const assertSums = (payments: PaymentEntry[]) => {
  for (const { lines, amount_pence: amount } of payments)
    assert.equal(
      lines.reduce((sum, { pence }) => sum + pence, 0),
      amount,
    );
};

/** Buys the standard plan and its set-up on a page that adds tax, with or without a coupon. */
async function buyTaxed(rate: Stripe.TaxRate, coupon?: Stripe.Coupon) {
  const items = await world.api.paymentLinks.listLineItems(world.links.standard.id);
  const session = await world.api.checkout.sessions.create({
    mode: "subscription",
    line_items: items.data.map(({ price }) => ({ price: String(price?.id), quantity: 1 })),
    subscription_data: { default_tax_rates: [rate.id] },
    ...(coupon && { discounts: [{ coupon: coupon.id }] }),
    success_url: `${world.sayso.origin}/onboarding?checkout={CHECKOUT_SESSION_ID}`,
  });
  world.stripe.deliveries.hold();
  const email = await world.pay(String(session.url));
  const shown = await world.sayso.fetch(`/api/public/checkout/${session.id}`);
  const purchase = (await shown.json()) as PaidCheckout;
  world.stripe.deliveries.release();
  await world.stripe.deliveries.deliverPending();
  await world.eventsApplied();
  const id = String((await world.client(email))?.id);
  const cookie = await world.owner(id);
  const ask = (path: string) => call(world.sayso, "GET", `/api/client/${id}/${path}`, { cookie });
  const payments = async () => ((await (await ask("payments")).json()) as PaymentPage).entries;
  return { email, purchase, payments, ask };
}

test("a first payment with tax is listed with it, and its lines sum to the amount (BIL08 BIL12)", async () => {
  const { purchase, payments } = await buyTaxed(vat);
  const listed = await payments();
  assert.deepEqual(linesOf(listed[0]), [
    ["Set-up", 19_900],
    ["Plan, one month", 2900],
    ["Tax", 4560],
  ]);
  assert.deepEqual([listed[0]?.amount_pence, listed[0]?.kind], [27_360, "month"]);
  assertSums(listed);
  assert.deepEqual(
    [purchase.paid_pence, purchase.lines],
    [
      27_360,
      [
        { text: "Plan, one month", pence: 2900 },
        { text: "Set-up", pence: 19_900 },
        { text: "Tax", pence: 4560 },
      ],
    ],
    "the page after the payment shows the same before any event has come",
  );
});

test("a discount comes off before the tax, and both are lines of the payment (BIL08 BIL12)", async () => {
  const coupon = await world.api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
  const listed = await (await buyTaxed(vat, coupon)).payments();
  assert.deepEqual(linesOf(listed[0]), [
    ["Set-up", 19_900],
    ["Plan, one month", 2900],
    ["Discount", -1000],
    ["Tax", 4360],
  ]);
  assert.equal(listed[0]?.amount_pence, 26_160);
  assertSums(listed);
});

test("a renewal with tax is announced and listed with it; its refund is known in full (BIL08 BIL11 BIL12)", async () => {
  const shop = await business(world, "noSetup");
  const subscription = await shop.subscription();
  const end = subscription?.items.data[0]?.current_period_end ?? 0;
  assert.ok(end * 1000 <= Date.now());
  await world.api.subscriptions.update(String(subscription?.id), { default_tax_rates: [vat.id] });
  await world.eventsApplied();
  assert.equal((await shop.billing()).subscription?.next?.pence, 4680);
  await world.stripe.advanceTo(new Date(end * 1000));
  await world.eventsApplied();
  const listed = await shop.payments();
  assert.deepEqual(
    listed.map((payment) => [payment.kind, payment.amount_pence, linesOf(payment)]),
    [
      [
        "month",
        4680,
        [
          ["Plan, one month", 3900],
          ["Tax", 780],
        ],
      ],
      ["month", 3900, [["Plan, one month", 3900]]],
    ],
  );
  assertSums(listed);
  const [charge] = (await world.api.charges.list({ customer: shop.customer })).data;
  await world.api.refunds.create({ charge: String(charge?.id) });
  await world.eventsApplied();
  assert.equal((await shop.payments())[0]?.refunded_pence, 4680);
  assert.equal((await shop.billing()).state, "active");
});

test("a top-up to which tax is added gives its credits (BIL05 BIL12)", async () => {
  const client = await addClient(world.sayso, { credits_remaining: 3 });
  const price = await world.api.prices.create({
    currency: "gbp",
    unit_amount: 1500,
    product_data: { name: "25 credits" },
  });
  const session = await world.api.checkout.sessions.create({
    mode: "payment",
    client_reference_id: client.id,
    line_items: [{ price: price.id, quantity: 1, tax_rates: [vat.id] }],
    success_url: world.sayso.origin,
  });
  await world.pay(String(session.url));
  await world.eventsApplied();
  const row = await world.sayso.row(
    "SELECT amount_pence, credits, problem FROM top_ups WHERE id = ?",
    session.id,
  );
  assert.deepEqual({ ...row }, { amount_pence: 1800, credits: 25, problem: null });
});

test("a tax that prices contain is no line of its own (BIL08 BIL12)", async () => {
  const contained = await world.api.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: true });
  const { purchase, payments } = await buyTaxed(contained);
  const listed = await payments();
  assert.equal(
    purchase.lines.reduce((sum, { pence }) => sum + pence, 0),
    22_800,
  );
  assert.deepEqual(linesOf(listed[0]), [
    ["Set-up", 19_900],
    ["Plan, one month", 2900],
  ]);
  assert.equal(listed[0]?.amount_pence, 22_800);
  assertSums(listed);
});
