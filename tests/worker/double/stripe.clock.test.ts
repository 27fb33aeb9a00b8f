// The Stripe double's clock: renewals on the day of the month, retries, cancellations, and unpaid sessions.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import { addPeriods } from "../../support/doubles/stripe/period.ts";
import { nodeClient, pay, refusal } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble, type StripeOptions } from "../../support/doubles/stripe/stripe.ts";

const DAY = 86_400;
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const monthly = { interval: "month", interval_count: 1 } as const;

describe("the clock of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;
  const others: StripeDouble[] = [];

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    // 31 January of next year, so that the test does not depend on today.
    const year = new Date().getUTCFullYear() + 1;
    double.advanceTo(new Date(Date.UTC(year, 0, 31, 12)));
  });
  after(() => Promise.all([double, ...others].map((one) => one.close())));

  const subscribe = async (more: Partial<Stripe.SubscriptionCreateParams> = {}, client = stripe) => {
    const card = "pm_card_visa";
    const customer = await client.customers.create({
      payment_method: card,
      invoice_settings: { default_payment_method: card },
    });
    const price = await client.prices.create({
      currency: "gbp",
      unit_amount: 2900,
      recurring: { interval: "month" },
      product_data: { name: "Standard" },
    });
    return client.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], ...more });
  };
  const advanceBy = (days: number, of = double) => of.advanceTo(new Date((of.now() + days * DAY) * 1000));
  const invoicesOf = async ({ id }: Stripe.Subscription, client = stripe) =>
    (await client.invoices.list({ subscription: id, limit: 100 })).data.toReversed();

  it("keeps the day of the month: the 31st, the last of February, the 31st again", () => {
    const start = Date.UTC(2027, 0, 31) / 1000;
    const days = [1, 2, 3, 4, 13].map((periods) => day(addPeriods(start, monthly, periods)));
    assert.deepEqual(days, ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2028-02-29"]);
    assert.equal(day(addPeriods(start, { interval: "year", interval_count: 1 }, 1)), "2028-01-31");
  });

  it("renews a year of a subscription, each month with its invoice and charge; a repeating coupon ends in time", async () => {
    const coupon = await stripe.coupons.create({
      amount_off: 1000,
      currency: "gbp",
      duration: "repeating",
      duration_in_months: 3,
    });
    const made = await subscribe({ discounts: [{ coupon: coupon.id }] });
    const start = made.billing_cycle_anchor;
    double.advanceTo(new Date((addPeriods(start, monthly, 11) + 60) * 1000));
    const invoices = await invoicesOf(made);
    assert.equal(invoices.length, 12);
    assert.deepEqual(
      invoices.map(({ created }) => day(created)),
      invoices.map((_, month) => day(addPeriods(start, monthly, month))),
    );
    assert.deepEqual(
      invoices.map(({ total }) => total),
      [1900, 1900, 1900, ...Array.from({ length: 9 }, () => 2900)],
    );
    assert.ok(invoices.every(({ status, number }) => status === "paid" && number));
    assert.equal(new Set(invoices.map(({ number }) => number)).size, 12);
    const now = await stripe.subscriptions.retrieve(made.id);
    assert.equal(now.items.data[0]?.current_period_end, addPeriods(start, monthly, 12));
  });

  it("takes a coupon off the first invoice, off some, or off all, as it says (BIL12)", async () => {
    const totals: Record<string, number[]> = {};
    const made: [string, Stripe.Subscription][] = [];
    for (const [duration, months] of [
      ["once", undefined],
      ["repeating", 2],
      ["forever", undefined],
    ] as const) {
      const coupon = await stripe.coupons.create({
        percent_off: 50,
        duration,
        ...(months && { duration_in_months: months }),
      });
      made.push([duration, await subscribe({ discounts: [{ coupon: coupon.id }] })]);
    }
    const start = made[0]?.[1].billing_cycle_anchor ?? 0;
    const ahead = await stripe.invoices.createPreview({ subscription: made[0]?.[1].id ?? "" });
    assert.equal(ahead.total, 2900, "a coupon that holds once is used up by the second invoice");
    double.advanceTo(new Date((addPeriods(start, monthly, 2) + 60) * 1000));
    for (const [duration, one] of made) totals[duration] = (await invoicesOf(one)).map(({ total }) => total);
    assert.deepEqual(totals, {
      once: [1450, 2900, 2900],
      repeating: [1450, 1450, 2900],
      forever: [1450, 1450, 1450],
    });
    const held = await Promise.all(made.map(([, { id }]) => stripe.subscriptions.retrieve(id)));
    assert.deepEqual(
      held.map(({ discounts }) => discounts.length),
      [0, 0, 1],
    );
  });

  it("expires a session when it says, and refuses a time that is too near or too far (BIL12)", async () => {
    const price = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 1500,
      product_data: { name: "Credits" },
    });
    const open = (seconds: number) =>
      stripe.checkout.sessions.create({
        mode: "payment",
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: "https://sayso.example/welcome",
        expires_at: double.now() + seconds,
      });
    assert.equal((await refusal(open(60))).param, "expires_at");
    assert.equal((await refusal(open(DAY + 60))).param, "expires_at");
    const session = await open(3600);
    double.advanceTo(new Date((session.expires_at - 1) * 1000));
    assert.equal((await fetch(session.url ?? "")).status, 200);
    double.advanceTo(new Date(session.expires_at * 1000));
    const late = await pay(session.url ?? "");
    assert.equal(late.status, 410);
    assert.match(await late.text(), /This page has expired/);
    const held = await stripe.checkout.sessions.retrieve(session.id);
    assert.deepEqual(
      [held.status, held.payment_status, held.url, held.payment_intent],
      ["expired", "unpaid", null, null],
    );
    assert.equal((await refusal(stripe.checkout.sessions.expire(session.id))).statusCode, 400);
  });

  it("tries a failed renewal again after 1, 3, 5 and 7 days, and then cancels", async () => {
    const made = await subscribe();
    const method = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: made.customer as string,
    });
    await stripe.subscriptions.update(made.id, { default_payment_method: method.id });
    double.advanceTo(new Date((made.items.data[0]?.current_period_end ?? 0) * 1000));
    const failed = (await invoicesOf(made)).at(-1);
    assert.ok(failed);
    const days: number[] = [];
    let { next_payment_attempt: next } = failed;
    assert.equal((await stripe.subscriptions.retrieve(made.id)).status, "past_due");
    while (next !== null) {
      days.push((next - failed.created) / DAY);
      double.advanceTo(new Date(next * 1000));
      ({ next_payment_attempt: next } = await stripe.invoices.retrieve(failed.id));
    }
    assert.deepEqual(days, [1, 3, 5, 7]);
    const ended = await stripe.subscriptions.retrieve(made.id);
    assert.deepEqual([ended.status, ended.cancellation_details?.reason], ["canceled", "payment_failed"]);
    assert.equal((await stripe.invoices.retrieve(failed.id)).attempt_count, 5);
    assert.equal(
      ((await stripe.customers.retrieve(made.customer as string)) as Stripe.Customer).delinquent,
      true,
    );
  });

  it("recovers where a new card is kept in time, and leaves unpaid what it is told not to cancel", async () => {
    const made = await subscribe();
    double.declineNext(made.customer as string);
    double.advanceTo(new Date((made.items.data[0]?.current_period_end ?? 0) * 1000));
    assert.equal((await stripe.subscriptions.retrieve(made.id)).status, "past_due");
    advanceBy(2);
    assert.equal((await stripe.subscriptions.retrieve(made.id)).status, "active");
    assert.deepEqual(
      (await invoicesOf(made)).map(({ status, attempt_count }) => [status, attempt_count]),
      [
        ["paid", 1],
        ["paid", 2],
      ],
    );

    const lenient = await startStripe({ afterRetries: "unpaid" } satisfies StripeOptions);
    others.push(lenient);
    const client = nodeClient(lenient);
    const unpaid = await subscribe({}, client);
    const { id } = await client.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: unpaid.customer as string,
    });
    await client.subscriptions.update(unpaid.id, { default_payment_method: id });
    advanceBy(40, lenient);
    assert.equal((await client.subscriptions.retrieve(unpaid.id)).status, "unpaid");
    await client.invoices.pay((await invoicesOf(unpaid, client)).at(-1)?.id ?? "", {
      payment_method: "pm_card_visa",
    });
    assert.equal((await client.subscriptions.retrieve(unpaid.id)).status, "active");
  });

  it("ends what was cancelled at the end of its period, a trial, and what was never paid", async () => {
    const leaving = await subscribe();
    await stripe.subscriptions.update(leaving.id, { cancel_at_period_end: true });
    const dated = await subscribe();
    await stripe.subscriptions.update(dated.id, { cancel_at: dated.items.data[0]?.current_period_end ?? 0 });
    const trial = await subscribe({ trial_period_days: 14 });
    assert.deepEqual([trial.status, trial.trial_end], ["trialing", trial.created + 14 * DAY]);
    advanceBy(15);
    const begun = await stripe.subscriptions.retrieve(trial.id);
    assert.deepEqual(
      [begun.status, (await invoicesOf(begun)).map(({ total }) => total)],
      ["active", [0, 2900]],
    );
    advanceBy(17);
    const ended = await stripe.subscriptions.retrieve(leaving.id);
    assert.deepEqual([ended.status, ended.ended_at], ["canceled", leaving.items.data[0]?.current_period_end]);
    assert.equal((await invoicesOf(leaving)).length, 1);
    assert.equal((await stripe.subscriptions.retrieve(dated.id)).status, "canceled");
    assert.equal((await invoicesOf(dated)).length, 1);

    const customer = await stripe.customers.create({ payment_method: "pm_card_chargeCustomerFail" });
    const { data } = await stripe.paymentMethods.list({ customer: customer.id });
    const incomplete = await subscribe({ customer: customer.id, default_payment_method: data[0]?.id ?? "" });
    assert.equal(incomplete.status, "incomplete");
    advanceBy(1);
    assert.equal((await stripe.subscriptions.retrieve(incomplete.id)).status, "incomplete_expired");
    assert.equal((await invoicesOf(incomplete))[0]?.status, "void");
  });

  it("bills the rest of a period at a new price with the next invoice, and expires sessions after 24 hours", async () => {
    const made = await subscribe();
    const [item] = made.items.data;
    assert.ok(item);
    const dearer = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 3900,
      recurring: { interval: "month" },
      product_data: { name: "Other" },
    });
    const half = (item.current_period_start + item.current_period_end) / 2;
    double.advanceTo(new Date(half * 1000));
    await stripe.subscriptions.update(made.id, { items: [{ id: item.id, price: dearer.id }] });
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: dearer.id, quantity: 1 }],
      success_url: "https://sayso.example/welcome",
    });
    double.advanceTo(new Date((session.created + DAY - 5) * 1000));
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, "open");
    double.advanceTo(new Date((session.created + DAY) * 1000));
    assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, "expired");
    const expired = await stripe.events.list({ type: "checkout.session.expired" });
    assert.equal((expired.data[0]?.data.object as Stripe.Checkout.Session | undefined)?.id, session.id);
    double.advanceTo(new Date(item.current_period_end * 1000));
    const amounts = (await invoicesOf(made)).at(-1)?.lines.data.map(({ amount }) => amount);
    assert.deepEqual(
      amounts?.toSorted((a, b) => a - b),
      [-1450, 1950, 3900],
    );
  });
});
