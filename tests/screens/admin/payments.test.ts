// Payments: Stripe's events, an admin's decisions, and their effects on a plan.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findDialog, itemOf, newestFirst, noDialog, openAdmin } from "../../support/screens/admin.ts";
import { eventually, fill, isAt, look, textOf } from "../../support/screens/look.ts";
import type { Page } from "../../support/screens/page.ts";
import { uniqueName } from "../../support/people/admin/failed-uploads.ts";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { startWorker } from "../../support/runtime/worker.ts";

const PAYMENTS = "/clients/admin/payments";

let payments: PaymentWorld;
/** Buyers of: a plan, a plan cancelled for a while, a plan paid with a business's email, and credits. */
let bought: { name: string; email: string };
let cancelled: string;
let existing: ClientRow;
let topUp: string;

// Before any page is open, because then `fetch` is the page's.
before(async () => {
  payments = await startPaymentWorld();
  const { sayso, api, buy, pay, eventsApplied } = payments;
  const name = uniqueName("Bought");
  bought = { name, email: await buy("standard", { name }) };
  await eventsApplied();
  cancelled = await buy("standard");
  await eventsApplied();
  const [customer] = (await api.customers.list({ email: cancelled })).data;
  const [plan] = (await api.subscriptions.list({ customer: customer?.id ?? "" })).data;
  for (const ends of [true, false]) {
    await api.subscriptions.update(plan?.id ?? "", { cancel_at_period_end: ends });
    await eventsApplied();
  }
  existing = await addClient(sayso, { company_name: uniqueName("Known") });
  await buy("noSetup", { email: existing.email, name: "Somebody" });
  const link = await sayso.row(
    "SELECT setting_value FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
  );
  topUp = await pay(`${link?.setting_value}`);
  await eventsApplied();
});
after(() => payments.close());

/** The list of payments that wait for a decision. */
const doubts = (page: Page, email: string) =>
  page
    .all("region", "To decide")
    .flatMap((region) => look(region).all("listitem"))
    .filter((item) => textOf(item).includes(email));
const doubt = (page: Page, email: string) =>
  eventually(() => {
    const [one] = doubts(page, email);
    return look(one ?? assert.fail(page.calls.slice(-5).join() + page.text().slice(-800)));
  });
const decided = (page: Page, email: string) => eventually(() => assert.equal(doubts(page, email).length, 0));

/** Chooses a business in the dialog, as an admin does who knows its name. */
async function give(page: Page, name: string): Promise<void> {
  const question = await findDialog(page, "Assign this payment");
  assert.ok(page.get("button", "Assign payment").hasAttribute("disabled"), "nobody is chosen yet");
  fill(question.get("searchbox", "Find a business"), name);
  const business = question.get("combobox", "Business") as HTMLSelectElement;
  await eventually(() => assert.equal(business.options.length, 2));
  await page.user.selectOptions(business, business.options[1]?.value ?? "");
  await page.click("button", "Assign payment");
  await page.toast("Payment assigned");
  await noDialog(page);
}

test("shows in words what Stripe told of, of how much and what came of it, and finds the events of a business (BIL11)", async (t) => {
  const { name, email } = bought;
  const { page } = await openAdmin(t, payments.sayso, PAYMENTS);
  await page.find("list", "Events, newest first");
  fill(page.get("searchbox", "Search"), name);
  await isAt(page, /q=Bought/);
  const found = await payments.sayso.rows(
    "SELECT e.id FROM payment_events e JOIN subscriptions s ON s.customer = e.customer WHERE s.email = ?",
    email,
  );
  await eventually(() => assert.equal(newestFirst(page, "Events").length, found.length));
  const first = await itemOf(page, "Events", "Purchase completed");
  await first.waitForText(/£\d/);
  await first.waitForText(name);
  await first.waitForText("The plan is active.");
  const card = await itemOf(page, "Events", "Card added");
  assert.doesNotMatch(card.text(), /plan|paid/, "a card changes no plan");
  await first.click("link", name);
  await isAt(page, /^\/clients\/admin\?q=/);
  page.window.history.back();
  fill(await page.find("searchbox", "Search"), "nothing of this kind");
  await page.find("heading", "No events match your search");
  await page.click("button", "Show all");
  await eventually(() => assert.ok(newestFirst(page, "Events").some((one) => textOf(one).includes(name))));
});

