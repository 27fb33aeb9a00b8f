// A purchase whose payer has the email of an existing business: the buyer chooses the business.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PaidCheckout, PurchaseAnswered } from "#api/generated/site.ts";
import type { Payments } from "#api/generated/billing.ts";
import { setupForm } from "../../support/people/admin/site.ts";
import { business } from "../../support/people/owner/business.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, call } from "../../support/people/owner/users.ts";
import { mailTo, runJobs, until } from "../../support/runtime/worker.ts";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

/** A business, and a second purchase that was paid with its address. */
async function boughtAgain() {
  const shop = await business(world, "noSetup");
  // Stripe counts in seconds: both began in the same one, mostly.
  const { checkout } = await world.purchase("noSetup", { email: shop.email });
  await world.eventsApplied();
  const [customer] = (await world.api.customers.list({ email: shop.email })).data;
  return { shop, checkout, customer: String(customer?.id) };
}

const look = async (checkout: string) =>
  (await (await world.sayso.fetch(`/api/public/checkout/${checkout}`)).json()) as PaidCheckout;
type Answer = { for: string; email?: string; key?: string };
const answer = (checkout: string, body: Answer) =>
  world.sayso.fetch(`/api/public/checkout/${checkout}/business`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const outcomeOf = async (checkout: string, body: Answer) => {
  const answered = await answer(checkout, body);
  assert.equal(answered.status, 200, await answered.clone().text());
  return ((await answered.json()) as PurchaseAnswered).outcome;
};
/** The key in that email, which proves that its recipient has read it. */
const keyTo = async (email: string) =>
  /&key=([^\s"&]+)/.exec((await world.questionTo(email)).text)?.[1] ?? assert.fail("no key");
const living = async (customer: string) => (await world.api.subscriptions.list({ customer })).data.length;
const paidAmount = async (customer: string) =>
  (await world.api.charges.list({ customer })).data.reduce(
    (sum, charge) => sum + charge.amount - charge.amount_refunded,
    0,
  );

test("BIL11 the buyer and the admins are told, and until it is answered nothing is set up", async () => {
  const desk = await addUser(world.sayso, { roles: ["admin"] });
  const { shop, checkout } = await boughtAgain();
  const { company_name: company } = await shop.row();
  assert.equal((await look(checkout)).question, company);
  const question = await world.questionTo(shop.email);
  assert.match(question.text, new RegExp(`/onboarding\\?checkout=${checkout}`));
  await mailTo(world.sayso, desk.email);
  const list = await call(world.sayso, "GET", "/api/admin/payments", { cookie: await world.admin() });
  const waits = ((await list.json()) as Payments).subscriptions.find(({ email }) => email === shop.email);
  assert.equal(waits?.same_email_client, shop.id);
  assert.equal((await answer("cs_test_nobodys", { for: "known" })).status, 404);
});

test("BIL11 INV60 for a business that pays already the second subscription is ended and given back", async () => {
  const { shop, checkout, customer } = await boughtAgain();
  const choice = { for: "known", key: await keyTo(shop.email) };
  assert.equal(await outcomeOf(checkout, choice), "given_back");
  assert.deepEqual([await living(customer), await paidAmount(customer)], [0, 0]);
  assert.equal((await shop.billing()).state, "active");
  assert.equal((await answer(checkout, choice)).status, 404, "it is answered");
  assert.equal((await look(checkout)).question, null);
});

test("BIL11 for a business whose plan has ended it is its plan", async () => {
  const shop = await business(world, "noSetup");
  await world.api.subscriptions.cancel(String((await shop.subscription())?.id));
  await world.eventsApplied();
  const { checkout } = await world.purchase("noSetup", { email: shop.email });
  await world.eventsApplied();
  const untouched = await shop.row();
  const waiting = await shop.billing();
  assert.deepEqual([waiting.unanswered?.checkout_id, waiting.can_subscribe], [checkout, false]);
  const page = await shop.ask("POST", "subscription");
  assert.deepEqual(
    [page.status, (await page.json()).code],
    [409, "purchase_unanswered"],
    "nobody pays for two",
  );
  const other = await boughtAgain();
  for (const key of ["", "x", await keyTo(other.shop.email), checkout])
    assert.equal(
      await outcomeOf(checkout, { for: "known", key }),
      "unconfirmed",
      "anybody may pay with its address",
    );
  assert.deepEqual(await shop.row(), untouched);
  const signedIn = await call(world.sayso, "POST", `/api/public/checkout/${checkout}/business`, {
    cookie: shop.cookie,
    body: { for: "known" },
  });
  assert.equal(((await signedIn.json()) as PurchaseAnswered).outcome, "assigned");
  const billing = await shop.billing();
  assert.deepEqual([billing.state, billing.can_subscribe], ["active", false]);
  assert.equal((await shop.payments()).length, 2);
});

test("BIL11 INV25 for another business a client is made with an address of its own, and is set up from there", async () => {
  const { shop, checkout, customer } = await boughtAgain();
  const untouched = await shop.row();
  for (const email of [shop.email, "", "no address"])
    assert.equal((await answer(checkout, { for: "other", email })).status, 400, email);
  const long = await answer(checkout, { for: "other", email: `${"a".repeat(5_000)}@post.example` });
  const { fields } = (await long.json()) as { fields?: Record<string, string> };
  assert.deepEqual([long.status, fields], [400, { email: "That is too long." }]);
  const email = `second-${shop.email}`;
  const answers = await Promise.all([1, 2, 3].map(() => answer(checkout, { for: "other", email })));
  const [first, ...others] = answers.map(({ status }) => status).toSorted();
  assert.equal(first, 200);
  assert.ok(
    others.every((status) => status === 404 || status === 400),
    `once: ${others}`,
  );
  assert.deepEqual(await shop.row(), untouched, "the other one is as it was");
  const { question, email: buyerEmail, next_pence: next } = await look(checkout);
  assert.deepEqual([question, buyerEmail, next], [null, email, 3900]);
  await mailTo(world.sayso, email);
  const form = setupForm({ email, checkout, company: "Second Door Bakery" });
  const sent = await world.sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body: form });
  assert.equal(sent.status, 200);
  const client = await world.client(email);
  assert.deepEqual(
    [client?.company_name, client?.status, client?.credits_remaining],
    ["Second Door Bakery", "active", 50],
  );
  assert.deepEqual([await living(customer), await paidAmount(customer)], [1, 3900]);
});

/** The first email to an address with a matching subject. */
const mailAbout = (email: string, subject: RegExp) =>
  until(`a mail about ${subject}`, async () => {
    await runJobs(world.sayso, { mailsTo: email });
    return (await world.sayso.mails()).find(
      ({ to, subject: is }) => [to].flat().includes(email) && subject.test(is),
    );
  });

test("a buyer whose address is a partner's is asked at once for another one, and may be given the money back (BIL11)", async () => {
  const partner = await addUser(world.sayso, { roles: ["affiliate"] });
  const { checkout } = await world.purchase("noSetup", { email: partner.email });
  await world.eventsApplied();
  const mail = await mailAbout(partner.email, /^Payment received: one answer is missing$/);
  assert.match(mail.text, new RegExp(`Paid: £39\\.00[^]*/onboarding\\?checkout=${checkout}`));
  assert.match(mail.text, /nothing is set up, but the plan is charged all the same/);
  assert.match(mail.text, /we can refund you/);
  const asked = await look(checkout);
  assert.deepEqual([asked.needs_address, asked.question, asked.state], [true, null, "paid"]);
  assert.equal((await answer(checkout, { for: "known" })).status, 404);
  for (const email of [partner.email, "", "no address"])
    assert.equal((await answer(checkout, { for: "other", email })).status, 400, email);
  const email = `business-${partner.email}`;
  assert.equal(await outcomeOf(checkout, { for: "other", email }), "set_up");
  assert.equal((await world.client(email))?.status, "pending_onboarding");
  assert.deepEqual([(await look(checkout)).needs_address, (await look(checkout)).email], [false, email]);
  await mailAbout(email, /^Payment received: now set up your page$/);
});

test("a buyer of something that fits no plan is told at once that it waits for us (BIL08 BIL11)", async () => {
  const price = await world.api.prices.create({
    currency: "gbp",
    unit_amount: 2500,
    product_data: { name: "A deal" },
    recurring: { interval: "month" },
  });
  const link = await world.api.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] });
  const email = await world.pay(link.url);
  await world.eventsApplied();
  const mail = await mailAbout(email, /^Payment received: we are looking at it$/);
  assert.match(mail.text, /^Thank you for your purchase\. Your payment has arrived\.[^]*Paid: £25\.00/);
  assert.match(mail.text, /The next payment is £25\.00/);
  assert.match(mail.text, /we can refund you/);
  const mapped = await call(world.sayso, "PUT", `/api/admin/plan-products/${String(price.product)}`, {
    cookie: await world.admin(),
    body: { plan: "standard" },
  });
  assert.equal(mapped.status, 200);
  await mailAbout(email, /^Payment received: now set up your page$/);
});
