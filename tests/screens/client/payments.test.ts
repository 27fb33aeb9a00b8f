// A business's payments: its plan, its card, its history, and failed payments.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { format } from "date-fns";
import { pay } from "../../support/doubles/stripe/node-client.ts";
import { DAY_MS } from "../../support/people/admin/retention.ts";
import { business } from "../../support/people/owner/business.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { startPaymentWorld, type PaymentWorld } from "../../support/people/owner/payments.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { hurryWaits } from "../../support/screens/handles.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page, type Server } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";

const BILLING = "/clients/billing";

let world: PaymentWorld;
before(async () => {
  world = await startPaymentWorld();
});
after(() => world.close());

const day = (at: Date | number) => format(at, "dd MMM yyyy");
/** Waits until a card shows a text; it may be re-rendered meanwhile. */
const shows = (page: Page, card: string, text: string | RegExp) =>
  look(() => page.get("region", card)).waitForText(text);
/** Waits until exactly these payments are listed, newest first. */
const lists = (page: Page, ...expected: RegExp[]) =>
  eventually(() => {
    const payments = look(page.get("list", "Payments, newest first")).all("listitem").map(textOf);
    assert.equal(payments.length, expected.length);
    expected.forEach((one, index) => assert.match(payments[index] ?? "", one));
  });
const notice = (page: Page) => look(() => page.get("alert"));
const noNotice = (page: Page) => eventually(() => assert.equal(page.all("alert").length, 0));

/** Opens Billing with shortened polling. */
async function openBilling(t: TestContext, cookie: string, server: Server = world.sayso): Promise<Page> {
  hurryWaits(t);
  const page = await openPage(t, server, BILLING, { cookie });
  await page.find("region", "Payment");
  return page;
}

/** Clicks a button that redirects to the provider; returns the URL. */
async function leaveBy(page: Page, button: string | RegExp): Promise<string> {
  const navigationsBefore = page.navigations.length;
  await page.click("button", button);
  return eventually(() => page.navigations[navigationsBefore] ?? assert.fail("nobody was led away"));
}

/** Reads a page of the provider. */
const providers = async (address: string) => (await fetch(address)).text();

/** Sends a form of the provider's page. */
const send = async (address: string, form: Record<string, string>) =>
  (await fetch(address, { method: "POST", body: new URLSearchParams(form) })).text();

/** When the month ends that is paid for. */
const monthEnd = async (shop: Awaited<ReturnType<typeof business>>) => {
  const subscription = await shop.subscription();
  return new Date((subscription?.items.data[0]?.current_period_end ?? assert.fail()) * 1000);
};

/** A business that pays by other means. */
async function payingOtherwise(t: TestContext) {
  const client = await addClient(world.sayso);
  const user = await addUser(world.sayso, { clientId: client.id });
  return { client, page: await openBilling(t, await signIn(world.sayso, user)) };
}

test("shows plan, card and payments, and leads to an invoice and to the provider's portal (BIL01 BIL08 BIL11)", async (t) => {
  const shop = await business(world);
  const page = await openBilling(t, shop.cookie);
  const end = day(await monthEnd(shop));
  await shows(page, "Standard Plan", "50credits left");
  await shows(page, "Standard Plan", `On ${end} a new month begins with 50 credits`);
  await shows(page, "Payment", "visa ending in 4242");
  await shows(page, "Payment", "expires December 2040");
  await shows(page, "Payment", `Next payment on ${end}: £29.`);
  await lists(page, /£228\.00Invoice.*Set-up£199\.00Plan, one month£29\.00/);
  assert.equal(page.all("region", "Plan history").length, 0, "is for admins");

  const invoice = await providers(await leaveBy(page, /^Invoice/));
  assert.match(invoice, /<h1[^>]*>Invoice /);
  assert.match(invoice, /£228\.00/);
  const portal = await providers(await leaveBy(page, "Manage billing"));
  assert.match(portal, /<h1>Your billing<\/h1>/);
  assert.match(portal, /Standard Plan/);
  assert.ok(portal.includes(`href="${world.sayso.origin}${BILLING}"`), "and back");
});

