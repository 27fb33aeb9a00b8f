// Payments that match no plan: admins are notified, and they add no credits, but their effects on an existing plan
// count.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Payments } from "#api/generated/billing.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { runJobs, until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
let admin: { email: string; cookie: string };
before(async () => {
  world = await startPaymentWorld();
  const user = await addUser(world.sayso, { roles: ["admin"] });
  admin = { email: user.email, cookie: await signIn(world.sayso, user, "admin") };
});
after(() => world.close());

const recurring = async (amount: number, currency = "gbp", interval: "month" | "year" = "month") => {
  const product_data = { name: "Another plan" };
  const every = { recurring: { interval } };
  return (await world.api.prices.create({ currency, unit_amount: amount, product_data, ...every })).id;
};

/** Sells a business something else from now on. */
async function reprice(
  shop: Awaited<ReturnType<typeof business>>,
  proration: "always_invoice" | "none",
  amount = 4900,
) {
  const subscription = await shop.subscription();
  const [item] = subscription?.items.data ?? [];
  await world.api.subscriptions.update(String(subscription?.id), {
    items: [{ id: String(item?.id), price: await recurring(amount) }],
    proration_behavior: proration,
  });
  await world.eventsApplied();
}

const listing = async () => {
  const answer = await call(world.sayso, "GET", "/api/admin/payments", { cookie: admin.cookie });
  return (await answer.json()) as Payments;
};
/** Number of emails to the admin about a pending payment. */
const mailsAbout = async (id: string) =>
  (
    await world.sayso.rows(
      "SELECT 1 FROM emails WHERE template = 'payment_waits' AND recipient = ? AND substr(subject_id, 1, ?) = ?",
      admin.email,
      id.length,
      id,
    )
  ).length;
const waiting = async (email: string) =>
  (await listing()).subscriptions.find((found) => found.email === email);

describe("BIL11 a subscription that fits a plan no more", () => {
  test("BIL07 BIL11 can be cancelled, kept, and ends with its mails and its 14 days", async () => {
    const shop = await business(world);
    await reprice(shop, "none");
    assert.match((await waiting(shop.email))?.problem ?? "", /No plan costs £49\.00 a month/);
    const cancelled = await shop.ask("POST", "cancellation");
    assert.equal(cancelled.status, 200);
    assert.ok(Number((await shop.row()).cancelled_at) > Date.now());
    assert.equal((await shop.ask("DELETE", "cancellation")).status, 200);
    assert.equal((await shop.row()).cancelled_at, null);
    await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
    await world.eventsApplied();
    const ended = (await shop.row()).cancelled_at;
    assert.ok(ended && ended <= Date.now());
    assert.deepEqual(await shop.states(), ["cancelled", "active", "cancelled"]);
    assert.equal((await shop.billing()).can_subscribe, true);
    assert.equal(await waiting(shop.email), undefined);
  });

  test("BIL04 BIL08 BIL11 a change within a month is listed, and settled without new credits", async () => {
    const shop = await business(world, "noSetup");
    await world.sayso.change("UPDATE clients SET credits_remaining = 3 WHERE id = ?", shop.id);
    const was = await shop.row();
    const subscription = await shop.subscription();
    const [item] = subscription?.items.data ?? [];
    await world.api.subscriptions.update(String(subscription?.id), {
      items: [{ id: String(item?.id), price: await recurring(2900) }],
      proration_behavior: "always_invoice",
    });
    await world.eventsApplied();
    const is = await shop.row();
    assert.deepEqual(
      [is.plan_type, is.credits_remaining, is.paid_from, is.next_reset_date],
      ["standard", 3, was.paid_from, was.next_reset_date],
    );
    const payments = await shop.payments();
    const [change] = payments.filter(({ kind }) => kind === "change");
    assert.deepEqual([payments.length, change?.month, change?.amount_pence], [2, null, 0]);
    assert.equal(change?.lines.at(-1)?.text, "Kept for later payments");
    for (const { lines, amount_pence: paid } of payments)
      assert.equal(
        lines.reduce((sum, { pence }) => sum + pence, 0),
        paid,
      );
  });
});

