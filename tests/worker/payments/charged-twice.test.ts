// Protection from double charges: one payment page at a time, one subscription at a time, and a cancellation that ends
// all.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Stripe } from "stripe";
import type { Payments } from "#api/generated/billing.ts";
import { json } from "../../support/doubles/double-http.ts";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { runJobs, until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const DAY_MS = 86_400_000;

type Shop = Awaited<ReturnType<typeof business>>;

/** A business with an ended subscription. */
async function ended(): Promise<Shop> {
  const shop = await business(world, "noSetup");
  await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
  await world.eventsApplied();
  return shop;
}

const openPage = async (shop: Shop): Promise<string> =>
  (await (await shop.ask("POST", "subscription")).json()).url;

/** Cancels the plan; the answer is read to its end, for a connection that is left open is cut by a kill. */
async function cancel(shop: Shop): Promise<number> {
  const answer = await shop.ask("POST", "cancellation");
  await answer.text();
  return answer.status;
}

const subscriptionsOf = async (customer: string): Promise<Stripe.Subscription[]> =>
  (await world.api.subscriptions.list({ customer, status: "all" })).data;

const living = async (customer: string): Promise<string[]> =>
  (await subscriptionsOf(customer)).filter(({ status }) => status !== "canceled").map(({ id }) => id);

/** Payments of a customer less refunds, in pence. */
async function taken(customer: string): Promise<number> {
  const charges = await world.api.charges.list({ customer, limit: 100 });
  return charges.data.reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0);
}

/** Time passes at Stripe, which counts in seconds. */
const later = async (seconds = 2) => world.stripe.advanceTo(new Date((world.stripe.now() + seconds) * 1000));

/** A second subscription of a business, as it pays for one on a page that was open. */
const subscribeBeside = (shop: Shop): Promise<string> => world.subscribeToo(shop.customer, shop.id);

/** Recipients of the email about a subscription's end. */
const mailsOf = async (id: string) =>
  (
    await world.sayso.rows(
      "SELECT recipient FROM emails WHERE template = 'charged_twice' AND subject_id LIKE ? || '/%'",
      id,
    )
  )
    .map(({ recipient }) => String(recipient))
    .toSorted();

/** An email to a business with this subject and text. */
const mailTo = (shop: Shop, about: string, matching = /./) =>
  until("the mail", async () => {
    await runJobs(world.sayso, { mailsTo: shop.email });
    return (await world.sayso.mails()).find(
      ({ to, subject, text }) => [to].flat().includes(shop.email) && subject === about && matching.test(text),
    );
  });

/** The email about a second subscription that was ended. */
const secondEnded = (shop: Shop, matching?: RegExp) =>
  mailTo(shop, "We ended a second subscription", matching);
/** The email that confirms a cancellation. */
const planCancelled = (shop: Shop) => mailTo(shop, "Your plan is cancelled");

/** A business whose new month is billed by an invoice that Stripe still keeps as a draft. */
async function withDraft(): Promise<Shop> {
  const shop = await business(world, "noSetup");
  const coupon = await world.api.coupons.create({
    amount_off: 1000,
    currency: "gbp",
    duration: "repeating",
    duration_in_months: 3,
  });
  await world.api.subscriptions.update(String((await shop.subscription())?.id), {
    discounts: [{ coupon: coupon.id }],
  });
  const monthEnd = (await shop.subscription())?.items.data[0]?.current_period_end ?? 0;
  world.stripe.draftFor(3600);
  await world.stripe.advanceTo(new Date((monthEnd + 600) * 1000));
  world.stripe.draftFor(0);
  await world.eventsApplied();
  return shop;
}

describe("one payment page at a time", () => {
  test("of two pages to subscribe again only the newer one takes money (BIL11 INV60)", async () => {
    const shop = await ended();
    const first = await openPage(shop);
    const second = await openPage(shop);
    await assert.rejects(world.pay(first, { email: shop.email }));
    await world.pay(second, { email: shop.email });
    await world.eventsApplied();
    assert.equal((await living(shop.customer)).length, 1);
  });

  test("BIL11 INV60 two tabs that ask at the same moment are given one page", async () => {
    const shop = await ended();
    await Promise.all([1, 2, 3, 4].map(() => openPage(shop)));
    const sessions = await world.api.checkout.sessions.list({ customer: shop.customer, status: "open" });
    assert.equal(sessions.data.length, 1);
  });

  test("BIL11 INV60 a client without a subscription yet has one page at a time too", async () => {
    const client = await addClient(world.sayso);
    const cookie = await world.owner(client.id);
    const open = async (): Promise<string> =>
      (await (await call(world.sayso, "POST", `/api/client/${client.id}/subscription`, { cookie })).json())
        .url;
    const first = await open();
    const second = await open();
    await assert.rejects(world.pay(first, { email: client.email }));
    await world.pay(second, { email: client.email });
    await world.eventsApplied();
    assert.equal((await world.api.customers.list({ email: client.email })).data.length, 1);
  });

  test("BIL07 INV60 a page that was open as the plan was cancelled takes no money", async () => {
    const shop = await business(world, "noSetup");
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.eventsApplied();
    const page = await openPage(shop);
    assert.equal(await cancel(shop), 200);
    await assert.rejects(world.pay(page, { email: shop.email }));
  });
});

