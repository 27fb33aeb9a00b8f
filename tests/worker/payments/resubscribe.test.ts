// Subscribing again, and several subscriptions of one client.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Billing, PaymentPage } from "#api/generated/billing.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { call } from "../../support/people/owner/users.ts";
import { runJobs, until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const DAY_MS = 86_400_000;

describe("BIL11 subscribing again", () => {
  test("starts the 14 days when a subscription ends, and keeps everything if the client resubscribes within them (BIL11 RET03)", async () => {
    const shop = await business(world, "noSetup");
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.eventsApplied();
    const ended = await shop.row();
    assert.ok(ended.cancelled_at && ended.cancelled_at <= Date.now());
    const refused = await shop.ask("DELETE", "cancellation");
    assert.deepEqual([refused.status, (await refused.json()).code], [409, "plan_ended"]);
    assert.equal((await shop.billing()).can_subscribe, true);

    const page = await shop.ask("POST", "subscription");
    assert.equal(page.status, 200);
    const { url } = await page.json();
    await world.pay(url, { email: shop.email });
    await world.eventsApplied();
    const again = await shop.row();
    assert.deepEqual(
      [again.cancelled_at, again.status, again.custom_slug, again.plan_type],
      [null, "active", ended.custom_slug, "no-setup"],
    );
    assert.notEqual(again.subscription_id, ended.subscription_id);
    assert.equal((await world.api.customers.list({ email: shop.email })).data.length, 1, "the same customer");
    const twice = await shop.ask("POST", "subscription");
    assert.deepEqual([twice.status, (await twice.json()).code], [409, "already_subscribed"]);
    assert.deepEqual(await shop.states(), ["cancelled", "active"]);
  });

  test("a referred client keeps the discount with the next subscription, and an admin sees the referrer (BIL08 BIL09)", async () => {
    const coupon = await world.api.coupons.create({ amount_off: 1000, currency: "gbp", duration: "forever" });
    await world.api.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      code: "CLARA",
    });
    const page = `${world.links.standard.url}?client_reference_id=CLARA&prefilled_promo_code=CLARA`;
    const email = await world.pay(page);
    await world.eventsApplied();
    const client = await world.client(email);
    const cookie = await world.owner(String(client?.id));
    const ask = (as: string, method: string, path: string) =>
      call(world.sayso, method, `/api/client/${client?.id}/${path}`, { cookie: as });
    const payments = async () =>
      ((await (await ask(cookie, "GET", "payments")).json()) as PaymentPage).entries;
    const [customer] = (await world.api.customers.list({ email })).data;
    const bought = (await (await ask(await adminCookie(world.sayso), "GET", "billing")).json()) as Billing;
    assert.deepEqual(bought.referral, {
      code: "CLARA",
      discounted: true,
      stripe_customer_id: customer?.id,
      first_payment_at: (await payments())[0]?.paid_at,
    });
    const own = (await (await ask(cookie, "GET", "billing")).json()) as Billing;
    assert.equal(own.referral, null);
    assert.deepEqual(
      own.subscription?.next,
      {
        at: own.subscription?.paid_until,
        pence: 1900,
        discounts: ["£10.00 off with the code CLARA, for as long as the plan continues."],
      },
      "the next payment shown is what Stripe charges",
    );

    const subscriptions = () =>
      world.api.subscriptions.list({ customer: String(customer?.id), status: "all" });
    await world.api.subscriptions.cancel(String((await subscriptions()).data[0]?.id));
    await world.eventsApplied();
    const { url } = await (await ask(cookie, "POST", "subscription")).json();
    await world.pay(url, { email });
    await world.eventsApplied();
    const again = (await (await ask(await adminCookie(world.sayso), "GET", "billing")).json()) as Billing;
    assert.equal(again.state, "active");
    const mail = await until("the mail", async () => {
      await runJobs(world.sayso, { mailsTo: email });
      return (await world.sayso.mails()).find(
        ({ to, subject }) => [to].flat().includes(email) && subject === "Your plan continues",
      );
    });
    assert.match(
      mail.text,
      /is active\. £19\.00 has been paid\. The next payment of £19\.00 is taken on \d+ \w+ \d{4} \(UTC\)\./,
    );
    // Both may fall in the same second, the resolution of Stripe's times.
    const paid = (await payments()).toSorted((one, other) => other.amount_pence - one.amount_pence);
    assert.deepEqual(
      paid.map(({ amount_pence, lines }) => [amount_pence, lines.at(-1)]),
      [
        [21_800, { text: "Discount", pence: -1000 }],
        [1900, { text: "Discount", pence: -1000 }],
      ],
    );
    assert.deepEqual(again.referral, bought.referral, "the first purchase counts");
  });

  test("ignores a one-month or expired code; the payment page accepts another (BIL08)", async () => {
    const coupon = await world.api.coupons.create({ amount_off: 500, currency: "gbp", duration: "once" });
    const code = await world.api.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      code: "ONEMONTH",
    });
    const email = await world.pay(`${world.links.noSetup.url}?prefilled_promo_code=ONEMONTH`);
    await world.eventsApplied();
    const client = await world.client(email);
    const cookie = await world.owner(String(client?.id));
    const billing = await call(world.sayso, "GET", `/api/client/${client?.id}/billing`, { cookie });
    const next = ((await billing.json()) as Billing).subscription?.next;
    assert.deepEqual([next?.pence, next?.discounts], [3900, []], "the discount was the first month's");
    const [customer] = (await world.api.customers.list({ email })).data;
    const [subscription] = (await world.api.subscriptions.list({ customer: String(customer?.id) })).data;
    await world.api.subscriptions.cancel(String(subscription?.id));
    await world.eventsApplied();
    const full = async () => {
      const answer = await call(world.sayso, "POST", `/api/client/${client?.id}/subscription`, { cookie });
      assert.equal(answer.status, 200);
      const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
      return [session?.amount_total, session?.allow_promotion_codes];
    };
    assert.deepEqual(await full(), [3900, true]);
    await world.api.promotionCodes.update(code.id, { active: false });
    assert.deepEqual(await full(), [3900, true]);
  });

  test("reopens a closed client that resubscribes, but not one that an admin suspended (BIL11)", async () => {
    const shop = await business(world);
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.eventsApplied();
    for (const days of [0, 7.01, 13.01, 14.02])
      await world.sayso.schedule(new Date(Date.now() + days * DAY_MS));
    const closed = await shop.row();
    assert.deepEqual([closed.status, closed.suspended_by_plan], ["suspended", 1]);
    assert.equal((await shop.states()).at(-1), "ended");
    const { url } = await (
      await call(world.sayso, "POST", `/api/client/${shop.id}/subscription`, {
        cookie: await adminCookie(world.sayso),
      })
    ).json();
    await world.pay(url, { email: shop.email });
    await world.eventsApplied();
    assert.deepEqual([(await shop.row()).status, (await shop.row()).cancelled_at], ["active", null]);

    await world.sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", shop.id);
    await world.api.subscriptions.update(String((await shop.subscription())?.id), { metadata: { a: "b" } });
    await world.eventsApplied();
    assert.equal((await shop.row()).status, "suspended");
  });

  test("expires an open payment page when an admin suspends its business (BIL11)", async () => {
    const shop = await business(world);
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.eventsApplied();
    const { url } = await (await shop.ask("POST", "subscription")).json();
    const cookie = await adminCookie(world.sayso);
    const body = { status: "suspended", loaded: "active" };
    const suspended = await call(world.sayso, "POST", `/api/admin/clients/${shop.id}/status`, {
      cookie,
      body,
    });
    assert.equal(suspended.status, 200);
    const customer = String((await shop.subscription())?.customer);
    const { data } = await world.api.checkout.sessions.list({ customer });
    assert.equal(data.find((session) => session.mode === "subscription")?.status, "expired");
    await assert.rejects(world.pay(url, { email: shop.email }));
  });
});

