// The redirect after a payment, and the link back to it.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Stripe } from "stripe";
import type { PaidCheckout } from "#api/generated/site.ts";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { mailTo } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());
beforeEach(() => world.sayso.change("DELETE FROM rate_limit_events"));

/** Buys a plan and waits until its events are applied. */
async function bought() {
  const purchase = await world.purchase();
  await world.eventsApplied();
  return purchase;
}

describe("the page that a payment leads back to", () => {
  const ask = async (id: string) => {
    const answer = await world.sayso.fetch(`/api/public/checkout/${id}`);
    const {
      plan,
      email,
      paid_pence: paid,
      next_pence: next,
      lines,
    } = (await answer.json()) as Partial<PaidCheckout>;
    return [answer.status, plan && { plan, email, paid, next, lines }] as const;
  };

  test("INV25 BIL08 it knows plan, address and what was paid for at once from Stripe, and from its own row once there is one", async () => {
    world.stripe.deliveries.hold();
    const { email, checkout } = await world.purchase();
    const expected = {
      plan: "standard",
      email,
      paid: 22_800,
      lines: [
        { text: "Plan, one month", pence: 2900 },
        { text: "Set-up", pence: 19_900 },
      ],
    };
    assert.deepEqual(await ask(checkout), [200, { ...expected, next: null }]);
    world.stripe.deliveries.release();
    await world.stripe.deliveries.deliverPending();
    await world.eventsApplied();
    const asked = world.stripe.requests.length;
    // An invoice has them in another order.
    const lines = expected.lines.toReversed();
    assert.deepEqual(await ask(checkout), [200, { ...expected, lines, next: 2900 }], "and what follows");
    assert.equal(world.stripe.requests.length, asked, "Stripe was not asked again");
  });

  test("INV25 an unpaid, an unknown and an impossible id are not found", async () => {
    const page = await fetch(world.links.standard.url);
    const open = page.url.split("/").at(-1) ?? "";
    assert.match(open, /^cs_/);
    const asked = world.stripe.requests.length;
    for (const id of ["cs_", "sub_1", "cs_a%2F..%2Fcustomers", `cs_${"a".repeat(300)}`])
      assert.equal((await ask(id))[0], 404, id);
    assert.equal(world.stripe.requests.length, asked, "what cannot be an id is not asked about");
    for (const id of [open, "cs_test_nobodys"]) assert.equal((await ask(id))[0], 404, id);
  });

  test("INV44 who asks too often for purchases that only Stripe knows has to wait, and others' rows are answered all the same", async () => {
    const { email, checkout } = await bought();
    for (let count = 0; count < 30; count += 1) assert.equal((await ask("cs_test_nobodys"))[0], 404);
    const refused = await world.sayso.fetch("/api/public/checkout/cs_test_nobodys");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    const [status, body] = await ask(checkout);
    assert.deepEqual([status, body && [body.email, body.paid]], [200, [email, 22_800]]);
  });

  test("INV25 while Stripe does not answer the page is told so", async () => {
    world.stripe.fault({ path: /^\/v1\/checkout\/sessions\// }, { refuse: "api_error" });
    const answer = await world.sayso.fetch("/api/public/checkout/cs_test_later");
    assert.deepEqual([answer.status, (await answer.json()).code], [502, "payments_away"]);
  });
});

describe("the way back to the set-up", () => {
  test("a buyer who closed the page finds it in a mail, one for each purchase (ONB01 BIL11)", async () => {
    const { email, checkout } = await bought();
    const mail = await mailTo(world.sayso, email);
    assert.equal(mail.subject, "Payment received: now set up your page");
    const link = `${world.sayso.origin}/onboarding?checkout=${checkout}`;
    assert.ok(mail.text.includes(link) && mail.html.includes(link));
    assert.match(mail.text, /Standard Plan/);
    await world.stripe.deliveries.deliver(
      world.stripe.deliveries.all().filter(({ type }) => type === "customer.subscription.created"),
    );
    await world.eventsApplied();
    const mails = await world.sayso.rows(
      "SELECT status FROM emails WHERE template = 'set_up' AND recipient = ?",
      email,
    );
    assert.equal(mails.length, 1);
  });

  test("each discount on the next payment is named with its own end, the customer's too (BIL08)", async () => {
    const shop = await business(world, "noSetup");
    const id = String((await shop.subscription())?.id);
    const off = async (amount: number, duration: Partial<Stripe.CouponCreateParams>) =>
      (await world.api.coupons.create({ amount_off: amount, currency: "gbp", ...duration })).id;
    const next = async () => {
      await world.eventsApplied();
      const found = (await shop.billing()).subscription?.next;
      return [
        found?.pence,
        found?.discounts.map((words) => words.replace(/\d\d [A-Z][a-z]{2} \d{4}/, "DAY")),
      ];
    };
    await world.api.subscriptions.update(id, {
      discounts: [
        { coupon: await off(300, { duration: "forever" }) },
        { coupon: await off(500, { duration: "repeating", duration_in_months: 2 }) },
        { coupon: await off(100, { duration: "once" }) },
      ],
    });
    assert.deepEqual(await next(), [
      3000,
      [
        "£3.00 off, for as long as the plan continues.",
        "£5.00 off, until DAY.",
        "£1.00 off, for this payment alone.",
      ],
    ]);
    // Customers of earlier days have discounts of their own; the present API makes none.
    const customer = world.stripe.store.get("customer", shop.customer);
    customer.discount = world.stripe.store.all("discount").find(({ end }) => end !== null)?.id ?? null;
    await world.api.subscriptions.deleteDiscount(id);
    assert.deepEqual(await next(), [3400, ["£5.00 off, until DAY."]]);
  });

  test("BIL08 the mail and the page say what was paid for, what is paid next and when, and the discount with its code and end", async () => {
    for (const [code, duration, end] of [
      ["PAT10", { duration: "forever" }, /for as long as the plan continues/],
      ["TWO10", { duration: "repeating", duration_in_months: 2 }, /until \d+ [A-Z][a-z]+ \d{4}/],
    ] as const) {
      const coupon = await world.api.coupons.create({ amount_off: 1000, currency: "gbp", ...duration });
      await world.api.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
      const email = await world.pay(`${world.links.standard.url}?prefilled_promo_code=${code}`);
      await world.eventsApplied();
      const row = await world.sayso.row("SELECT checkout_id FROM subscriptions WHERE email = ?", email);
      const answer = await world.sayso.fetch(`/api/public/checkout/${row?.checkout_id}`);
      const { discounts, next_at: at } = (await answer.json()) as PaidCheckout;
      assert.equal(discounts.length, 1);
      assert.ok(discounts[0]?.startsWith(`£10.00 off with the code ${code}, `), discounts[0]);
      assert.match(String(discounts[0]), end);
      const mail = await mailTo(world.sayso, email);
      const day = new Date(at ?? 0).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
      const next = `The next payment is £19.00, on ${day} (UTC). £10.00 off with the code ${code}, `;
      for (const part of [mail.text, mail.html]) {
        assert.ok(part.includes(next), part);
        assert.match(part, end);
        for (const amount of ["£199.00", "£29.00", "−£10.00", "£218.00"])
          assert.ok(part.includes(amount), amount);
      }
      assert.match(mail.text, /Plan, one month: £29\.00/);
      assert.match(mail.text, /Paid: £218\.00/);
    }
  });
});
