// Payments with bank authentication (3-D Secure), at the first payment and at a renewal.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { authenticate, CARDS } from "../../support/doubles/stripe/node-client.ts";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";

let world: PaymentWorld;
before(async () => {
  // A month ago, so that the first renewals are due by the Worker's clock too.
  world = await startPaymentWorld({ daysAgo: 32 });
});
after(() => world.close());

type Shop = Awaited<ReturnType<typeof business>>;

/** The bank's page for a subscription's newest invoice, with the stored card. */
async function bankOf(subscription: string) {
  const { default_payment_method: card } = await world.api.subscriptions.retrieve(subscription);
  const [invoice] = (await world.api.invoices.list({ subscription, expand: ["data.payments"] })).data;
  const id = String(invoice?.payments?.data[0]?.payment.payment_intent);
  const { next_action: next } = await world.api.paymentIntents.confirm(id, {
    payment_method: String(card),
    return_url: "https://bank.example/back",
  });
  return String(next?.redirect_to_url?.url);
}

test("a renewal that needs authentication begins grace like a failed one, and its payment ends it (BIL06 BIL11 BIL12)", async () => {
  const asked = await business(world, "noSetup", { number: CARDS.authenticatesAlways });
  const declined = await business(world, "noSetup");
  const both = [asked, declined];
  world.stripe.declineNext(declined.customer);
  const subscription = await asked.subscription();
  const other = await declined.subscription();
  const end = Math.max(...[subscription, other].map((one) => one?.items.data[0]?.current_period_end ?? 0));
  assert.ok(end * 1000 <= Date.now());
  await world.stripe.advanceTo(new Date(end * 1000));
  await world.eventsApplied();
  await world.sayso.schedule(new Date());
  const statusOf = async (shop: Shop) => {
    const { state, subscription: paidBy } = await shop.billing();
    const { status, credits_remaining: credits } = await shop.row();
    const mails = (await shop.mails()).filter((template) => String(template).startsWith("p"));
    return [state, paidBy?.open?.pence, status, credits, await shop.states(), mails];
  };
  const [first, second] = await Promise.all(both.map(statusOf));
  assert.deepEqual(first, ["grace", 3900, "active", 50, ["grace"], ["payment_failed"]]);
  assert.deepEqual(first, second, "the bank's question and its refusal are the same to a client");
  assert.equal((await asked.payments()).length, 1);

  const bank = await bankOf(String(subscription?.id));
  await authenticate(bank, "refuse");
  await world.eventsApplied();
  assert.equal((await asked.billing()).state, "grace", "a failed authentication changes nothing");
  const again = await bankOf(String(subscription?.id));
  await authenticate(again);
  await world.eventsApplied();
  assert.deepEqual(
    [(await asked.billing()).state, (await asked.billing()).subscription?.open],
    ["active", null],
  );
  assert.deepEqual(
    (await asked.payments()).map(({ kind, amount_pence: pence }) => [kind, pence]),
    [
      ["month", 3900],
      ["month", 3900],
    ],
  );
  assert.deepEqual(await asked.states(), ["grace", "active"]);
  assert.equal((await asked.mails()).at(-1), "plan_resumed");
  assert.equal((await declined.billing()).state, "grace");
});

test("a card that is authenticated once renews without its owner (BIL11 BIL12)", async () => {
  const shop = await business(world, "noSetup", { number: CARDS.authenticatesOnce });
  // The earlier test has moved the clock to now: this renewal is ahead of it.
  const end = (await shop.subscription())?.items.data[0]?.current_period_end ?? 0;
  await world.stripe.advanceTo(new Date(end * 1000));
  await world.eventsApplied();
  assert.deepEqual([(await shop.billing()).state, (await shop.payments()).length], ["active", 2]);
});

test("a first payment that waits for authentication makes no client until it is paid (BIL11 BIL12)", async () => {
  const items = await world.api.paymentLinks.listLineItems(world.links.noSetup.id);
  const price = String(items.data[0]?.price?.id);
  const begin = async (payment_behavior: "allow_incomplete" | "default_incomplete") => {
    const email = `${crypto.randomUUID().slice(0, 8)}@buyers.example`;
    const card = { payment_method: "pm_card_authenticationRequired" };
    const customer = await world.api.customers.create({ email, name: "Bea Buyer", ...card });
    const [method] = (await world.api.paymentMethods.list({ customer: customer.id })).data;
    const made = await world.api.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      default_payment_method: method?.id ?? "",
      payment_behavior,
    });
    assert.equal(made.status, "incomplete");
    await world.eventsApplied();
    assert.equal(await world.client(email), undefined, payment_behavior);
    return { email, id: made.id };
  };
  const paid = [await begin("allow_incomplete"), await begin("default_incomplete")];
  const never = await begin("allow_incomplete");
  for (const { email, id } of paid) {
    await authenticate(await bankOf(id));
    await world.eventsApplied();
    const client = await world.client(email);
    assert.deepEqual(
      [client?.status, client?.plan_type, client?.credits_remaining],
      ["pending_onboarding", "no-setup", 50],
    );
  }
  await world.stripe.advanceTo(new Date((world.stripe.now() + 23 * 3600) * 1000));
  await world.eventsApplied();
  assert.equal((await world.api.subscriptions.retrieve(never.id)).status, "incomplete_expired");
  await world.sayso.schedule(new Date(), "*/10 * * * *");
  assert.equal(await world.client(never.email), undefined);
});