describe("subscriptions whose event was lost, and first subscriptions (BIL11)", () => {
  test("finds a new subscription whose events were lost before it deletes data (INV23 BIL11)", async () => {
    const shop = await business(world);
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.eventsApplied();
    const { url } = await (await shop.ask("POST", "subscription")).json();
    world.stripe.deliveries.hold();
    await world.pay(url, { email: shop.email });
    world.stripe.deliveries.drop(world.stripe.deliveries.undelivered());
    world.stripe.deliveries.release();
    assert.ok((await shop.row()).cancelled_at);
    await world.sayso.schedule(new Date(), "*/10 * * * *");
    assert.equal((await shop.row()).cancelled_at, null);
  });

  test("a client created by an admin gets a month of credits with its first card payment (BIL11)", async () => {
    const client = await addClient(world.sayso, { credits_remaining: 0 });
    const cookie = await world.owner(client.id);
    const { url } = await (
      await call(world.sayso, "POST", `/api/client/${client.id}/subscription`, { cookie })
    ).json();
    await world.pay(url, { email: client.email });
    await world.eventsApplied();
    const paid = await world.client(client.email);
    assert.deepEqual([paid?.credits_remaining, paid?.status], [50, "active"]);
    const ledger = await world.sayso.rows(
      "SELECT reason, amount FROM credit_ledger WHERE client_id = ? ORDER BY seq DESC LIMIT 1",
      client.id,
    );
    assert.deepEqual(ledger, [{ reason: "renewal", amount: 50 }]);
  });
});