test("lets a plan that was bought by the address of a business wait until an admin says whose it is (INV25 BIL11)", async (t) => {
  const { sayso } = payments;
  const real = await addClient(sayso, { company_name: uniqueName("Payer") });
  const { page, admin } = await openAdmin(t, sayso, "/clients/admin");
  await look(await page.find("navigation", "Admin")).click("link", /^Payments/);
  const waiting = await doubt(page, existing.email);
  await waiting.waitForText(`The address belongs to ${existing.company_name}, but anybody can type it.`);
  await waiting.waitForText(/£39 paid so far\. £39 is taken on \d\d [A-Z][a-z]{2} \d{4}\./);
  await waiting.click("button", /^Refund it/);
  await (await findDialog(page, "Refund this payment?")).waitForText("has paid for it, £39, goes back");
  await page.click("button", "Not now");
  await noDialog(page);
  await waiting.click("button", /^Assign it/);
  const assignDialog = await findDialog(page, "Assign this payment");
  await assignDialog.waitForText(`Paid by ${existing.email}.`);
  await assignDialog.waitForText("we end and refund the newer of the two at once");
  await page.click("button", "Not now");
  await noDialog(page);
  await (await doubt(page, existing.email)).click("button", /^Assign it/);
  await give(page, real.company_name);
  await decided(page, existing.email);
  const paysFor = await sayso.row(
    "SELECT c.company_name, c.plan_type FROM subscriptions s JOIN clients c ON c.subscription_id = s.id WHERE s.email = ?",
    existing.email,
  );
  assert.deepEqual({ ...paysFor }, { company_name: real.company_name, plan_type: "no-setup" });
  await page.goto(`/clients/admin/audit?subject=${real.id}`);
  assert.ok(textOf(await page.find("list", "Changes, newest first")).includes(admin.email));
});

test("asks which plan a product is only where that settles it, and takes the answer back (BIL08 BIL11)", async (t) => {
  const { api, pay, eventsApplied } = payments;
  const sell = async (currency: string) => {
    const price = await api.prices.create({
      currency,
      unit_amount: 2500,
      product_data: { name: "A deal" },
      recurring: { interval: "month" },
    });
    const link = await api.paymentLinks.create({ line_items: [{ price: price.id, quantity: 1 }] });
    return [await pay(link.url), String(price.product)] as const;
  };
  const [[deal, product], [euros]] = [await sell("gbp"), await sell("eur")];
  await eventsApplied();
  const { page } = await openAdmin(t, payments.sayso, PAYMENTS);
  const foreign = await doubt(page, euros);
  assert.deepEqual(foreign.all("button").map(textOf), [`Refund it: ${euros}`]);
  const waiting = await doubt(page, deal);
  await waiting.waitForText(`The purchase (${product}) is the`);
  const minute = new Date().toISOString().slice(11, 15);
  await waiting.waitForText(new RegExp(`\\d\\d [A-Z][a-z]{2} \\d{4}, ${minute}\\d UTC`));
  await waiting.click("button", "No Setup Plan");
  await page.toast("This product is the No Setup Plan now");
  await decided(page, deal);
  assert.equal((await payments.client(deal))?.plan_type, "no-setup");
  await page.click("button", `Make it the Standard Plan: ${product}`);
  await page.toast("This product is the Standard Plan now");
  await look(await page.find("region", "Products that are plans")).waitForText(
    `${product} is the Standard Plan`,
  );
  assert.equal((await payments.client(deal))?.plan_type, "standard");
});

test("asks for an answer to a dispute until the bank has it, and then to wait (BIL11)", async (t) => {
  const { api, stripe, eventsApplied } = payments;
  const [customer] = (await api.customers.list({ email: bought.email })).data;
  const [charge] = (await api.charges.list({ customer: customer?.id ?? "" })).data;
  const { id } = stripe.dispute(charge?.id ?? "");
  await eventsApplied();
  const { page } = await openAdmin(t, payments.sayso, PAYMENTS);
  const open = await doubt(page, bought.name);
  await open.waitForText("It is disputed: the card’s bank has taken the money back and will decide.");
  await open.waitForText("Answer it in Stripe under Disputes");
  await api.disputes.update(id, { evidence: { product_description: "A month of Sayso." } });
  await eventsApplied();
  await page.goto("/clients/admin");
  await page.goto(PAYMENTS);
  await eventually(async () =>
    (await doubt(page, bought.name)).waitForText("This disappears once it has decided"),
  );
  stripe.closeDispute(id, "won");
  await eventsApplied();
});