test("tells dates and times of money in UTC, in one form, wherever it is read (BIL08 COM05)", async (t) => {
  const zone = process.env["TZ"];
  process.env["TZ"] = "Pacific/Auckland";
  t.after(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });
  const shop = await business(world);
  const at = Date.UTC(2026, 10, 28, 1, 40);
  await world.sayso.change("UPDATE credit_ledger SET at = ? WHERE client_id = ?", at, shop.id);
  await world.sayso.change(
    "UPDATE payments SET paid_at = ? WHERE subscription_id = (SELECT subscription_id FROM clients WHERE id = ?)",
    at,
    shop.id,
  );
  const page = await openBilling(t, shop.cookie);
  await look(() => page.get("main")).waitForText("Dates and times are UTC.");
  await shows(page, "Credit history", "28 Nov 2026, 01:40 UTC");
  await shows(page, "Payments", "paid 28 Nov 2026");
});

test("warns of a card that expires before the next payment, until it is changed, also over a slow network (BIL11)", async (t) => {
  const expiry = format(world.stripe.now() * 1000, "MM / yy");
  const shop = await business(world, "standard", { expiry });
  // An answer takes longer than the page waits until it looks again.
  const slow = behind(world.sayso, async ({ path }) => {
    if (path.startsWith("/api/")) await pause(120);
    return undefined;
  });
  const page = await openBilling(t, shop.cookie, slow);
  await shows(page, "Payment", "Your card expires before the next payment.");
  const portal = await leaveBy(page, "Manage billing");
  const card = { action: "card", number: "5555 5555 5555 4444", expiry: "11 / 41", cvc: "123" };
  assert.match(await send(portal, card), /Your card was changed\./);
  // The event may arrive after the visitor; the page polls.
  await shows(page, "Payment", "mastercard ending in 4444");
  assert.doesNotMatch(textOf(page.get("region", "Payment")), /Your card expires/);
});

test("lets everything go on for 7 days after a failed payment, then takes no videos until it is paid (BIL06 BIL11)", async (t) => {
  const { sayso, stripe } = world;
  const shop = await business(world);
  const due = await monthEnd(shop);
  stripe.declineNext(shop.customer);
  stripe.advanceTo(new Date(due.getTime() + 3_600_000));
  await world.eventsApplied();
  const id = (await shop.subscription())?.id ?? assert.fail();
  const since = Number(
    (await sayso.row("SELECT unpaid_since FROM subscriptions WHERE id = ?", id))?.unpaid_since,
  );
  const page = await openBilling(t, shop.cookie);
  await notice(page).waitForText("Your last payment failed");
  await notice(page).waitForText(`Everything keeps working until ${day(since + 7 * DAY_MS)}.`);
  await shows(page, "Payment", /The last payment of £\d+ failed\. It is tried again on \d\d/);
  await shows(page, "Standard Plan", "A new month begins, with 50 credits, once it is paid.");
  await page.goto("/clients/dashboard");
  await look(await page.find("alert")).click("link", "Plan and credits");
  await page.find("heading", "Plan and credits", { level: 1 });

  await sayso.change(
    "UPDATE subscriptions SET unpaid_since = ?, version = version + 1 WHERE id = ?",
    Date.now() - 8 * DAY_MS,
    id,
  );
  await sayso.schedule(new Date());
  await page.goto(BILLING);
  await page.find("region", "Payment");
  await notice(page).waitForText("Your recording page is not taking videos");
  await notice(page).waitForText(
    "Your plan has not been paid for. Pay, or change the card, and everything works again at once.",
  );
  const portal = await leaveBy(page, "Manage billing");
  const [open] = (await world.api.invoices.list({ customer: shop.customer, status: "open" })).data;
  assert.match(await send(portal, { action: "pay", invoice: open?.id ?? "" }), /The invoice was paid\./);
  await shows(page, "Payment", "Next payment on");
  await noNotice(page);
  await lists(page, /£\d/, /£\d/);
});

