import { mergeTests, type Page } from "@playwright/test";
import { format } from "date-fns";
import { DAY_MS } from "../../support/people/admin/retention.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { monthEnd, paidBusiness, payOnPage, test as withPayments } from "../payments.ts";
import { button, expect, toast } from "../sayso.ts";
import { heading, openDashboard, test as withOwner } from "./owner.ts";

const test = mergeTests(withOwner, withPayments);

const day = (at: Date | number) => format(at, "dd MMM yyyy");
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const paid = (page: Page) => page.getByRole("list", { name: "Payments, newest first" }).getByRole("listitem");

async function openBilling(page: Page): Promise<void> {
  await page.goto("/clients/billing");
  await expect(heading(page, "Plan and credits")).toBeVisible();
  await expect(card(page, "Payment")).toBeVisible();
}

/** Leads to the provider's page, and waits for it. */
async function manageBilling(page: Page): Promise<void> {
  await button(page, "Manage billing").click();
  await expect(heading(page, "Your billing")).toBeVisible();
}

/** Leads back from the provider's page. */
async function leave(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Back to Sayso" }).click();
  await expect(heading(page, "Plan and credits")).toBeVisible();
}

test("BIL01 BIL11 a business sees plan, card and payments, opens an invoice, and manages its billing with Stripe", async ({
  page,
  context,
  payments,
}) => {
  const { subscription } = await paidBusiness(payments, context);
  await measureShift(page);
  await openBilling(page);
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page), "nothing moves").toBeLessThan(0.02);
  await expect(card(page, "Standard Plan")).toContainText("50credits left");
  await expect(card(page, "Payment")).toContainText("visa ending in 4242");
  await expect(card(page, "Payment")).toContainText("expires December 2040");
  const end = day(await monthEnd(payments, subscription));
  await expect(card(page, "Payment")).toContainText(`Next payment on ${end}: £29.`);
  await expect(card(page, "Standard Plan")).toContainText(`On ${end} a new month begins with 50 credits`);
  await expect(paid(page)).toHaveCount(1);
  await expect(paid(page)).toContainText("£228");
  await expect(card(page, "What became of the plan"), "is for admins").toHaveCount(0);
  await axe(page, "a plan that is paid");

  await paid(page).getByRole("button", { name: "Invoice" }).click();
  await expect(heading(page, /^Invoice /)).toBeVisible();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText("£228.00");
  await openBilling(page);
  await manageBilling(page);
  await expect(page.getByText("Standard Plan")).toBeVisible();
  await leave(page);
  await expect(page).toHaveURL("/clients/billing");
});

test("BIL11 who pays by a card that expires before the next payment is told, and changes it", async ({
  page,
  context,
  payments,
}) => {
  const expiry = format(payments.stripe.now() * 1000, "MM / yy");
  await paidBusiness(payments, context, { expiry });
  await openBilling(page);
  const warning = card(page, "Payment").getByText("Your card expires before the next payment.");
  await expect(warning).toBeVisible();
  await axe(page, "a card that expires");
  await manageBilling(page);
  await page.getByText("Change card").click();
  await page.getByLabel("Card number").fill("5555 5555 5555 4444");
  await page.getByLabel("Expiry").fill("11 / 41");
  await page.getByLabel("CVC").fill("123");
  await button(page, "Save card").click();
  await expect(page.getByText("Your card was changed.")).toBeVisible();
  await leave(page);
  // The event may come later than the person; the page looks again by itself.
  await expect(card(page, "Payment")).toContainText("mastercard ending in 4444");
  await expect(warning).toHaveCount(0);
});

test("BIL06 BIL11 a payment fails: everything goes on for 7 days, then no videos are taken, and paying ends it", async ({
  page,
  context,
  payments,
}) => {
  const { sayso, stripe } = payments;
  const { client, customer, subscription } = await paidBusiness(payments, context);
  const due = await monthEnd(payments, subscription);
  stripe.declineNext(customer);
  stripe.advanceTo(new Date(due.getTime() + 3_600_000));
  await payments.settled();
  const notice = page.getByRole("alert");
  const since = Number(
    (await sayso.row("SELECT unpaid_since FROM subscriptions WHERE id = ?", subscription))?.unpaid_since,
  );
  await measureShift(page);
  await openBilling(page);
  await expect(notice).toContainText("Your last payment failed");
  await expect(notice).toContainText(`Everything goes on until ${day(since + 7 * DAY_MS)}.`);
  await expect(card(page, "Payment")).toContainText(
    /The last payment of £\d+ failed\. It is tried again on \d\d/,
  );
  await expect(card(page, "Standard Plan")).toContainText(
    "A new month begins, with 50 credits, once it is paid.",
  );
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page), "nothing moves").toBeLessThan(0.02);
  await axe(page, "a payment that failed");
  await openDashboard(page, { client, user: { id: "", email: "", password: "" } });
  await notice.getByRole("link", { name: "Plan and credits" }).click();
  await expect(heading(page, "Plan and credits")).toBeVisible();

  await sayso.change(
    "UPDATE subscriptions SET unpaid_since = ?, version = version + 1 WHERE id = ?",
    Date.now() - 8 * DAY_MS,
    subscription,
  );
  await sayso.schedule(new Date());
  await openBilling(page);
  await expect(notice).toContainText("Your recording page is not taking videos");
  await expect(notice).toContainText(
    "Your plan has not been paid. Pay, or change the card, and everything goes on at once.",
  );
  await axe(page, "a plan that is suspended");
  await manageBilling(page);
  await button(page, "Pay now").click();
  await expect(page.getByText("The invoice was paid.")).toBeVisible();
  await leave(page);
  await expect(card(page, "Payment")).toContainText("Next payment on");
  await expect(notice).toHaveCount(0);
  await expect(paid(page)).toHaveCount(2);
});