describe("BIL08 what is sold at another price", () => {
  const mapProduct = (product: string | null | undefined, plan: "standard" | "no-setup") =>
    call(world.sayso, "PUT", `/api/admin/plan-products/${product}`, { cookie: admin.cookie, body: { plan } });
  const sell = async (price: string) => {
    const link = await world.api.paymentLinks.create({ line_items: [{ price, quantity: 1 }] });
    const email = await world.pay(link.url);
    await world.eventsApplied();
    return email;
  };
  const boughtBy = async (email: string) => {
    const client = await world.client(email);
    const paid = await world.sayso.rows(
      "SELECT p.amount_pence AS n FROM payments p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.email = ?",
      email,
    );
    return client && [client.plan_type, client.credits_remaining, paid.map(({ n }) => n)];
  };

  test("BIL04 BIL08 another price of a plan's product is that plan, with its credits and its payment", async () => {
    const shop = await business(world, "noSetup");
    const product = String((await shop.subscription())?.items.data[0]?.price.product);
    const deal = await world.api.prices.create({
      currency: "gbp",
      unit_amount: 2500,
      product,
      recurring: { interval: "month" },
    });
    const email = await sell(deal.id);
    assert.deepEqual(await boughtBy(email), ["no-setup", 50, [2500]]);
    assert.equal(await waiting(email), undefined);
  });

  test("BIL04 BIL08 AUT35 which plan an unknown product is an admin says once, and it counts for what was paid", async () => {
    const price = await recurring(2500);
    const emails = [await sell(price), await sell(price)];
    const [first, second] = await Promise.all(emails.map(waiting));
    assert.equal(first?.fits_plan, false);
    assert.equal(first?.product, second?.product);
    assert.equal(await boughtBy(String(emails[0])), undefined, "nobody knows what it is");
    assert.equal((await mapProduct("prod_nobodys", "standard")).status, 404);
    assert.equal((await mapProduct(first?.product, "standard")).status, 200);
    for (const email of emails) {
      assert.deepEqual(await boughtBy(email), ["standard", 50, [2500]]);
      assert.equal(await waiting(email), undefined);
    }
    assert.deepEqual(
      await boughtBy(await sell(price)),
      ["standard", 50, [2500]],
      "and for whoever buys it next",
    );
    const mappings = async () =>
      (
        await world.sayso.rows(
          "SELECT before, after FROM audit_log WHERE action = 'product.map' AND subject = ? ORDER BY at",
          first?.product,
        )
      ).map(({ before: was, after: is }) => [JSON.parse(String(was)), JSON.parse(String(is))]);
    assert.deepEqual(await mappings(), [[{ plan: null }, { plan: "standard" }]]);
    // A wrong press is put right by another one.
    const listed = async () =>
      (await listing()).products.find(({ product }) => product === first?.product)?.plan;
    assert.equal(await listed(), "standard");
    assert.equal((await mapProduct(first?.product, "no-setup")).status, 200);
    assert.equal(await listed(), "no-setup");
    for (const email of emails) assert.deepEqual(await boughtBy(email), ["no-setup", 50, [2500]]);
    assert.deepEqual((await mappings()).at(-1), [{ plan: "standard" }, { plan: "no-setup" }]);
    assert.equal((await mapProduct(first?.product, "no-setup")).status, 200, "the same again");
    assert.equal((await mappings()).length, 2);
  });

  test("BIL08 BIL11 what no plan of its product settles is offered no plan, and refused one", async () => {
    for (const [title, item] of [
      ["euros", { price: await recurring(2500, "eur"), quantity: 1 }],
      ["years", { price: await recurring(29_900, "gbp", "year"), quantity: 1 }],
      ["two at once", { price: await recurring(2500), quantity: 2 }],
    ] as const) {
      const link = await world.api.paymentLinks.create({ line_items: [item] });
      const email = await world.pay(link.url);
      await world.eventsApplied();
      const doubt = await waiting(email);
      assert.deepEqual([doubt?.fits_plan, doubt?.product], [false, null], title);
      const bought = await world.api.subscriptions.retrieve(String(doubt?.id));
      const refused = await mapProduct(String(bought.items.data[0]?.price.product), "standard");
      assert.equal(refused.status, 400, title);
      assert.match(
        (await refused.json()).error,
        /^Only what is paid once a month in pounds, for one, can be a plan/,
      );
      assert.equal((await waiting(email))?.problem, doubt?.problem);
    }
  });
});

test("BIL04 BIL08 a month at a price that nobody knows yet is listed, and brings its credits once an admin says what it is", async () => {
  const shop = await business(world, "noSetup");
  await world.sayso.change("UPDATE clients SET credits_remaining = 3 WHERE id = ?", shop.id);
  await reprice(shop, "none");
  const monthEnd = (await shop.subscription())?.items.data[0]?.current_period_end ?? 0;
  await world.stripe.advanceTo(new Date((monthEnd + 2 * 3600) * 1000));
  await world.eventsApplied();
  const newest = async () => {
    const [payment] = await shop.payments();
    return [payment?.amount_pence, payment?.month === null, (await shop.row()).credits_remaining];
  };
  assert.deepEqual(await newest(), [4900, true, 3]);
  const { product } = (await waiting(shop.email)) ?? {};
  const answer = await call(world.sayso, "PUT", `/api/admin/plan-products/${product}`, {
    cookie: admin.cookie,
    body: { plan: "standard" },
  });
  assert.equal(answer.status, 200);
  assert.deepEqual(await newest(), [4900, false, 50]);
});

