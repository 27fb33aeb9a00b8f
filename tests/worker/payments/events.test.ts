// Stripe's events on arrival: matching, deduplication, and effects.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Stripe } from "stripe";
import { EARLIER } from "../../support/doubles/stripe/stripe.ts";
import {
  startPaymentWorld,
  WEBHOOK_SECRETS,
  type PaymentWorld,
} from "../../support/people/owner/payments.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const event = (overrides: Record<string, unknown> = {}) => ({
  id: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
  object: "event",
  type: "invoice.paid",
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  api_version: "2023-10-16",
  data: { object: { id: "in_1", object: "invoice", customer: "cus_nobody" } },
  ...overrides,
});

/** The header as Stripe's own library makes it. */
const sign = (payload: string, secret = WEBHOOK_SECRETS.present, timestamp = Math.floor(Date.now() / 1000)) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

const post = (payload: string, signature: string) =>
  world.sayso.fetch("/webhooks/stripe", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
const stored = (id: string) => world.sayso.rows("SELECT * FROM payment_events WHERE id = ?", id);

describe("refuses a webhook without Stripe's signature and leaves no row (INV20)", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const cases: [string, (payload: string) => [string, string]][] = [
    ["older than 300 s", (payload) => [payload, sign(payload, undefined, now() - 310)]],
    ["more than 300 s in the future", (payload) => [payload, sign(payload, undefined, now() + 600)]],
    ["by another secret", (payload) => [payload, sign(payload, "whsec_other")]],
    ["of v0 only", (payload) => [payload, sign(payload).replace("v1=", "v0=")]],
    ["over another body", (payload) => [JSON.stringify(JSON.parse(payload), null, 2), sign(payload)]],
    ["without a signature", (payload) => [payload, ""]],
    ["of live mode", (payload) => [payload.replace('"livemode":false', '"livemode":true'), ""]],
  ];
  for (const [title, make] of cases) {
    test(`INV20 INV24 ${title}`, async () => {
      const one = event();
      const [body, signature] = make(JSON.stringify(one));
      const answer = await post(body, title === "of live mode" ? sign(body) : signature);
      assert.equal(answer.status, 400, await answer.text());
      assert.deepEqual(await stored(one.id), []);
    });
  }

  test("INV20 either secret will do, also the second of two signatures", async () => {
    for (const make of [
      (payload: string) => sign(payload),
      (payload: string) => sign(payload, WEBHOOK_SECRETS.earlier),
      (payload: string) => `${sign(payload, "whsec_other")},${sign(payload).split(",").at(-1)}`,
    ]) {
      const one = event();
      const payload = JSON.stringify(one);
      const answer = await post(payload, make(payload));
      assert.equal(answer.status, 200, await answer.text());
      assert.equal((await stored(one.id)).length, 1);
    }
  });
});

test("INV24 a type that nobody knows is answered 200, and changes nothing", async () => {
  const one = event({ type: "treasury.something.new" });
  const payload = JSON.stringify(one);
  assert.equal((await post(payload, sign(payload))).status, 200);
  assert.deepEqual(await stored(one.id), []);
});

test("INV21 the same event five times at once is one event with one job", async () => {
  const one = event();
  const payload = JSON.stringify(one);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(payload, sign(payload))));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  assert.equal((await stored(one.id)).length, 1);
  assert.equal((await world.sayso.rows("SELECT 1 FROM job_queue WHERE subject_id = ?", one.id)).length, 1);
});

test("BIL12 events in the shapes of two years ago, signed with the other secret, lead to the same", async () => {
  const endpoint = world.stripe.listen(new URL("/webhooks/stripe", world.sayso.url).href, {
    secret: WEBHOOK_SECRETS.earlier,
    apiVersion: EARLIER,
  });
  world.stripe.deliveries.hold();
  const email = await world.buy("standard");
  const sent = world.stripe.deliveries.undelivered();
  const old = sent.filter((delivery) => delivery.endpoint === endpoint.id);
  assert.ok(old.some(({ type }) => type === "invoice.paid"));
  world.stripe.deliveries.drop(sent.filter((delivery) => !old.includes(delivery)));
  await world.stripe.deliveries.deliver(old);
  world.stripe.deliveries.release();
  await world.eventsApplied();
  assert.equal((await world.client(email))?.status, "pending_onboarding");
  const versions = await world.sayso.rows(
    "SELECT DISTINCT api_version AS v FROM payment_events WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(old.map(({ event: id }) => id)),
  );
  assert.deepEqual(versions, [{ v: EARLIER }]);
});

test("BIL08 BIL10 the code that was used at payment is kept beside the one that the home page sent along", async () => {
  const coupon = await world.api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
  for (const code of ["ANNA", "BEN"])
    await world.api.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
  const listed = async (page: string) => {
    const email = await world.pay(page);
    await world.eventsApplied();
    return world.sayso.row(
      "SELECT client_reference, promotion_code, plan_type FROM subscriptions WHERE email = ?",
      email,
    );
  };
  const page = `${world.links.noSetup.url}?client_reference_id=ANNA&prefilled_promo_code=ANNA`;
  assert.deepEqual(await listed(page), {
    client_reference: "ANNA",
    promotion_code: "ANNA",
    plan_type: "no-setup",
  });
  const opened = await fetch(page);
  const typed = new URLSearchParams({ action: "apply", code: "BEN" });
  await fetch(opened.url, { method: "POST", body: typed });
  assert.deepEqual(await listed(opened.url), {
    client_reference: "ANNA",
    promotion_code: "BEN",
    plan_type: "no-setup",
  });
});

test("BIL11 a purchase makes a client that waits for its set-up, with the credits of a month", async () => {
  const email = await world.buy("standard", { name: "Bea’s Bakery" });
  await world.eventsApplied();
  const client = await world.client(email);
  assert.deepEqual(
    [client?.company_name, client?.status, client?.plan_type, client?.credits_remaining],
    ["Bea’s Bakery", "pending_onboarding", "standard", 50],
  );
  const ledger = await world.sayso.rows(
    "SELECT reason, amount FROM credit_ledger WHERE client_id = ?",
    client?.id,
  );
  assert.deepEqual(ledger, [{ reason: "opening", amount: 50 }]);
});