test("BIL11 a business that pays otherwise pays by card, and is not asked twice while its payment arrives", async ({
  page,
  owner: { client },
  payments,
}) => {
  await openBilling(page);
  await expect(card(page, "Payment")).toContainText("Your plan is not paid by card.");
  await axe(page, "a plan that is not paid by card");
  await button(page, "Pay by card").click();
  await expect(heading(page, "Subscribe to Sayso")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(client.email);
  await expect(page.getByRole("definition").last()).toHaveText("£29.00");
  payments.stripe.deliveries.hold();
  await payOnPage(page, { email: client.email, name: "Bea Buyer" });
  await expect(card(page, "Payment")).toContainText("We have your payment. It shows here in a moment.");
  await expect(button(page, "Pay by card")).toHaveCount(0);
  await axe(page, "a payment that arrives");
  payments.stripe.deliveries.release();
  await payments.stripe.deliveries.deliverPending();
  await expect(card(page, "Payment")).toContainText("visa ending in 4242");
  await expect(page).toHaveURL("/clients/billing");
  await expect(paid(page)).toContainText("£29");
});

test("BIL05 a business buys 25 credits in another tab, and they arrive in this one", async ({
  page,
  context,
  owner: { client },
}) => {
  await openBilling(page);
  await expect(card(page, "More credits")).toContainText("25 more videos for £15");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Buy 25 credits" }).click();
  const buying = await opened;
  await expect(heading(buying, "Pay Sayso")).toBeVisible();
  await expect(buying.getByLabel("Email")).toHaveValue(client.email);
  await payOnPage(buying, { email: client.email, name: "Bea Buyer" });
  await expect(heading(buying, "Thank you")).toBeVisible();
  await buying.close();
  await expect(card(page, "Standard Plan")).toContainText("75credits left");
  await expect(paid(page)).toContainText("More credits");
  await expect(paid(page)).toContainText("£15");
  const changes = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(changes.first()).toContainText("Credits bought");
});

test("BIL07 RET03 a plan that is paid by card is cancelled, says until when everything works, and is kept after all", async ({
  page,
  context,
  payments,
}) => {
  const { subscription } = await paidBusiness(payments, context);
  const end = await monthEnd(payments, subscription);
  const access = day(end.getTime() + 14 * DAY_MS);
  await openBilling(page);
  await expect(card(page, "Cancel")).toContainText(
    `Everything stays as it is until ${day(end)}, which is paid for, and for 14 days after that`,
  );
  await button(page, "Cancel plan").click();
  const question = page.getByRole("dialog", { name: "Cancel your plan?" });
  await expect(question).toContainText("Nothing more is taken from your card.");
  await expect(question).toContainText(`work until ${day(end)}, and for 14 days after that.`);
  await axe(page, "the question");
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect(toast(page, "Plan cancelled", `Your access lasts until ${access}.`)).toBeVisible();
  const notice = page.getByRole("alert").filter({ hasText: "Your plan is cancelled" });
  await expect(notice).toContainText(`ends on ${access}`);
  await expect(card(page, "Payment")).toContainText(`Paid until ${day(end)}; nothing is taken after that.`);
  await axe(page, "a plan that is cancelled");
  expect((await payments.api.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(true);

  await notice.getByRole("button", { name: "Keep my plan" }).click();
  await expect(toast(page, "Good to have you back")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(card(page, "Payment")).toContainText(`Next payment on ${day(end)}:`);
  expect((await payments.api.subscriptions.retrieve(subscription)).cancel_at_period_end).toBe(false);
});

test("BIL07 BIL11 RET03 a business whose payments have ended subscribes again before everything is deleted", async ({
  page,
  context,
  payments,
}) => {
  const { subscription, email } = await paidBusiness(payments, context);
  await payments.api.subscriptions.cancel(subscription);
  await payments.settled();
  await openBilling(page);
  const notice = page.getByRole("alert").filter({ hasText: "Your plan is cancelled" });
  await expect(card(page, "Payment")).toContainText("Nothing is taken from your card any more.");
  await expect(button(page, "Keep my plan")).toHaveCount(0);
  await axe(page, "payments that have ended");
  await notice.getByRole("button", { name: "Subscribe again" }).click();
  await expect(heading(page, "Subscribe to Sayso")).toBeVisible();
  await payOnPage(page, { email, name: "Bea Buyer" });
  await expect(heading(page, "Plan and credits")).toBeVisible();
  await expect(card(page, "Payment")).toContainText("Next payment on");
  await expect(notice).toHaveCount(0);
  await expect(paid(page)).toHaveCount(2);
  await expect(card(page, "Standard Plan")).toContainText("a new month begins with 50 credits");
});
