// The Stripe double's pages, used like a buyer's browser: forms are submitted as rendered.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stripe } from "stripe";
import { CARDS, earlier, nodeClient, pay } from "../../support/doubles/stripe/node-client.ts";
import { startStripe, type StripeDouble } from "../../support/doubles/stripe/stripe.ts";

const plain = (page: string) => page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

describe("the pages of the Stripe double", () => {
  let double: StripeDouble;
  let stripe: Stripe;
  let link: Stripe.PaymentLink;

  before(async () => {
    double = await startStripe();
    stripe = nodeClient(double);
    const plan = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 2900,
      recurring: { interval: "month" },
      product_data: { name: "Standard" },
    });
    const setUp = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 19_900,
      product_data: { name: "Set-up" },
    });
    link = await stripe.paymentLinks.create({
      line_items: [
        { price: plan.id, quantity: 1 },
        { price: setUp.id, quantity: 1 },
      ],
      allow_promotion_codes: true,
      after_completion: {
        type: "redirect",
        redirect: { url: "https://sayso.example/onboarding?session={CHECKOUT_SESSION_ID}" },
      },
      subscription_data: { metadata: { plan: "standard" } },
      metadata: { plan: "standard" },
    });
    const coupon = await stripe.coupons.create({
      amount_off: 1000,
      currency: "gbp",
      duration: "forever",
      applies_to: { products: [plan.product as string] },
    });
    await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "ANN10" });
  });
  after(() => double.close());

  const post = (address: string, fields: Record<string, string>) =>
    fetch(address, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const sessionOf = (response: Response) =>
    new URL(response.headers.get("location") ?? "").searchParams.get("session") ?? "";
  const portalOf = async (customer: string) =>
    (await stripe.billingPortal.sessions.create({ customer, return_url: "https://sayso.example/client" }))
      .url;

  it("sell by a payment link: reference, prefilled code and email, set-up once, the plan from then on", async () => {
    const query =
      "?client_reference_id=ref_ann&prefilled_email=bea%40shop.example&prefilled_promo_code=ann10";
    const page = await fetch(`${link.url}${query}`);
    const text = await page.text();
    for (const words of [
      "Test payments. No money moves.",
      "Standard per month £29.00",
      "Set-up £199.00",
      "Discount ANN10 −£10.00",
      "Total today £218.00",
      "Then £19.00 per month, until you cancel.",
      "Subscribe and pay £218.00",
    ])
      assert.ok(plain(text).includes(words), words);
    assert.match(text, /value="bea@shop\.example"/);
    const response = await pay(page.url);
    assert.equal(response.status, 303);
    const session = await stripe.checkout.sessions.retrieve(sessionOf(response), {
      expand: ["line_items", "invoice", "subscription.discounts"],
    });
    assert.deepEqual(
      [
        session.status,
        session.payment_status,
        session.client_reference_id,
        session.payment_link,
        session.metadata,
      ],
      ["complete", "paid", "ref_ann", link.id, { plan: "standard" }],
    );
    assert.deepEqual(
      [session.amount_subtotal, session.amount_total, session.total_details?.amount_discount],
      [22_800, 21_800, 1000],
    );
    assert.equal(session.customer_details?.email, "buyer@shop.example");
    assert.deepEqual(
      session.line_items?.data.map(({ amount_total: total }) => total),
      [1900, 19_900],
    );
    assert.ok(session.discounts?.[0]?.promotion_code);
    const { total, hosted_invoice_url: hosted, invoice_pdf: pdf } = session.invoice as Stripe.Invoice;
    assert.equal(total, 21_800);
    const subscription = session.subscription as Stripe.Subscription;
    assert.deepEqual(subscription.metadata, { plan: "standard" });
    assert.equal(
      (subscription.discounts[0] as Stripe.Discount).promotion_code,
      session.discounts?.[0]?.promotion_code,
    );
    const invoicePage = plain(await (await fetch(hosted ?? "")).text());
    assert.match(invoicePage, /Paid .* Set-up £199.00 .* Discount -£10.00 Total £218.00/);
    assert.match(await (await fetch(pdf ?? "")).text(), /^%PDF-1.4/);
    const old = await earlier(stripe, `/v1/checkout/sessions/${session.id}`);
    assert.deepEqual([old.ui_mode, old.amount_total], ["hosted", 21_800]);

    double.advanceTo(new Date(((subscription.items.data[0]?.current_period_end ?? 0) + 1) * 1000));
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    assert.deepEqual([renewal?.total, renewal?.billing_reason], [1900, "subscription_cycle"]);
    assert.equal(
      (await pay(`${double.url}/pay/${session.id}`)).status,
      200,
      "a paid session is not paid again",
    );
    assert.equal((await stripe.invoices.list({ subscription: subscription.id })).data.length, 2);
  });

  it("say in place what is wrong with a card, an email or a code, and let the buyer try again", async () => {
    const { url } = await fetch(`${link.url}?client_reference_id=not%20allowed`);
    const expectAlert = async (fields: Record<string, string>, words: string) => {
      const response = await pay(url, fields);
      assert.equal(response.status, 402);
      const text = await response.text();
      assert.ok(text.includes(words.replaceAll("'", "&#39;")), words);
      assert.match(text, /role="alert"/);
      assert.match(text, /aria-invalid="true"/);
    };
    await expectAlert({ number: CARDS.declined }, "Your card was declined.");
    await expectAlert({ number: CARDS.noFunds }, "Your card has insufficient funds.");
    await expectAlert({ number: CARDS.failsLater }, "Your card was declined.");
    await expectAlert({ number: "1234" }, "Your card number is incorrect.");
    await expectAlert({ expiry: "01 / 20" }, "Your card's expiration year is invalid.");
    await expectAlert({ expiry: "soon" }, "Your card's expiration date is incomplete.");
    await expectAlert({ cvc: "x" }, "Your card's security code is invalid.");
    await expectAlert({ email: "bea" }, "Your email is incomplete.");
    await expectAlert({ action: "apply", code: "NONE" }, "This code is invalid.");
    const text = await (await pay(url, { number: CARDS.declined, name: '"><b>' })).text();
    assert.ok(!text.includes('"><b>'), "what was typed is escaped");
    assert.ok(
      plain(await (await post(url, { action: "apply", code: "ANN10" })).text()).includes(
        "Total today £218.00",
      ),
    );
    assert.ok(plain(await (await post(url, { action: "remove" })).text()).includes("Total today £228.00"));
    const failed = await stripe.events.list({ type: "payment_intent.payment_failed" });
    assert.equal(failed.data.length, 4);
    const session = await stripe.checkout.sessions.retrieve(
      sessionOf(await pay(url, { number: CARDS.mastercard })),
    );
    assert.deepEqual([session.client_reference_id, session.amount_total], [null, 22_800]);
  });

  it("sell no more by a deactivated link, and say so in the seller's words (BIL12)", async () => {
    const count = async () =>
      (await stripe.checkout.sessions.list({ payment_link: link.id, limit: 100 })).data.length;
    const { url: opened } = await fetch(link.url);
    const { url: left } = await fetch(link.url);
    const sessions = await count();
    const off = await stripe.paymentLinks.update(link.id, { active: false });
    assert.deepEqual([off.active, off.inactive_message], [false, null]);
    const shown = async () => {
      const page = await fetch(link.url);
      return [page.status, page.url, plain(await page.text())] as const;
    };
    const [status, url, text] = await shown();
    assert.deepEqual([status, url], [410, link.url], "nobody is led to a payment page");
    assert.match(text, /This link is no longer active/);
    await stripe.paymentLinks.update(link.id, { inactive_message: "We sell at <shop.example> now." });
    assert.match((await shown())[2], /We sell at &#60;shop\.example&#62; now\./);
    assert.equal((await pay(link.url)).status, 410);
    assert.equal(await count(), sessions, "no session was opened");
    assert.deepEqual((await stripe.paymentLinks.list({ active: true })).data, []);

    assert.equal((await pay(opened)).status, 303, "who was on the page already can pay");
    await stripe.checkout.sessions.expire(left.split("/").at(-1) ?? "");
    const expired = await (await fetch(left)).text();
    assert.doesNotMatch(expired, /Start again/);
    const unset = await stripe.paymentLinks.update(link.id, { inactive_message: "", active: true });
    assert.deepEqual([unset.active, unset.inactive_message], [true, null]);
    assert.equal((await fetch(link.url)).status, 200);
    assert.match(await (await fetch(left)).text(), /Start again/);
  });

  it("let the customer change the card, pay what is open, cancel and stay, in the portal", async () => {
    const session = await stripe.checkout.sessions.retrieve(sessionOf(await pay(link.url)));
    const [customer, subscription] = [session.customer as string, session.subscription as string];
    const held = () => stripe.subscriptions.retrieve(subscription);
    const portal = await portalOf(customer);
    const shown = async () => plain(await (await fetch(portal)).text());
    assert.match(await shown(), /Standard £29.00 per month Renews on .* Visa ending in 4242/);

    const number = CARDS.failsLater;
    assert.equal((await post(portal, { action: "card", number, expiry: "11/41", cvc: "123" })).status, 303);
    double.advanceTo(new Date(((await held()).items.data[0]?.current_period_end ?? 0) * 1000));
    assert.equal((await held()).status, "past_due");
    assert.match(await shown(), /The last payment failed.* open Pay now/);
    const [open] = (await stripe.invoices.list({ customer, status: "open" })).data;
    const refused = await post(portal, { action: "pay", invoice: open?.id ?? "" });
    assert.deepEqual(
      [refused.status, (await refused.text()).includes("Your card was declined.")],
      [402, true],
    );
    const declined = await post(portal, {
      action: "card",
      number: CARDS.declined,
      expiry: "11/41",
      cvc: "123",
    });
    assert.equal(declined.status, 402);
    await post(portal, { action: "card", number: CARDS.mastercard, expiry: "11/41", cvc: "123" });
    const paid = await post(portal, { action: "pay", invoice: open?.id ?? "" });
    assert.ok(
      plain(await (await fetch(new URL(paid.headers.get("location") ?? "", portal))).text()).includes(
        "The invoice was paid.",
      ),
    );
    assert.equal((await held()).status, "active");
    assert.match(await shown(), /Mastercard ending in 4444/);

    await post(portal, { action: "cancel", subscription });
    assert.equal((await held()).cancel_at_period_end, true);
    assert.match(await shown(), /Ends on .* Do not cancel/);
    await post(portal, { action: "resume", subscription });
    assert.deepEqual([(await held()).cancel_at_period_end, (await held()).canceled_at], [false, null]);
    const other = await stripe.customers.create({ name: "Other" });
    await post(await portalOf(other.id), { action: "cancel", subscription });
    assert.equal((await held()).cancel_at_period_end, false, "nobody else's subscription");
    assert.equal((await fetch(`${double.url}/portal/guessed`)).status, 404);
  });

  it("pay an open invoice on its own page, once with a one-off link, and by the test controls move on", async () => {
    const session = await stripe.checkout.sessions.retrieve(sessionOf(await pay(link.url)));
    const subscription = session.subscription as string;
    const controls = (action: string, more: Record<string, string> = {}) =>
      post(`${double.url}/`, { action, subscription, ...more });
    await controls("fail");
    assert.match(plain(await (await fetch(double.url)).text()), /£29.00 active next payment fails/);
    await controls("month");
    assert.equal((await stripe.subscriptions.retrieve(subscription)).status, "past_due");
    const [open] = (await stripe.invoices.list({ subscription, status: "open" })).data;
    await post(open?.hosted_invoice_url ?? "", { number: CARDS.works, expiry: "11/41", cvc: "123" });
    assert.equal((await stripe.subscriptions.retrieve(subscription)).status, "active");
    const charges = async () =>
      (await stripe.charges.list({ customer: session.customer as string })).data.filter(({ paid }) => paid);
    const [last, first] = await charges();
    await controls("refund", { charge: last?.id ?? "" });
    await controls("dispute", { charge: first?.id ?? "" });
    assert.equal((await post(`${double.url}/`, { action: "refund", charge: first?.id ?? "" })).status, 400);
    assert.deepEqual(
      (await charges()).map(({ refunded, disputed }) => [refunded, disputed]),
      [
        [true, false],
        [false, true],
      ],
    );
    const [disputed] = (await stripe.disputes.list({ charge: first?.id ?? "" })).data;
    await controls("lost", { dispute: disputed?.id ?? "" });
    assert.equal((await stripe.disputes.retrieve(disputed?.id ?? "")).status, "lost");
    await controls("cancel");
    assert.equal((await stripe.subscriptions.retrieve(subscription)).status, "canceled");
    assert.match(
      plain(await (await fetch(double.url)).text()),
      /buyer@shop.example Standard, £29.00 canceled/,
    );

    const topUp = await stripe.prices.create({
      currency: "gbp",
      unit_amount: 1500,
      product_data: { name: "Credits" },
    });
    const oneOff = await stripe.paymentLinks.create({ line_items: [{ price: topUp.id, quantity: 2 }] });
    const page = await fetch(oneOff.url);
    assert.match(plain(await page.text()), /Credits × 2 £30.00 Total today £30.00/);
    const done = await pay(page.url, { number: CARDS.disputed });
    assert.match(plain(await done.text()), /Thank you/);
    const [bought] = (await stripe.checkout.sessions.list({ payment_link: oneOff.id })).data;
    assert.deepEqual(
      [bought?.mode, bought?.status, bought?.customer, bought?.invoice],
      ["payment", "complete", null, null],
    );
    const [dispute] = (await stripe.disputes.list({ payment_intent: bought?.payment_intent as string })).data;
    assert.deepEqual([dispute?.reason, dispute?.amount], ["fraudulent", 3000]);
  });
});