describe("BIL11 what is nobody's", () => {
  const refund = (path: string) =>
    call(world.sayso, "POST", `/api/admin/${path}/refund`, { cookie: admin.cookie });

  test("BIL11 AUT35 is given back with one press: a subscription ends, and no step of it gives back twice", async () => {
    const link = await world.api.paymentLinks.create({
      line_items: [{ price: await recurring(2500), quantity: 1 }],
    });
    const email = await world.pay(link.url);
    await world.eventsApplied();
    const doubt = await waiting(email);
    const twice = await Promise.all([0, 1].map(() => refund(`subscriptions/${doubt?.id}`)));
    assert.ok(twice.some(({ status }) => status === 200));
    const [charge] = (await world.api.charges.list({ customer: String(doubt?.customer) })).data;
    assert.deepEqual([charge?.amount, charge?.amount_refunded], [2500, 2500]);
    assert.equal((await world.api.subscriptions.retrieve(String(doubt?.id))).status, "canceled");
    await world.eventsApplied();
    assert.equal(await waiting(email), undefined);
    assert.equal((await refund(`subscriptions/${doubt?.id}`)).status, 404);
    const owned = await business(world);
    await reprice(owned, "none");
    const own = await waiting(owned.email);
    assert.equal(
      (await refund(`subscriptions/${own?.id}`)).status,
      404,
      "what is somebody's is given back in Stripe",
    );
  });

  const waits = async (email: string): Promise<boolean> => {
    const desk = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
    return ((await desk.json()) as Payments).top_ups.some((one) => one.email === email);
  };

  test("BIL11 a top-up for nobody is given back with one press", async () => {
    const topUp = await world.sayso.row(
      "SELECT setting_value AS url FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
    );
    const email = await world.pay(String(topUp?.url));
    await world.eventsApplied();
    const row = await world.sayso.row("SELECT id FROM top_ups WHERE email = ?", email);
    assert.ok(await waits(email));
    assert.equal((await refund(`top-ups/${row?.id}`)).status, 200);
    assert.equal(await waits(email), false);
    assert.equal((await refund(`top-ups/${row?.id}`)).status, 404);
  });

  test("BIL11 a top-up for nobody waits for no admin while a bank has its money, and again after that, with a mail each time", async () => {
    const topUp = await world.sayso.row(
      "SELECT setting_value AS url FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
    );
    const email = await world.pay(String(topUp?.url));
    await world.eventsApplied();
    const [session] = (await world.api.checkout.sessions.list({ limit: 1 })).data;
    const intent = { payment_intent: String(session?.payment_intent) };
    const [charge] = (await world.api.charges.list(intent)).data;
    const dispute = world.stripe.dispute(String(charge?.id));
    await world.eventsApplied();
    assert.equal(await waits(email), false);
    assert.equal(await mailsAbout(String(session?.id)), 1);
    const disputed = await until("the mail about the dispute", async () => {
      await runJobs(world.sayso, { mailsTo: admin.email });
      return (await world.sayso.mails()).find(
        ({ subject, text }) => subject.includes("disputed") && text.includes(dispute.id),
      );
    });
    assert.match(disputed.text, new RegExp(`^${email} has told its card’s bank`), "its address is known");
    world.stripe.closeDispute(dispute.id, "won");
    await world.eventsApplied();
    assert.ok(await waits(email));
    assert.equal(await mailsAbout(String(session?.id)), 2, "it waits a second time");
  });
});

