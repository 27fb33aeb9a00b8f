// Cards with bank authentication (3-D Secure) on the Stripe double: by Stripe's Node client, and on the pages.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import { authenticate, CARDS, nodeClient, pay, refusal } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

const HOUR = 3600;
const ALWAYS = "pm_card_authenticationRequired";
const ONCE = "pm_card_authenticationRequiredOnSetup";

describe("cards that need authentication", () => {
  let double: StripeDouble;
  let stripe: Stripe;
  let price: Stripe.Price;
  let link: Stripe.PaymentLink;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    price = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 2900,
      recurring: { interval: "month" },
      product_data: { name: "Standard" },
    });
    link = await stripe.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] });
  });
  after(() => double.close());

  const customerWith = (card: string) =>
    stripe.customers.create({ payment_method: card, invoice_settings: { default_payment_method: card } });
  const subscribe = async (card: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
    const { id } = await customerWith(card);
    return stripe.subscriptions.create({ customer: id, items: [{ price: price.id }], ...more });
  };
  const invoiceOf = async ({ id }: Stripe.Subscription) => {
    const [invoice] = (await stripe.invoices.list({ subscription: id, expand: ["data.payments"] })).data;
    assert.ok(invoice);
    return invoice;
  };
  const intentOf = async (invoice: Stripe.Invoice) =>
    stripe.paymentIntents.retrieve(String(invoice.payments?.data[0]?.payment.payment_intent));
  const statusOf = async ({ id }: Stripe.Subscription) => (await stripe.subscriptions.retrieve(id)).status;
  const bankOf = ({ next_action: next }: Stripe.PaymentIntent) =>
    String(
      next?.redirect_to_url?.url ?? (next?.use_stripe_sdk as { stripe_js?: string } | undefined)?.stripe_js,
    );
  /** Types of the events since one, the oldest first. */
  const typesSince = async (time: number) =>
    (await stripe.events.list({ limit: 100, created: { gte: time } })).data
      .map(({ type }) => type)
      .toReversed();
  /** Opens the payment page, pays with a card, and answers the bank. */
  const buy = async (number: string) => {
    const { url } = await fetch(link.url);
    const asked = await pay(url, { number });
    assert.match(await asked.text(), /Authenticate the payment/);
    const open = await stripe.checkout.sessions.retrieve(url.split("/").at(-1) ?? "");
    assert.deepEqual(
      [open.status, open.subscription],
      ["open", null],
      "nothing is paid before the bank agrees",
    );
    const refused = await authenticate(url, "refuse");
    assert.equal(refused.status, 402);
    assert.match(await refused.text(), /We are unable to authenticate your payment method/);
    await pay(url, { number });
    assert.match(await (await authenticate(url)).text(), /Thank you/);
    const session = await stripe.checkout.sessions.retrieve(open.id, { expand: ["subscription"] });
    assert.deepEqual([session.status, session.payment_status], ["complete", "paid"]);
    return session.subscription as Stripe.Subscription;
  };
  const renew = async (subscription: Stripe.Subscription) => {
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    double.advanceTo(new Date(end * 1000));
    return end;
  };

  it("pays a checkout after the bank's question, and renews by itself a card that was set up (BIL12)", async () => {
    const subscription = await buy(CARDS.authenticatesOnce);
    assert.equal(subscription.status, "active");
    const [charge] = (await stripe.charges.list({ customer: String(subscription.customer) })).data;
    assert.equal(charge?.payment_method_details?.card?.three_d_secure?.result, "authenticated");
    await renew(subscription);
    assert.equal(await statusOf(subscription), "active");
    assert.equal(
      (await stripe.invoices.list({ subscription: subscription.id, status: "paid" })).data.length,
      2,
    );
    const failed = await stripe.events.list({ type: "payment_intent.payment_failed" });
    const intent = failed.data[0]?.data.object as Stripe.PaymentIntent;
    assert.deepEqual(
      [intent.last_payment_error?.code, intent.latest_charge],
      ["payment_intent_authentication_failure", null],
    );
  });

  it("leaves a renewal open until its buyer authenticates on the invoice's page (BIL12)", async () => {
    const subscription = await buy(CARDS.authenticatesAlways);
    const since = await renew(subscription);
    const types = await typesSince(since);
    for (const type of [
      "payment_intent.requires_action",
      "invoice.payment_action_required",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ])
      assert.ok(types.includes(type as Stripe.Event.Type), type);
    assert.ok(!types.includes("charge.failed"), "no bank was asked for money");
    const invoice = await invoiceOf(subscription);
    assert.deepEqual([invoice.status, invoice.attempt_count, invoice.amount_paid], ["open", 1, 0]);
    assert.equal(await statusOf(subscription), "past_due");
    const intent = await intentOf(invoice);
    assert.deepEqual([intent.status, intent.latest_charge], ["requires_action", null]);
    assert.equal(intent.next_action?.type, "use_stripe_sdk");

    const again = await refusal(stripe.invoices.pay(invoice.id ?? ""));
    assert.deepEqual(
      [again.code, again.statusCode],
      ["invoice_payment_intent_requires_action", 402],
      "the client of the API cannot authenticate",
    );
    const hosted = await (await fetch(invoice.hosted_invoice_url ?? "")).text();
    assert.ok(hosted.includes(`/authenticate/${intent.id}`));
    assert.equal(
      (await authenticate(`${double.url}/authenticate/${intent.id}`)).status,
      404,
      "without its secret",
    );
    const refused = await authenticate(bankOf(intent), "refuse");
    assert.equal(refused.headers.get("location"), `/invoice/${invoice.id}`);
    assert.equal((await intentOf(invoice)).status, "requires_payment_method");
    assert.equal(await statusOf(subscription), "past_due");

    const typed = await fetch(invoice.hosted_invoice_url ?? "", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ number: CARDS.authenticatesAlways, expiry: "11/41", cvc: "123" }),
    });
    const bank = typed.headers.get("location") ?? "";
    assert.match(bank, /\/authenticate\//);
    await authenticate(bank);
    const paid = await invoiceOf(subscription);
    assert.deepEqual([paid.status, paid.amount_paid], ["paid", 2900]);
    assert.equal(await statusOf(subscription), "active");
  });

  it("begins a subscription as incomplete, and makes it active when its intent is confirmed (BIL12)", async () => {
    const made = await subscribe(ALWAYS);
    assert.equal(made.status, "incomplete");
    const invoice = await invoiceOf(made);
    const intent = await intentOf(invoice);
    assert.equal(intent.status, "requires_action");
    const return_url = "https://sayso.example/back";
    const confirmed = await stripe.paymentIntents.confirm(intent.id, { return_url });
    assert.deepEqual(
      [confirmed.status, confirmed.next_action?.redirect_to_url?.return_url],
      ["requires_action", return_url],
    );
    assert.equal((await authenticate(bankOf(confirmed))).headers.get("location"), return_url);
    assert.equal(await statusOf(made), "active");
    assert.equal((await invoiceOf(made)).status, "paid");

    const other = await subscribe(ALWAYS);
    const waiting = await intentOf(await invoiceOf(other));
    await stripe.paymentIntents.confirm(waiting.id, { payment_method: "pm_card_visa" });
    assert.equal(await statusOf(other), "active", "another card pays as well");
    const strict = await refusal(subscribe(ALWAYS, { payment_behavior: "error_if_incomplete" }));
    assert.deepEqual([strict.code, strict.statusCode], ["subscription_payment_intent_requires_action", 402]);
  });

  it("leaves the first payment to the buyer on request, without a card at first (BIL12)", async () => {
    const { id } = await stripe.customers.create({ email: "later@shop.example" });
    const made = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: price.id }],
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice.confirmation_secret"],
    });
    const invoice = made.latest_invoice as Stripe.Invoice;
    assert.deepEqual([made.status, invoice.status, invoice.attempt_count], ["incomplete", "open", 0]);
    const secret = invoice.confirmation_secret?.client_secret ?? "";
    const intent = await stripe.paymentIntents.confirm(secret.split("_secret_")[0] ?? "", {
      payment_method: ONCE,
    });
    assert.equal(intent.status, "requires_action");
    await authenticate(bankOf(intent));
    assert.equal(await statusOf(made), "active");
    assert.equal((await stripe.paymentMethods.list({ customer: id })).data.length, 1, "the card is kept");

    const subscription = await subscribe("pm_card_visa", { payment_behavior: "default_incomplete" });
    const ready = await intentOf(await invoiceOf(subscription));
    assert.deepEqual([subscription.status, ready.status], ["incomplete", "requires_confirmation"]);
    await stripe.paymentIntents.confirm(ready.id);
    assert.equal(await statusOf(subscription), "active");
  });

  it("expires an incomplete subscription after 23 hours, which then cannot be paid any more (BIL12)", async () => {
    const made = await subscribe(ALWAYS);
    const intent = await intentOf(await invoiceOf(made));
    double.advanceTo(new Date((made.created + 23 * HOUR - 5) * 1000));
    assert.equal(await statusOf(made), "incomplete");
    double.advanceTo(new Date((made.created + 23 * HOUR) * 1000));
    assert.equal(await statusOf(made), "incomplete_expired");
    await authenticate(bankOf(intent));
    const late = await stripe.paymentIntents.retrieve(intent.id);
    assert.deepEqual([late.status, late.next_action], ["canceled", null]);
    assert.equal((await invoiceOf(made)).status, "void");
    assert.equal(await statusOf(made), "incomplete_expired");
    const confirm = stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    assert.equal((await refusal(confirm)).code, "payment_intent_unexpected_state");
  });

  it("declines an intent that is confirmed without its buyer, and asks one who is there (BIL12)", async () => {
    const { id: customer } = await customerWith(ALWAYS);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    const wanted = {
      amount: 1500,
      currency: "gbp",
      customer,
      payment_method: method?.id ?? "",
      confirm: true,
    };
    const declined = await refusal(stripe.paymentIntents.create({ ...wanted, off_session: true }));
    assert.deepEqual(
      [declined.type, declined.code, declined.statusCode],
      ["StripeCardError", "authentication_required", 402],
    );
    const asked = await stripe.paymentIntents.create({ ...wanted, return_url: "https://sayso.example/back" });
    await authenticate(bankOf(asked));
    const paid = await stripe.paymentIntents.retrieve(asked.id, { expand: ["latest_charge"] });
    assert.equal(paid.status, "succeeded");
    const { card } = (paid.latest_charge as Stripe.Charge).payment_method_details ?? {};
    assert.equal(card?.three_d_secure?.authentication_flow, "challenge");
  });

  it("lets the portal pay what is open, by way of the bank (BIL12)", async () => {
    const subscription = await buy(CARDS.authenticatesAlways);
    await renew(subscription);
    const customer = String(subscription.customer);
    const { url } = await stripe.billingPortal.sessions.create({ customer });
    const invoice = await invoiceOf(subscription);
    const body = new URLSearchParams({ action: "pay", invoice: invoice.id ?? "" });
    const asked = await fetch(url, { method: "POST", redirect: "manual", body });
    const back = await authenticate(asked.headers.get("location") ?? "");
    assert.equal(back.headers.get("location"), url);
    assert.equal(await statusOf(subscription), "active");
  });
});