test("takes a card of who pays otherwise, and does not ask twice while the payment arrives (BIL11)", async (t) => {
  const { client, page } = await payingOtherwise(t);
  await shows(page, "Payment", "You don't pay by card yet.");
  const checkout = await leaveBy(page, "Pay by card");
  const shown = await providers(checkout);
  assert.match(shown, /<h1[^>]*>Subscribe to Sayso/);
  assert.ok(shown.includes(`value="${client.email}"`));
  assert.match(shown, /£29\.00/);
  const { deliveries } = world.stripe;
  deliveries.hold();
  const paid = await pay(checkout, { email: client.email });
  const back = new URL(paid.headers.get("location") ?? "");
  assert.equal(back.origin + back.pathname, world.sayso.origin + BILLING);
  await page.goto(back.pathname + back.search);
  await page.find("region", "Payment");
  await shows(page, "Payment", "We have your payment. It shows here in a moment.");
  assert.equal(page.all("button", "Pay by card").length, 0);
  deliveries.release();
  await deliveries.deliverPending();
  await shows(page, "Payment", "visa ending in 4242");
  await eventually(() => assert.equal(page.address, BILLING));
  await lists(page, /£29/);
});

test("names a month that is charged within the hour and a purchase that waits for an answer, and ends both with the plan (BIL07 BIL08)", async (t) => {
  const shop = await business(world);
  const id = (await shop.subscription())?.id;
  await world.sayso.change(
    "UPDATE subscriptions SET next_at = paid_until - 1, version = version + 1 WHERE id = ?",
    id,
  );
  await world.buy("noSetup", { email: shop.email });
  await world.eventsApplied();
  const page = await openBilling(t, shop.cookie);
  await shows(page, "Payment", /Next payment on .+: £29\./);
  await shows(page, "Payment", /bought a plan with your address on \d\d .+ charged every month\./);
  const answer = page.get("link", "Tell us which business") as HTMLAnchorElement;
  assert.match(answer.getAttribute("href") ?? "", /^\/onboarding\?checkout=cs_/);
  await shows(page, "Cancel", "Everything stays as it is for 14 more days.");
  await page.click("button", "Cancel plan");
  const question = look(await page.find("dialog", "Cancel your plan?"));
  await question.waitForText(
    "We do not charge the month that has just begun, and we charge your card nothing more.",
  );
  await question.waitForText("ends too, and its payment goes back to the card");
});

test("sells 25 credits in another tab, and shows them in this one as they arrive (BIL05)", async (t) => {
  const { client, page } = await payingOtherwise(t);
  await shows(page, "More credits", "25 more videos for £15");
  const link = page.get("link", /^Buy 25 credits/) as HTMLAnchorElement;
  assert.deepEqual([link.target, link.rel], ["_blank", "noopener"]);
  const buying = (await fetch(link.href)).url;
  const shown = await providers(buying);
  assert.match(shown, /<h1[^>]*>Pay Sayso/);
  assert.ok(shown.includes(`value="${client.email}"`));
  await pay(buying, { email: client.email });
  await shows(page, "Standard Plan", "75credits left");
  await lists(page, /More credits.*£15/);
  const changes = () => look(page.get("list", "Changes, newest first")).all("listitem").map(textOf);
  await eventually(() => assert.match(changes()[0] ?? "", /Credits bought/));
});

test("sells neither credits nor a plan to a business that an admin has suspended (BIL05 BIL07 BIL08)", async (t) => {
  const { client, page } = await payingOtherwise(t);
  await page.find("link", /^Buy 25 credits/);
  await world.sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", client.id);
  await page.goto("/clients/dashboard");
  await page.goto(BILLING);
  await page.find("region", "Cancel");
  await eventually(() => assert.ok(page.lacks("Buy 25 credits") && page.lacks("Pay by card")));
  await page.click("button", "Cancel plan");
  const question = look(await page.find("dialog", "Cancel your plan?"));
  await question.waitForText("Your page isn't accepting videos; this portal works for 14 more days.");
});

