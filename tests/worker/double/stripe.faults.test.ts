// Calls of the Stripe double that are repeated, fail, time out, or come from a Worker under test.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { Stripe } from "stripe";
import { nodeClient, refusal } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, STRIPE_HOST, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

describe("faults of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
  });
  after(() => double.close());
  beforeEach(() => double.clearFaults());

  it("answers a repeated call with its first answer, and refuses its key for another one", async () => {
    const key = { idempotencyKey: "once" };
    const first = await stripe.customers.create({ name: "Once" }, key);
    const again = await stripe.customers.create({ name: "Once" }, key);
    assert.equal(again.id, first.id);
    assert.equal(again.lastResponse.headers["idempotent-replayed"], "true");
    const other = await refusal(stripe.customers.create({ name: "Twice" }, key));
    assert.deepEqual([other.type, other.statusCode], ["StripeIdempotencyError", 400]);
    // The answer is lost after the effect: the client retries by itself, and only one customer is created.
    double.fault({ path: "/v1/customers" }, { cut: "after" });
    double.fault({ path: "/v1/customers" }, { refuse: "api_error" });
    const patient = nodeClient(double, { maxNetworkRetries: 2 });
    await patient.customers.create({ email: "lost@shop.example" });
    assert.equal((await stripe.customers.list({ email: "lost@shop.example" })).data.length, 1);
    double.fault({ path: "/v1/customers" }, { refuse: "rate_limit" });
    assert.equal((await refusal(stripe.customers.list())).type, "StripeRateLimitError");
  });

  it("lets a call wait until its client gives up, and answers what a test wants instead", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    double.fault({ method: "POST", path: /customers$/ }, { hold: promise });
    const late = await refusal(stripe.customers.create({ email: "late@shop.example" }, { timeout: 100 }));
    assert.equal(late.type, "StripeConnectionError");
    assert.equal((await stripe.customers.list({ email: "late@shop.example" })).data.length, 0);
    resolve();
    const arrived = async () => (await stripe.customers.list({ email: "late@shop.example" })).data.length;
    const end = Date.now() + 5000;
    while ((await arrived()) === 0 && Date.now() < end);
    assert.equal(await arrived(), 1, "what was given up took effect all the same");

    double.fault({ path: "/v1/balance" }, { answer: { status: 503, body: "<html>maintenance</html>" } });
    assert.equal((await refusal(stripe.balance.retrieve())).type, "StripeAPIError");
    double.clearFaults();
    // The client retries once by itself if a kept-alive connection was closed.
    double.fault({ path: "/v1/balance" }, { cut: "before" }, 2);
    assert.equal((await refusal(stripe.balance.retrieve())).type, "StripeConnectionError");
    double.fault({ path: "/v1/customers" }, { refuse: "api_error", after: true });
    await refusal(stripe.customers.create({ email: "made@shop.example" }));
    assert.equal((await stripe.customers.list({ email: "made@shop.example" })).data.length, 1);
  });

  it("keeps the first answer also where a card was refused", async () => {
    const pay = () =>
      refusal(
        stripe.paymentIntents.create(
          { amount: 100, currency: "gbp", confirm: true, payment_method: "pm_card_chargeDeclined" },
          { idempotencyKey: "declined" },
        ),
      );
    assert.deepEqual(await pay(), await pay());
    assert.equal((await stripe.charges.list()).data.length, 1);
  });

  it("stands in for Stripe's host, and notes what came", async () => {
    double.interceptFetch();
    double.requests.length = 0;
    const response = await fetch(`https://${STRIPE_HOST}/v1/customers?limit=1`, {
      headers: { authorization: `Bearer ${double.secretKey}`, "stripe-version": "2023-10-16" },
    });
    assert.equal(((await response.json()) as { object: string }).object, "list");
    assert.deepEqual(double.requests, [
      { method: "GET", path: "/v1/customers", version: "2023-10-16", status: 200 },
    ]);
  });
});