describe("one subscription at a time", () => {
  test("BIL11 INV60 a second subscription is ended, what it took is given back, and the client and the admins are told", async () => {
    const admin = await addUser(world.sayso, { roles: ["admin"] });
    const shop = await business(world, "noSetup");
    const first = String((await shop.subscription())?.id);
    const { credits_remaining: credits } = await shop.row();
    const second = await subscribeBeside(shop);
    await world.eventsApplied();
    assert.deepEqual(await living(shop.customer), [first]);
    assert.equal(await taken(shop.customer), 3900);
    const row = await shop.row();
    assert.deepEqual(
      [row.subscription_id, row.status, row.cancelled_at, row.credits_remaining],
      [first, "active", null, credits],
    );
    assert.deepEqual(await mailsOf(second), [admin.email, shop.email].toSorted());
    const mail = await secondEnded(shop);
    assert.match(mail.text, /£39\.00 went back to the card/);
    // Both may have the same second, and then their order is arbitrary.
    const refunded = (await shop.payments()).map((one) => `${one.refunded_pence} of ${one.amount_pence}`);
    assert.deepEqual(refunded.toSorted(), ["0 of 3900", "3900 of 3900"]);
    await world.sayso.schedule(new Date(Date.now() + 1.1 * DAY_MS), "*/10 * * * *");
    assert.equal((await mailsOf(second)).length, 2, "told once");
  });

  test("BIL11 INV60 a purchase on the home page that is given to a client who pays already is ended and given back", async () => {
    const shop = await business(world, "noSetup");
    const first = String((await shop.subscription())?.id);
    await later();
    await world.buy("standard", { email: shop.email });
    await world.eventsApplied();
    const bought = await world.sayso.row(
      "SELECT id, customer FROM subscriptions WHERE email = ? AND client_id IS NULL",
      shop.email,
    );
    const path = `/api/admin/subscriptions/${bought?.id}/client`;
    const given = await call(world.sayso, "POST", path, {
      cookie: await world.admin(),
      body: { client_id: shop.id },
    });
    assert.equal(given.status, 200);
    assert.deepEqual(await living(bought?.customer), []);
    assert.equal(await taken(bought?.customer), 0);
    const row = await shop.row();
    assert.deepEqual(
      [row.subscription_id, row.plan_type, row.cancelled_at, row.status],
      [first, "no-setup", null, "active"],
    );
  });

  test("if the first subscription is unpaid the second one stays, and the first is ended (BIL11 INV60)", async () => {
    const shop = await business(world, "noSetup");
    const [charge] = (await world.api.charges.list({ customer: shop.customer })).data;
    await world.api.refunds.create({ charge: String(charge?.id), amount: 500 });
    world.stripe.declineNext(shop.customer);
    const monthEnd = (await shop.subscription())?.items.data[0]?.current_period_end ?? 0;
    await world.stripe.advanceTo(new Date((monthEnd + 2 * 3600) * 1000));
    await world.eventsApplied();
    assert.equal((await shop.billing()).state, "grace");
    const second = await subscribeBeside(shop);
    await world.eventsApplied();
    assert.deepEqual(await living(shop.customer), [second]);
    assert.equal((await shop.billing()).state, "active");
    assert.match((await secondEnded(shop)).text, /There was no money to refund/, "but for earlier");
  });

  test("BIL11 INV60 of two payers that one stays which goes on at Stripe, also where its rival's end was never heard of", async () => {
    const shop = await business(world, "noSetup");
    world.stripe.deliveries.hold();
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
    await later();
    await world.buy("noSetup", { email: shop.email });
    await world.stripe.deliveries.deliverInParallel(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    await world.eventsApplied();
    const [bought] = await world.sayso.rows(
      "SELECT id, customer FROM subscriptions WHERE email = ? AND client_id IS NULL",
      shop.email,
    );
    const given = await call(world.sayso, "POST", `/api/admin/subscriptions/${bought?.id}/client`, {
      cookie: await world.admin(),
      body: { client_id: shop.id },
    });
    assert.equal(given.status, 200);
    assert.deepEqual(await living(String(bought?.customer)), [bought?.id]);
    assert.equal(await taken(String(bought?.customer)), 3900);
    assert.equal((await shop.billing()).state, "active");
  });

  test("BIL11 INV60 a second subscription whose payment a bank has taken back is ended all the same", async () => {
    const shop = await business(world, "noSetup");
    const first = String((await shop.subscription())?.id);
    world.stripe.deliveries.hold();
    const second = await subscribeBeside(shop);
    const [charge] = (await world.api.charges.list({ customer: shop.customer })).data;
    const dispute = world.stripe.dispute(String(charge?.id));
    await world.stripe.deliveries.deliverInParallel(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    await world.eventsApplied();
    assert.deepEqual(await living(shop.customer), [first]);
    const mail = await secondEnded(shop);
    assert.match(mail.text, /has taken £39\.00 of it back/);
    assert.ok((await mailsOf(second)).includes(shop.email));
    // Decided for us, it is given back all the same.
    world.stripe.closeDispute(dispute.id, "won");
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 3900);
    await secondEnded(shop, /£39\.00 went back/);
  });

  test("a subscription that Stripe does not let us refund is ended, listed for the admins, and blocks no cancellation (BIL11 INV60)", async () => {
    const shop = await business(world, "noSetup");
    world.stripe.fault(
      { method: "POST", path: "/v1/refunds" },
      { answer: json({ error: { message: "Not permitted." } }, 403) },
      9,
    );
    const second = await subscribeBeside(shop);
    await world.eventsApplied();
    const waits = async () => {
      const page = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
      const { subscriptions } = (await page.json()) as Payments;
      return subscriptions.find(({ id }) => id === second)?.problem;
    };
    assert.match(String(await waits()), /its payment is being refunded/);
    assert.equal((await living(shop.customer)).includes(second), false);
    assert.equal(await cancel(shop), 200);
    assert.deepEqual(await mailsOf(second), [], "nobody is told that it went back");
    world.stripe.clearFaults();
    await world.sayso.schedule(new Date(Date.now() + 1.1 * DAY_MS), "*/10 * * * *");
    assert.equal(await waits(), undefined);
    assert.equal(await taken(shop.customer), 3900);
    assert.ok((await mailsOf(second)).length > 0);
  });

  test("BIL08 INV60 something else that a client pays as much for is no second plan: an admin says what it is", async () => {
    const shop = await business(world, "noSetup");
    await later();
    const product = await world.api.products.create({ name: "Photo editing" });
    const price = await world.api.prices.create({
      currency: "gbp",
      unit_amount: 2900,
      product: product.id,
      recurring: { interval: "month" },
    });
    const [method] = (await world.api.paymentMethods.list({ customer: shop.customer })).data;
    const made = await world.api.subscriptions.create({
      customer: shop.customer,
      default_payment_method: String(method?.id),
      items: [{ price: price.id }],
    });
    await world.eventsApplied();
    assert.equal((await living(shop.customer)).length, 2);
    assert.equal(await taken(shop.customer), 6800);
    const row = await world.sayso.row("SELECT problem, product FROM subscriptions WHERE id = ?", made.id);
    assert.deepEqual(
      [row?.problem, row?.product],
      ["It was made in Stripe, and we do not know its product.", product.id],
    );
    await world.api.subscriptions.cancel(made.id);
    await world.eventsApplied();
  });
});

describe("an end that ends everything", () => {
  test("BIL07 INV60 cancelling ends every subscription of the client, and a year later nothing was taken", async () => {
    const shop = await business(world, "noSetup");
    world.stripe.deliveries.hold();
    await subscribeBeside(shop);
    assert.equal(await cancel(shop), 200);
    world.stripe.deliveries.release();
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 3900);
    // Ends the other businesses' subscriptions: billing them would only take time.
    for (const { id, customer } of (await world.api.subscriptions.list({ limit: 100 })).data)
      if (customer !== shop.customer) await world.api.subscriptions.cancel(id);
    await later(366 * 86_400);
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 3900);
    assert.deepEqual(await living(shop.customer), []);
  });

  test("BIL07 INV60 a payment that failed is not tried again once the plan is cancelled, and every text says so", async () => {
    const shop = await business(world, "noSetup");
    world.stripe.declineNext(shop.customer);
    const monthEnd = (await shop.subscription())?.items.data[0]?.current_period_end ?? 0;
    await world.stripe.advanceTo(new Date((monthEnd + 2 * 3600) * 1000));
    await world.eventsApplied();
    const unpaid = await shop.billing();
    assert.equal(unpaid.state, "grace");
    assert.equal(await cancel(shop), 200);
    const billing = await shop.billing();
    assert.deepEqual([billing.state, billing.can_subscribe], ["cancelled", true]);
    const mail = await planCancelled(shop);
    assert.match(
      mail.text,
      /nothing more is charged for it\. Your record page works until .+, the portal until/,
    );
    assert.match(mail.text, /you can subscribe again/);
    await later(40 * 86_400);
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 3900, "the first month alone");
  });

  test("BIL07 INV60 cancelled within the hour before a month is charged, that month is not, and every text says so", async () => {
    const shop = await withDraft();
    const due = await shop.billing();
    assert.deepEqual(
      [due.state, due.subscription?.is_due, due.subscription?.next?.pence],
      ["active", true, 2900],
    );
    assert.match(String(due.subscription?.next?.discounts), /^£10\.00 off, until /);
    assert.equal(await cancel(shop), 200);
    assert.equal((await shop.billing()).state, "cancelled");
    assert.match((await planCancelled(shop)).text, /nothing more is charged for it/);
    await later(40 * 86_400);
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 3900, "the first month alone");
  });

  test("BIL07 BIL08 cancelled within that hour on Stripe's page the month is charged, and the mail says so", async () => {
    const shop = await withDraft();
    await world.api.subscriptions.update(String((await shop.subscription())?.id), {
      cancel_at_period_end: true,
    });
    await world.eventsApplied();
    const { subscription } = await shop.billing();
    assert.deepEqual(
      [subscription?.ends, subscription?.is_due, subscription?.next?.pence],
      [true, true, 2900],
    );
    await world.sayso.schedule(new Date());
    assert.match((await planCancelled(shop)).text, /You still pay for the current month/);
    await later(3600);
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 6800);
    const paid = (await shop.billing()).subscription;
    assert.deepEqual([paid?.is_due, paid?.next], [false, null]);
  });

  test("items waiting for the next invoice, such as a prorated upgrade, are not charged after cancelling (BIL07 INV60)", async () => {
    const shop = await business(world, "noSetup");
    const subscription = await shop.subscription();
    const prices = (await world.api.prices.list({ limit: 100 })).data;
    const other = prices.find(({ unit_amount: pence, recurring }) => pence === 2900 && recurring !== null);
    await world.api.invoiceItems.create({ customer: shop.customer, amount: 700, currency: "gbp" });
    await world.api.invoiceItems.create({ customer: shop.customer, amount: -100, currency: "gbp" });
    await world.api.subscriptions.update(String(subscription?.id), {
      items: [{ id: String(subscription?.items.data[0]?.id), price: String(other?.id) }],
      proration_behavior: "create_prorations",
    });
    await world.eventsApplied();
    const waits = async () =>
      (await world.api.invoiceItems.list({ customer: shop.customer, pending: true })).data.length;
    assert.equal(await waits(), 4);
    assert.equal(await cancel(shop), 200);
    assert.equal(await waits(), 1, "what was credited by hand stays");
    await later(40 * 86_400);
    await world.eventsApplied();
    assert.equal(await taken(shop.customer), 3900);
  });

  test("BIL07 INV60 a purchase with the client's own address that waits for an answer ends with the plan, and goes back", async () => {
    const shop = await business(world, "noSetup");
    for (const exists of [true, false]) {
      await later();
      if (!exists) world.stripe.deliveries.hold();
      await world.buy("noSetup", { email: shop.email });
      if (exists) await world.eventsApplied();
    }
    const { unanswered } = await shop.billing();
    assert.match(String(unanswered?.checkout_id), /^cs_/);
    assert.equal(await cancel(shop), 200);
    assert.match(
      (await planCancelled(shop)).text,
      /belonged to no business has ended too: £78\.00 went back/,
    );
    assert.equal((await shop.billing()).unanswered, null);
    assert.equal((await shop.ask("DELETE", "cancellation")).status, 200);
    await later();
    assert.equal(await cancel(shop), 200);
    const again = await until("the second mail", async () => {
      await runJobs(world.sayso, { mailsTo: shop.email });
      const [newest, ...earlier] = (await world.sayso.mails()).filter(
        ({ to, subject }) => [to].flat().includes(shop.email) && subject === "Your plan is cancelled",
      );
      return earlier.length > 0 && newest;
    });
    assert.doesNotMatch(again.text, /has ended too/, "that was another cancellation");
    world.stripe.deliveries.release();
    await world.eventsApplied();
    const customers = (await world.api.customers.list({ email: shop.email })).data.map(({ id }) => id);
    assert.equal(customers.length, 3);
    const sums = async () => (await Promise.all(customers.map(taken))).toSorted();
    assert.deepEqual(await sums(), [0, 0, 3900]);
    await later(62 * 86_400);
    assert.deepEqual(await sums(), [0, 0, 3900]);
    const desk = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
    const { subscriptions } = (await desk.json()) as Payments;
    assert.equal(
      subscriptions.some(({ email }) => email === shop.email),
      false,
    );
  });

  test("BIL07 INV60 a purchase that is to go back is nobody's any more, and goes back although Stripe failed to end it at first", async () => {
    const shop = await business(world, "noSetup");
    await later();
    const { checkout } = await world.purchase("noSetup", { email: shop.email });
    await world.eventsApplied();
    const bought = await world.sayso.row(
      "SELECT id, customer FROM subscriptions WHERE checkout_id = ?",
      checkout,
    );
    const id = String(bought?.id);
    world.stripe.fault({ method: "DELETE", path: `/v1/subscriptions/${id}` }, { answer: json({}, 500) }, 9);
    assert.equal(await cancel(shop), 502);
    const given = await call(world.sayso, "POST", `/api/admin/subscriptions/${id}/client`, {
      cookie: await world.admin(),
      body: { client_id: shop.id },
    });
    assert.deepEqual([given.status, (await given.json()).code], [409, "payment_decided"]);
    world.stripe.clearFaults();
    // Each run of the schedule reads some of the customers.
    await until("the daily reading has given it back", async () => {
      await world.sayso.schedule(new Date(Date.now() + 1.1 * DAY_MS), "*/10 * * * *");
      return (await taken(String(bought?.customer))) === 0;
    });
    assert.deepEqual(await living(String(bought?.customer)), []);
    assert.equal(await cancel(shop), 200);
  });

  test("BIL07 INV60 a plan is not called cancelled while Stripe has a subscription that goes on", async () => {
    const shop = await business(world, "noSetup");
    const id = String((await shop.subscription())?.id);
    // Stripe accepts the call and does nothing.
    world.stripe.fault({ method: "POST", path: `/v1/subscriptions/${id}` }, { answer: json({ id }) });
    assert.equal(await cancel(shop), 502);
    assert.equal((await shop.row()).cancelled_at, null);
    assert.equal(await cancel(shop), 200);
    assert.equal((await shop.subscription())?.cancel_at_period_end, true);
  });

  /** Calls to Stripe while a plan that is paid twice is cancelled, by their numbers: the most telling ones first. */
  const STEPS = [...new Set([12, 13, 23, ...Array(32).keys()])];

  for (const step of cases(3, STEPS))
    test(`INV60 killed as call ${step + 1} to Stripe is on its way, and asked again, it ends everything all the same`, async () => {
      const shop = await business(world, "noSetup");
      world.stripe.deliveries.hold();
      const second = await subscribeBeside(shop);
      const { promise: killed, resolve: go } = Promise.withResolvers<void>();
      const began = world.stripe.requests.length;
      if (step > 0) world.stripe.fault({}, { hold: Promise.resolve() }, step);
      world.stripe.fault({}, { hold: killed });
      let isAnswered = false;
      const answer = cancel(shop).then(
        () => (isAnswered = true),
        () => false,
      );
      await until(
        "the call, or the end",
        async () => isAnswered || world.stripe.requests.length > began + step,
      );
      await world.sayso.killRuntime();
      go();
      await answer;
      world.stripe.clearFaults();
      world.stripe.deliveries.release();
      assert.equal(await cancel(shop), 200);
      await world.eventsApplied();
      const paid = await taken(shop.customer);
      assert.ok(paid === 3900, `${paid} pence`);
      await later(62 * 86_400);
      assert.equal(await taken(shop.customer), paid);
      assert.deepEqual(await living(shop.customer), []);
      assert.ok((await mailsOf(second)).includes(shop.email));
    });
});