describe("BIL11 who hears of it", () => {
  test("BIL11 each admin gets one mail about a payment that waits; what fits no plan can be given to nobody", async () => {
    const link = await world.api.paymentLinks.create({
      line_items: [{ price: await recurring(2900, "usd"), quantity: 1 }],
    });
    const email = await world.pay(link.url);
    await world.eventsApplied();
    const doubt = await waiting(email);
    assert.equal(doubt?.fits_plan, false);
    const mail = await until("the mail", async () =>
      (await world.sayso.mails()).find(
        ({ to, text }) => [to].flat().includes(admin.email) && text.includes(email),
      ),
    );
    assert.match(mail.text, /It is paid in USD, not in GBP\.[^]*\/clients\/admin\/payments/);
    const client = await addClient(world.sayso);
    const refused = await call(world.sayso, "POST", `/api/admin/subscriptions/${doubt?.id}/client`, {
      cookie: admin.cookie,
      body: { client_id: client.id },
    });
    assert.equal(refused.status, 400);
    assert.match((await refused.json()).error, /which plan its product is/);
    await world.api.subscriptions.update(String(doubt?.id), { metadata: { a: "b" } });
    await world.eventsApplied();
    assert.equal(await mailsAbout(String(doubt?.id)), 1);
  });

  test("the sum so far and the next payment stand in the list and in the mail (BIL08 BIL11)", async () => {
    const link = await world.api.paymentLinks.create({
      line_items: [{ price: await recurring(2500), quantity: 1 }],
    });
    const email = await world.pay(link.url);
    await world.eventsApplied();
    const doubt = await waiting(email);
    assert.deepEqual([doubt?.paid_pence, doubt?.next_pence], [2500, 2500]);
    const mail = await until("the mail", async () =>
      (await world.sayso.mails()).find(
        ({ to, text }) => [to].flat().includes(admin.email) && text.includes(email),
      ),
    );
    assert.match(
      mail.text,
      /£25\.00 has been paid so far\. The next payment of £25\.00 is taken on \d+ \w+ \d{4} \(UTC\)\./,
    );
    await world.stripe.advanceTo(new Date(Number(doubt?.next_at) + 2 * 3_600_000));
    await world.eventsApplied();
    assert.equal((await waiting(email))?.paid_pence, 5000, "it grows");
    const euros = await world.api.paymentLinks.create({
      line_items: [{ price: await recurring(2500, "eur"), quantity: 1 }],
    });
    const foreign = await world.pay(euros.url);
    await world.eventsApplied();
    const { paid_pence: paid, next_pence: next } = (await waiting(foreign)) ?? {};
    assert.deepEqual([paid, next], [null, null], "no euros are called pounds");
  });

  test("mails again about a doubt that was resolved and returns (BIL11)", async () => {
    const shop = await business(world, "noSetup");
    const id = String((await shop.subscription())?.id);
    for (const [amount, count] of [
      [4900, 1],
      [3900, 1],
      [4900, 2],
    ] as const) {
      await reprice(shop, "none", amount);
      assert.equal(await mailsAbout(id), count, `at ${amount}`);
    }
    await world.api.subscriptions.update(id, { metadata: { a: "b" } });
    await world.eventsApplied();
    assert.equal(await mailsAbout(id), 2, "a reading is no beginning");
  });

  test("BIL06 BIL11 a payment that fails now is told of, however many others are unpaid", async () => {
    const now = Date.now();
    const unpaid = async (notifiedAt: string | null, since: number) => {
      const client = await addClient(world.sayso);
      const id = `sub_${client.id.replaceAll("-", "")}`;
      await world.sayso.change(
        `INSERT INTO subscriptions (id, customer, client_id, email, plan_type, unpaid_since, unpaid_told, created_at, read_at)
         VALUES (?1, ?1, ?2, ?3, 'standard', ?4, ?5, ?4, ?4)`,
        id,
        client.id,
        client.email,
        since,
        notifiedAt,
      );
      await world.sayso.change("UPDATE clients SET subscription_id = ? WHERE id = ?", id, client.id);
      return client;
    };
    for (let count = 0; count < 101; count += 1) await unpaid("grace", now - 3 * 86_400_000);
    const last = await unpaid(null, now - 1000);
    await world.sayso.schedule(new Date());
    const mail = await world.sayso.row(
      "SELECT 1 AS n FROM emails WHERE template = 'payment_failed' AND recipient = ?",
      last.email,
    );
    assert.ok(mail);
  });
});

describe("BIL05 mails about credits", () => {
  for (const [name, set, expected] of [
    ["whose plan ends with the month", "cancelled_at = 4102444800000", /accepts no more videos\.\n/],
    ["whose month is not paid", "id = id", /until your plan is paid, when you get 50 new ones/],
  ] as const)
    test(`BIL05 BIL07 a business ${name} is promised no day of new ones`, async () => {
      const shop = await business(world);
      await world.sayso.change(`UPDATE clients SET credits_remaining = 0, ${set} WHERE id = ?`, shop.id);
      if (set === "id = id")
        await world.sayso.change(
          "UPDATE subscriptions SET unpaid_since = ? WHERE client_id = ?",
          Date.now(),
          shop.id,
        );
      const id = crypto.randomUUID();
      await world.sayso.change(
        "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) VALUES (?, 'credits_used_up', ?, ?, '{}', 'failed', ?)",
        id,
        `${shop.id}/month`,
        shop.email,
        Date.now(),
      );
      await call(world.sayso, "POST", `/api/admin/emails/${id}/resend`, { cookie: admin.cookie });
      const mail = await until("the mail", async () =>
        (await world.sayso.mails()).find(
          ({ to, text }) => [to].flat().includes(shop.email) && text.includes("used all its video credits"),
        ),
      );
      assert.match(mail.text, expected);
    });
});
