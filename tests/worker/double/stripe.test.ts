// The Stripe double, verified with Stripe's own Node client: what it accepts here it accepts from Stripe. The sibling
// files do the same with events, time, pages and other clients.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import { earlier, nodeClient, refusal } from "../../support/doubles/stripe/node-client.ts";
import { EARLIER, PRESENT, startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

describe("Stripe's Node client", () => {
  let double: StripeDouble;
  let stripe: Stripe;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
  });
  after(() => double.close());

  const plan = async (amount = 2900) =>
    stripe.prices.create({
      currency: "gbp",
      unit_amount: amount,
      recurring: { interval: "month" },
      product_data: { name: "Standard" },
    });
  const customerWithCard = (card = "pm_card_visa") =>
    stripe.customers.create({
      email: "ann@shop.example",
      payment_method: card,
      invoice_settings: { default_payment_method: card },
    });

  it("keeps products and prices: made, changed, listed by what they are, removed while nothing needs them", async () => {
    const product = await stripe.products.create({
      name: "Video",
      metadata: { plan: "standard", gone: "x" },
    });
    const price = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 2900,
      product: product.id,
      recurring: { interval: "month" },
      lookup_key: "standard",
    });
    assert.deepEqual(
      [price.currency, price.unit_amount, price.type, price.recurring?.interval, price.livemode],
      ["gbp", 2900, "recurring", "month", false],
    );
    const changed = await stripe.products.update(product.id, {
      name: "Videos",
      metadata: { gone: "", more: "1" },
      default_price: price.id,
    });
    assert.deepEqual([changed.name, changed.metadata], ["Videos", { plan: "standard", more: "1" }]);
    const held = await stripe.products.retrieve(product.id, { expand: ["default_price"] });
    assert.equal((held.default_price as Stripe.Price).id, price.id);
    const found = await stripe.prices.list({ lookup_keys: ["standard"], expand: ["data.product"] });
    assert.deepEqual(
      found.data.map(({ product: of }) => (of as Stripe.Product).name),
      ["Videos"],
    );
    assert.match(
      (await refusal(stripe.products.del(product.id))).message,
      /has one or more user-created prices/,
    );
    const lone = await stripe.products.create({ name: "Unused" });
    assert.equal((await stripe.products.del(lone.id)).deleted, true);
  });

  it("keeps coupons and promotion codes, each in the shape of the version that asks", async () => {
    const coupon = await stripe.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
    const code = await stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      code: "PARTNER10",
    });
    assert.equal(code.promotion.coupon, coupon.id);
    const listed = await stripe.promotionCodes.list({ code: "partner10", active: true });
    assert.deepEqual(
      listed.data.map(({ id }) => id),
      [code.id],
    );
    const old = await earlier(stripe, `/v1/promotion_codes/${code.id}`);
    assert.deepEqual([old.coupon.amount_off, old.promotion], [1000, undefined]);
    const again = stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      code: "partner10",
    });
    assert.equal((await refusal(again)).statusCode, 400);
    await stripe.coupons.del(coupon.id);
    assert.equal((await refusal(stripe.coupons.retrieve(coupon.id))).code, "resource_missing");
    assert.equal((await stripe.promotionCodes.retrieve(code.id)).active, false);
  });

  it("subscribes a customer with a kept card, in both versions with what belongs to it expanded", async () => {
    const customer = await customerWithCard();
    const price = await plan();
    const made = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      metadata: { reference: "r1" },
      expand: ["latest_invoice.payments"],
    });
    assert.equal(made.status, "active");
    const [item] = made.items.data;
    assert.ok(item && item.current_period_end > item.current_period_start);
    const invoice = made.latest_invoice as Stripe.Invoice;
    assert.deepEqual(
      [
        invoice.status,
        invoice.total,
        invoice.billing_reason,
        invoice.parent?.subscription_details?.subscription,
      ],
      ["paid", 2900, "subscription_create", made.id],
    );
    const paying = invoice.payments?.data[0]?.payment.payment_intent as string;
    const intent = await stripe.paymentIntents.retrieve(paying, { expand: ["latest_charge"] });
    const charge = intent.latest_charge as Stripe.Charge;
    assert.deepEqual(
      [charge.paid, charge.amount, charge.payment_method_details?.card?.last4],
      [true, 2900, "4242"],
    );

    const old = await earlier(stripe, `/v1/subscriptions/${made.id}?expand[]=latest_invoice.charge`);
    assert.equal(old.current_period_end, item.current_period_end);
    assert.equal(old.items.data[0].current_period_end, undefined);
    const { subscription, paid, charge: paidBy, payment_intent } = old.latest_invoice;
    assert.deepEqual([subscription, paid, paidBy.id, payment_intent], [made.id, true, charge.id, intent.id]);
    assert.equal(paidBy.invoice, invoice.id);

    const { data } = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: intent.id },
    });
    assert.deepEqual(
      data.map(({ invoice: of, status }) => [of, status]),
      [[invoice.id, "paid"]],
    );
    const next = await stripe.invoices.createPreview({ subscription: made.id });
    assert.deepEqual([next.total, next.lines.data.length], [2900, 1]);
  });

  it("changes and ends subscriptions, refunds in parts, and says what can no longer be done", async () => {
    const customer = await customerWithCard();
    const [price, dearer] = [await plan(2900), await plan(3900)];
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const leaving = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    assert.deepEqual(
      [leaving.cancel_at_period_end, leaving.cancel_at],
      [true, leaving.items.data[0]?.current_period_end],
    );
    const item = made.items.data[0]?.id ?? "";
    const changed = await stripe.subscriptions.update(made.id, {
      cancel_at_period_end: false,
      items: [{ id: item, price: dearer.id }],
      proration_behavior: "none",
    });
    assert.deepEqual([changed.cancel_at, changed.items.data[0]?.price.unit_amount], [null, 3900]);

    const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
    assert.ok(charge);
    const part = await stripe.refunds.create({
      charge: charge.id,
      amount: 900,
      reason: "requested_by_customer",
    });
    assert.deepEqual([part.amount, part.status], [900, "succeeded"]);
    const tooMuch = await refusal(stripe.refunds.create({ charge: charge.id, amount: 2001 }));
    assert.equal(
      tooMuch.message,
      "Refund amount (£20.01) is greater than unrefunded amount on charge (£20.00)",
    );
    await stripe.refunds.create({ payment_intent: charge.payment_intent as string });
    const held = await stripe.charges.retrieve(charge.id, { expand: ["refunds"] });
    assert.deepEqual([held.refunded, held.amount_refunded, held.refunds?.data.length], [true, 2900, 2]);
    assert.equal(
      (await refusal(stripe.refunds.create({ charge: charge.id }))).code,
      "charge_already_refunded",
    );

    const ended = await stripe.subscriptions.cancel(made.id);
    assert.deepEqual([ended.status, ended.ended_at !== null], ["canceled", true]);
    assert.equal((await refusal(stripe.subscriptions.cancel(made.id))).code, "resource_missing");
    const status = { customer: customer.id, price: dearer.id };
    assert.equal((await stripe.subscriptions.list(status)).data.length, 0);
    assert.equal((await stripe.subscriptions.list({ ...status, status: "all" })).data.length, 1);
  });

  it("reads lists page by page in both directions, and by time", async () => {
    const names = Array.from({ length: 25 }, (_, at) => `page ${at}`);
    for (const name of names) await stripe.customers.create({ name, email: "many@shop.example" });
    const seen: string[] = [];
    for await (const { name } of stripe.customers.list({ email: "many@shop.example", limit: 7 }))
      seen.push(name ?? "");
    assert.deepEqual(seen, names.toReversed());
    const first = await stripe.customers.list({ limit: 3 });
    assert.equal(first.has_more, true);
    const second = await stripe.customers.list({ limit: 3, starting_after: first.data[2]?.id ?? "" });
    const back = await stripe.customers.list({ limit: 3, ending_before: second.data[0]?.id ?? "" });
    assert.deepEqual(
      back.data.map(({ id }) => id),
      first.data.map(({ id }) => id),
    );
    const later = await stripe.customers.list({ created: { gt: double.now() + 1 } });
    assert.equal(later.data.length, 0);
    assert.equal((await refusal(stripe.customers.list({ limit: 101 }))).param, "limit");
  });

  it("is refused in Stripe's words: key, version, parameters, ids, cards, routes", async () => {
    const wrong = await refusal(nodeClient(double, { key: "sk_test_wrong1234" }).customers.list());
    assert.deepEqual([wrong.type, wrong.statusCode], ["StripeAuthenticationError", 401]);
    assert.match(wrong.message, /^Invalid API Key provided: sk_test_\*+1234$/);
    const unknown = await refusal(stripe.customers.create({ nmae: "x" } as Stripe.CustomerCreateParams));
    assert.deepEqual([unknown.code, unknown.param, unknown.statusCode], ["parameter_unknown", "nmae", 400]);
    const missing = await refusal(stripe.products.create({} as Stripe.ProductCreateParams));
    assert.deepEqual([missing.code, missing.param], ["parameter_missing", "name"]);
    const none = await refusal(stripe.customers.retrieve("cus_none"));
    assert.deepEqual(
      [none.code, none.statusCode, none.message],
      ["resource_missing", 404, "No such customer: 'cus_none'"],
    );
    const inside = await refusal(stripe.refunds.create({ charge: "ch_none" }));
    assert.deepEqual([inside.code, inside.statusCode, inside.param], ["resource_missing", 400, "charge"]);
    const customer = await customerWithCard("pm_card_chargeCustomerFail");
    const price = await plan();
    const items = [{ price: price.id }];
    const declined = await refusal(
      stripe.subscriptions.create({ customer: customer.id, items, payment_behavior: "error_if_incomplete" }),
    );
    assert.deepEqual(
      [declined.type, declined.code, declined.decline, declined.statusCode],
      ["StripeCardError", "card_declined", "generic_decline", 402],
    );
    const made = await stripe.subscriptions.list({ customer: customer.id, status: "all" });
    assert.equal(made.data.length, 0, "nothing comes of a call that was refused");
    const incomplete = await stripe.subscriptions.create({ customer: customer.id, items });
    assert.equal(incomplete.status, "incomplete");
    const early = await refusal(customerWithCard("pm_card_chargeDeclinedInsufficientFunds"));
    assert.equal(early.decline, "insufficient_funds");
    assert.equal((await stripe.customers.list({ limit: 1 })).data[0]?.id, customer.id);
    const route = await refusal(stripe.rawRequest("GET", "/v1/nothing"));
    assert.match(route.message, /^Unrecognized request URL \(GET: \/v1\/nothing\)/);
    const deep = await refusal(stripe.subscriptions.list({ expand: ["data.items.data.price.product"] }));
    assert.match(deep.message, /^You cannot expand more than 4 levels/);
    const versions = stripe.rawRequest("GET", "/v1/balance", undefined, { apiVersion: "1999-01-01" });
    assert.match((await refusal(versions)).message, /Invalid Stripe API version/);
  });

  it("lets a customer into the portal, and knows the account and its balance", async () => {
    const customer = await customerWithCard();
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: "https://sayso.example/portal",
    });
    assert.ok(session.url.startsWith(double.url));
    const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
    assert.equal(data[0]?.features.payment_method_update.enabled, true);
    assert.equal((await stripe.accounts.retrieveCurrent()).country, "GB");
    assert.equal((await stripe.balance.retrieve()).livemode, false);
    const live = await startStripe({ secretKey: "sk_live_51SaysoTestPayments0000", apiVersion: EARLIER });
    const answer = await nodeClient(live).balance.retrieve();
    assert.deepEqual([answer.livemode, answer.lastResponse.apiVersion], [true, PRESENT]);
    await live.close();
  });

  it("takes up where an earlier double was, from its state as JSON", async () => {
    const { id } = await stripe.customers.create({ name: "Kept" });
    const next = await startStripe({ store: JSON.parse(JSON.stringify(double.store.state)) });
    assert.equal(((await nodeClient(next).customers.retrieve(id)) as Stripe.Customer).name, "Kept");
    await next.close();
  });
});
