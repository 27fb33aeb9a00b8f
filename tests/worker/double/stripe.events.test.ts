// The events of the Stripe double: their kinds, shapes and signatures by Stripe's library, and their deliveries in any
// order, repeated, late or never.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { Stripe } from "stripe";
import { earlier, nodeClient, type Earlier } from "../../support/doubles/stripe/node-client.ts";
import { startReceiver } from "../../support/doubles/stripe/receiver.ts";
import { EARLIER, PRESENT, startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

describe("events of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const secret = "whsec_first";
  let endpoint: string;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    receiver = await startReceiver();
    endpoint = double.listen(receiver.url, { secret }).id;
  });
  after(async () => {
    await double.close();
    await receiver.close();
  });
  beforeEach(async () => {
    await double.deliveries.idle();
    receiver.received.length = 0;
    receiver.reply.status = 200;
    double.deliveries.release();
  });

  const subscribe = async (card = "pm_card_visa") => {
    const customer = await stripe.customers.create({
      payment_method: card,
      invoice_settings: { default_payment_method: card },
    });
    const product_data = { name: "Standard" };
    const recurring = { interval: "month" as const };
    const price = await stripe.prices.create({ currency: "gbp", unit_amount: 2900, recurring, product_data });
    return stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  };

  it("tell in order of every change, signed so that the official library takes them", async () => {
    const made = await subscribe();
    await double.deliveries.idle();
    assert.deepEqual(receiver.types(), [
      "customer.created",
      "payment_method.attached",
      "invoice.created",
      "invoice.finalized",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.updated",
      "customer.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.created",
    ]);
    const last = receiver.verify(receiver.received.at(-1), secret);
    assert.deepEqual([last.api_version, last.livemode, last.pending_webhooks], [PRESENT, false, 1]);
    assert.ok(last.request?.id?.startsWith("req_"));
    assert.equal((last.data.object as Stripe.Subscription).id, made.id);
    assert.throws(() => receiver.verify(receiver.received[0], "whsec_other"), /No signatures found matching/);
    const [first] = receiver.received;
    const forged = { body: `${first?.body} `, signature: first?.signature ?? "" };
    assert.throws(() => receiver.verify(forged, secret), Stripe.errors.StripeSignatureVerificationError);
    const held = await stripe.events.retrieve(last.id);
    assert.deepEqual([held.type, held.pending_webhooks], ["customer.subscription.created", 0]);
    const old = await earlier(stripe, `/v1/events/${last.id}`);
    assert.equal(old.api_version, PRESENT, "an event is read in the account's version, whoever asks");

    receiver.received.length = 0;
    await stripe.subscriptions.update(made.id, { metadata: { note: "x" } });
    await double.deliveries.idle();
    const updated = receiver.verify(receiver.received[0], secret);
    assert.deepEqual(updated.data.previous_attributes, { metadata: { note: null } });
    await stripe.subscriptions.update(made.id, { metadata: { note: "x" } });
    await double.deliveries.idle();
    assert.equal(receiver.received.length, 1, "what changes nothing is no event");
  });

  it("say of a changed customer what it was before (BIL12)", async () => {
    const { id } = await stripe.customers.create({ email: "ann@shop.example", name: "Ann" });
    await double.deliveries.idle();
    receiver.received.length = 0;
    await stripe.customers.update(id, { email: "anna@shop.example" });
    await stripe.customers.update(id, { email: "anna@shop.example" });
    await stripe.customers.update(id, { address: { city: "Leeds", country: "GB" }, email: "" });
    await double.deliveries.idle();
    assert.deepEqual(receiver.types(), ["customer.updated", "customer.updated"], "no change, no event");
    const [first, second] = receiver.received.map((one) => receiver.verify(one, secret));
    assert.ok(first && second);
    assert.equal((first.data.object as Stripe.Customer).email, "anna@shop.example");
    assert.deepEqual(first.data.previous_attributes, { email: "ann@shop.example" });
    assert.deepEqual(second.data.previous_attributes, { address: null, email: "anna@shop.example" });
    assert.equal((second.data.object as Stripe.Customer).email, null);
  });

  it("are signed with both secrets while one takes the other's place", async () => {
    double.rotateSecret(endpoint, "whsec_second");
    await stripe.customers.create({ name: "Rotated" });
    await double.deliveries.idle();
    const [delivered] = receiver.received;
    for (const validSecret of [secret, "whsec_second"])
      assert.equal(receiver.verify(delivered, validSecret).type, "customer.created");
    double.rotateSecret(endpoint, secret, false);
    await stripe.customers.create({ name: "Rotated back" });
    await double.deliveries.idle();
    assert.throws(() => receiver.verify(receiver.received[1], "whsec_second"));
    assert.equal(receiver.verify(receiver.received[1], secret).type, "customer.created");
    const [, old] = receiver.received;
    await double.deliveries.deliver(double.deliveries.all().slice(-1), { signedAt: 1_700_000_000 });
    assert.throws(
      () => receiver.verify(receiver.received[2], secret),
      /Timestamp outside the tolerance zone/,
    );
    assert.equal(
      receiver.received[2]?.body,
      old?.body.replace('"pending_webhooks": 1', '"pending_webhooks": 0'),
    );
  });

  it("have the shape of the version that an endpoint was made with", async () => {
    const other = await startReceiver();
    const made = await stripe.webhookEndpoints.create({
      url: other.url,
      enabled_events: ["invoice.paid", "customer.subscription.created"],
      api_version: EARLIER,
    });
    await subscribe();
    await double.deliveries.idle();
    assert.deepEqual(other.types(), ["invoice.paid", "customer.subscription.created"]);
    const events = other.received.map((one) => other.verify(one, made.secret ?? ""));
    assert.deepEqual(new Set(events.map(({ api_version }) => api_version)), new Set([EARLIER]));
    const [invoice, subscription] = events.map(({ data }) => data.object as unknown as Earlier);
    assert.equal(invoice?.subscription, subscription?.id);
    assert.deepEqual([invoice?.paid, invoice?.parent], [true, undefined]);
    assert.ok(subscription?.current_period_end > 0);
    const present = receiver.received
      .map((one) => receiver.verify(one, secret))
      .find(({ type }) => type === "invoice.paid")?.data.object as Stripe.Invoice;
    assert.equal(present.parent?.subscription_details?.subscription, subscription?.id);
    assert.equal((present as Earlier).subscription, undefined);
    const off = await stripe.webhookEndpoints.update(made.id, { disabled: true });
    assert.deepEqual([off.status, off.secret], ["disabled", undefined]);
    assert.equal((await stripe.webhookEndpoints.list()).data.length, 2);
    await stripe.webhookEndpoints.del(made.id);
    await other.close();
  });

  it("are tried again where they were not answered 2xx, and listed as undelivered until then", async () => {
    receiver.reply.status = 500;
    await stripe.customers.create({ name: "Late" });
    await double.deliveries.idle();
    const [waiting] = double.deliveries.undelivered();
    assert.deepEqual([waiting?.attempts, waiting?.type], [[500], "customer.created"]);
    const failed = await stripe.events.list({ delivery_success: false });
    assert.deepEqual(
      failed.data.map(({ id }) => id),
      [waiting?.event],
    );
    receiver.reply.status = 200;
    await double.deliveries.deliverPending();
    assert.deepEqual([waiting?.attempts, waiting?.status], [[500, 200], "delivered"]);
    assert.equal((await stripe.events.list({ delivery_success: false })).data.length, 0);
    const listed = await stripe.events.list({
      type: "customer.*",
      limit: 1,
      created: { gte: double.now() - 60 },
    });
    assert.equal(listed.data[0]?.id, waiting?.event);
  });

  it("arrive in any order, twice, at once or never, where a test wants it", async () => {
    const { deliveries } = double;
    deliveries.hold();
    await stripe.customers.create({ name: "Held" });
    const { id } = await stripe.customers.create({ name: "Held too" });
    await stripe.customers.del(id);
    assert.equal(receiver.received.length, 0);
    const [first, second, third] = deliveries.undelivered();
    assert.ok(first && second && third);
    await deliveries.deliver([third, second, second]);
    assert.deepEqual(receiver.types(), ["customer.deleted", "customer.created", "customer.created"]);
    assert.equal(
      receiver.received[1]?.body,
      receiver.received[2]?.body.replace('"pending_webhooks": 0', '"pending_webhooks": 1'),
    );
    await deliveries.deliverInParallel([second, third, second]);
    assert.equal(receiver.received.length, 6);
    deliveries.drop([first]);
    await deliveries.deliverPending();
    assert.equal(receiver.received.length, 6);
  });

  it("tell of refunds, disputes and refused payments", async () => {
    const made = await subscribe();
    const [charge] = (await stripe.charges.list({ customer: made.customer as string })).data;
    assert.ok(charge);
    await double.deliveries.idle();
    receiver.received.length = 0;
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 100 });
    await stripe.refunds.update(refund.id, { metadata: { why: "asked" } });
    const dispute = double.dispute(charge.id);
    assert.equal((await stripe.disputes.list({ charge: charge.id })).data[0]?.status, "needs_response");
    double.closeDispute(dispute.id, "won");
    assert.equal((await stripe.disputes.retrieve(dispute.id)).status, "won");
    await subscribe("pm_card_chargeCustomerFail");
    await double.deliveries.idle();
    assert.deepEqual(receiver.types(), [
      "refund.created",
      "charge.refunded",
      "refund.updated",
      "charge.refund.updated",
      "charge.updated",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
      "customer.created",
      "payment_method.attached",
      "invoice.created",
      "invoice.finalized",
      "charge.failed",
      "payment_intent.payment_failed",
      "invoice.updated",
      "customer.updated",
      "invoice.payment_failed",
      "customer.subscription.created",
    ]);
  });
});