test("gives credits that were bought for nobody to the business that an admin names (BIL05 BIL11)", async (t) => {
  const { sayso } = payments;
  const shop = await addClient(sayso, { company_name: uniqueName("Top Shop"), credits_remaining: 3 });
  const { page } = await openAdmin(t, sayso, PAYMENTS);
  const waiting = await doubt(page, topUp);
  await waiting.waitForText("£15");
  await waiting.click("button", /^Assign it/);
  await (await findDialog(page, "Assign this payment")).waitForText("gets the credits at once");
  await give(page, shop.company_name);
  await decided(page, topUp);
  const row = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", shop.id);
  assert.equal(row?.n, 28);
});

test("shows on the page of a client what became of its plan, and leads back to it from Stripe (BIL11)", async (t) => {
  const id = (await payments.client(cancelled))?.id;
  const address = `/clients/billing?clientId=${id}`;
  const { page } = await openAdmin(t, payments.sayso, address);
  const states = look(await page.find("region", "Plan history"));
  await eventually(() => {
    const [now = "", earlier = "", ...more] = states.all("listitem").map(textOf);
    assert.match(now, /^Active/);
    assert.match(earlier, /^Cancelled, until/);
    assert.equal(more.length, 0);
  });
  await look(page.get("region", "Payment")).waitForText(/Next payment on \d\d [A-Z][a-z]{2} \d{4}: £29\./);
  await page.click("button", "Manage billing");
  const portal = await eventually(
    () => page.navigations[0] ?? assert.fail(page.calls.slice(-5).join() + page.text().slice(-800)),
  );
  const [, back = ""] =
    /<a class="button" href="([^"]*)">\s*Back to Sayso/.exec(await (await fetch(portal)).text()) ?? [];
  assert.equal(back, payments.sayso.origin + address);
});

test("lists a bank's question as what it is: nothing is taken, and an answer is due (BIL11)", async (t) => {
  const { sayso } = payments;
  await sayso.change(
    `UPDATE payments SET inquired_pence = 1234, needs_answer = 1
      WHERE subscription_id = (SELECT id FROM subscriptions WHERE email = ?)`,
    bought.email,
  );
  const { page } = await openAdmin(t, sayso, PAYMENTS);
  const asked = await doubt(page, "£12.34");
  await asked.waitForText("The card’s bank has asked about it, but has taken no money.");
  await asked.waitForText("Answer it in Stripe under Disputes");
  assert.equal(doubts(page, "has taken the money and decides").length, 0);
});

test("says that of more than fifty of a kind the newest are shown (BIL11)", async (t) => {
  const { sayso } = payments;
  const { page } = await openAdmin(t, sayso, PAYMENTS);
  await page.find("list", "Events, newest first");
  assert.ok(!page.text().includes("Older ones follow"));
  await sayso.change(
    `INSERT INTO top_ups (id, email, amount_pence, credits, paid_at, problem)
       WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 51)
     SELECT 'cs_many_' || n, 'many@example.com', 1500, 25, n, 'Planted.' FROM many`,
  );
  t.after(() => sayso.change("DELETE FROM top_ups WHERE email = 'many@example.com'"));
  await page.goto("/clients/admin");
  await page.goto(PAYMENTS);
  await page.waitForText("We show the newest 50 of each kind. Older ones follow as you decide these.");
  assert.ok(doubts(page, "many@example.com").length <= 50);
});

test("says without keys what is to be done to sell (BIL11)", async (t) => {
  const sayso = await startWorker();
  t.after(() => sayso.close());
  const { page } = await openAdmin(t, sayso, PAYMENTS);
  const note = look(await page.find("note"));
  await note.waitForText("Nothing can be sold online yet.");
  await note.waitForText("STRIPE_SECRET_KEY");
  await page.find("heading", "No events yet");
  assert.equal(page.all("heading", "To decide").length, 0);
});