test("cancels a plan paid by card, says until when everything works, and keeps it after all (BIL07 RET03)", async (t) => {
  const shop = await business(world);
  const paidUntil = await monthEnd(shop);
  const [end, access] = [day(paidUntil), day(paidUntil.getTime() + 14 * DAY_MS)];
  const page = await openBilling(t, shop.cookie);
  await shows(
    page,
    "Cancel",
    `Everything stays as it is until ${end}, which is paid for, and for 14 days after that`,
  );
  await page.click("button", "Cancel plan");
  const question = look(await page.find("dialog", "Cancel your plan?"));
  await question.waitForText("We charge your card nothing more.");
  await question.waitForText(`work until ${end}, and for 14 days after that.`);
  await question.click("button", "Cancel plan");
  await page.toast("Plan cancelled", `Your access lasts until ${access}.`);
  const left = look(await page.find("alert"));
  await left.waitForText("Your plan is cancelled");
  await left.waitForText(`ends on ${access}`);
  await shows(page, "Payment", `Paid until ${end}; nothing is taken after that.`);
  assert.equal((await shop.subscription())?.cancel_at_period_end, true);

  await left.click("button", "Keep my plan");
  await page.toast("Good to have you back");
  await noNotice(page);
  await shows(page, "Payment", `Next payment on ${end}:`);
  assert.equal((await shop.subscription())?.cancel_at_period_end, false);
});

test("calls a month that was given back or taken back by a bank not paid for, before and after cancelling (BIL07 BIL08)", async (t) => {
  for (const undo of ["refund", "dispute"] as const) {
    const shop = await business(world, "noSetup");
    const end = day(await monthEnd(shop));
    const [charge] = (await world.api.charges.list({ customer: shop.customer })).data;
    if (undo === "refund") await world.api.refunds.create({ charge: String(charge?.id) });
    else world.stripe.closeDispute(world.stripe.dispute(String(charge?.id)).id, "lost");
    await world.eventsApplied();
    const page = await openBilling(t, shop.cookie);
    await shows(page, "Cancel", `Everything stays as it is until ${end} and for 14 days after that`);
    await page.click("button", "Cancel plan");
    await look(await page.find("dialog", "Cancel your plan?")).click("button", "Cancel plan");
    await page.toast("Plan cancelled");
    await shows(page, "Payment", "We charge your card nothing more.");
    assert.doesNotMatch(page.text(), /paid for,|Paid until/);
  }
});

test("cancels a plan whose payment failed, which is not tried again, and says so everywhere (BIL07 INV60)", async (t) => {
  const shop = await business(world);
  const due = await monthEnd(shop);
  world.stripe.declineNext(shop.customer);
  await world.stripe.advanceTo(new Date(due.getTime() + 3_600_000));
  await world.eventsApplied();
  const graceEnd = day((await shop.billing()).until ?? 0);
  const page = await openBilling(t, shop.cookie);
  await shows(page, "Cancel", "Your videos are kept for 14 more days.");
  await page.click("button", "Cancel plan");
  const question = look(await page.find("dialog", "Cancel your plan?"));
  await question.waitForText("We charge your card nothing more and do not retry the failed payment.");
  await question.waitForText(
    `Your record page accepts videos until ${graceEnd}; this portal works for 14 more days.`,
  );
  await question.click("button", "Cancel plan");
  await page.toast("Plan cancelled");
  await notice(page).waitForText(
    `Until then the portal works; your recording page accepts videos until ${graceEnd}.`,
  );
  await page.find("button", "Subscribe again");
  assert.equal(page.all("alert").length, 1, "nobody is asked to pay what is not taken");
  await shows(page, "Payment", "We charge your card nothing more.");
});

test("lets a business whose payments have ended subscribe again before everything is deleted (BIL07 BIL11 RET03)", async (t) => {
  const shop = await business(world);
  await world.api.subscriptions.cancel((await shop.subscription())?.id ?? "");
  await world.eventsApplied();
  const page = await openBilling(t, shop.cookie);
  await shows(page, "Payment", "We charge your card nothing more.");
  await notice(page).waitForText("Your plan is cancelled");
  assert.equal(page.all("button", "Keep my plan").length, 0);
  const checkout = await leaveBy(page, "Subscribe again");
  assert.match(await providers(checkout), /<h1[^>]*>Subscribe to Sayso/);
  const paid = await pay(checkout, { email: shop.email });
  const back = new URL(paid.headers.get("location") ?? "");
  await page.goto(back.pathname + back.search);
  await page.find("region", "Payment");
  await shows(page, "Payment", "Next payment on");
  await noNotice(page);
  await lists(page, /£\d/, /£\d/);
  await shows(page, "Standard Plan", "a new month begins with 50 credits");
});
