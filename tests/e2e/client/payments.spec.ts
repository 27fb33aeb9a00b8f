import { mergeTests, type Page } from "@playwright/test";
import { business } from "../../support/people/owner/business.ts";
import type { ClientRow } from "../../support/people/owner/clients.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { monthEnd, payOnPage, test as withPayments } from "../payments.ts";
import { button, expect, toast } from "../sayso.ts";
import { carryCookie, heading, openDashboard, test as withOwner } from "./owner.ts";

const test = mergeTests(withOwner, withPayments);

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const paid = (page: Page) => page.getByRole("list", { name: "Payments, newest first" }).getByRole("listitem");

async function openBilling(page: Page): Promise<void> {
  await page.goto("/clients/billing");
  await expect(heading(page, "Plan and credits")).toBeVisible();
  await expect(card(page, "Payment")).toBeVisible();
}

async function expectNoShift(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page), "nothing moves").toBeLessThan(0.02);
}

/** Leads to the provider's page, and waits for it. */
async function manageBilling(page: Page): Promise<void> {
  await button(page, "Manage billing").click();
  await expect(heading(page, "Your billing")).toBeVisible();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Back to Sayso" }).click();
  await expect(heading(page, "Plan and credits")).toBeVisible();
}

test("BIL01 BIL06 BIL07 BIL11 a business opens an invoice, cancels and keeps its plan, and pays with Stripe what failed", async ({
  page,
  context,
  payments,
}) => {
  const { stripe } = payments;
  const shop = await business(payments);
  await carryCookie(context, payments.sayso, shop.cookie);
  await measureShift(page);
  await openBilling(page);
  await expectNoShift(page);
  await axe(page, "a plan that is paid");
  await paid(page).getByRole("button", { name: "Invoice" }).click();
  await expect(heading(page, /^Invoice /)).toBeVisible();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText("£228.00");

  await openBilling(page);
  await button(page, "Cancel plan").click();
  const question = page.getByRole("dialog", { name: "Cancel your plan?" });
  await axe(page, "the question");
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect(toast(page, "Plan cancelled")).toBeVisible();
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("Your plan is cancelled");
  await axe(page, "a plan that is cancelled");
  await notice.getByRole("button", { name: "Keep my plan" }).click();
  await expect(notice).toHaveCount(0);

  const due = await monthEnd(payments, String((await shop.subscription())?.id));
  stripe.declineNext(shop.customer);
  stripe.advanceTo(new Date(due.getTime() + 3_600_000));
  await payments.eventsApplied();
  await openBilling(page);
  await expect(notice).toContainText("Your last payment failed");
  await expectNoShift(page);
  await axe(page, "a payment that failed");
  await openDashboard(page, { client: (await shop.row()) as ClientRow });
  await notice.getByRole("link", { name: "Plan and credits" }).click();
  await expect(heading(page, "Plan and credits")).toBeVisible();
  await manageBilling(page);
  await page.getByText("Change card").click();
  await page.getByLabel("Card number").fill("5555 5555 5555 4444");
  await page.getByLabel("Expiry").fill("11 / 41");
  await page.getByLabel("CVC").fill("123");
  await button(page, "Save card").click();
  await expect(page.getByText("Your card was changed.")).toBeVisible();
  await button(page, "Pay now").click();
  await expect(page.getByText("The invoice was paid.")).toBeVisible();
  await leave(page);
  // The event may arrive after the visitor; the page polls.
  await expect(card(page, "Payment")).toContainText("mastercard ending in 4444");
  await expect(notice).toHaveCount(0);
  await expect(paid(page)).toHaveCount(2);
  await expect(page).toHaveURL("/clients/billing");
});

test("BIL05 a business buys 25 credits in another tab, and they arrive in this one", async ({
  page,
  context,
  owner: { client },
  payments,
}) => {
  await openBilling(page);
  await axe(page, "a plan that is not paid by card");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Buy 25 credits" }).click();
  const buying = await opened;
  await expect(heading(buying, "Pay Sayso")).toBeVisible();
  await payOnPage(buying, { email: client.email, name: "Bea Buyer" });
  await expect(heading(buying, "Thank you")).toBeVisible();
  await payments.eventsApplied();
  await buying.close();
  // Headless browsers never hide a tab, so the event is simulated.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(card(page, "Standard Plan")).toContainText("75credits left");
  await expect(paid(page)).toContainText("More credits");
});

test(
  "axe finds nothing on a plan whose card expires, whose payments failed, that ended, and that is bought again (BIL06 BIL07 BIL11)",
  { tag: "@thorough" },
  async ({ page, context, payments }) => {
    const { sayso, stripe } = payments;
    const now = new Date(stripe.now() * 1000).toISOString();
    const shop = await business(payments, "standard", { expiry: `${now.slice(5, 7)} / ${now.slice(2, 4)}` });
    await carryCookie(context, sayso, shop.cookie);
    await openBilling(page);
    await expect(card(page, "Payment")).toContainText("Your card expires before the next payment.");
    await axe(page, "a card that expires");

    const id = String((await shop.subscription())?.id);
    const due = await monthEnd(payments, id);
    stripe.declineNext(shop.customer);
    await stripe.advanceTo(new Date(due.getTime() + 3_600_000));
    await payments.eventsApplied();
    await sayso.change(
      "UPDATE subscriptions SET unpaid_since = ?, version = version + 1 WHERE id = ?",
      Date.now() - 8 * 86_400_000,
      id,
    );
    await sayso.schedule(new Date());
    await openBilling(page);
    await expect(page.getByRole("alert")).toContainText("Your recording page is not taking videos");
    await axe(page, "payments that failed for a week");

    await payments.api.subscriptions.cancel(id);
    await payments.eventsApplied();
    await openBilling(page);
    await expect(card(page, "Payment")).toContainText("We charge your card nothing more.");
    await axe(page, "a plan that ended");
    await openDashboard(page, { client: (await shop.row()) as ClientRow });
    await expect(page.getByRole("alert").first()).toContainText("Your plan is cancelled");
    await axe(page, "the dashboard of a plan that ended");

    await openBilling(page);
    await button(page, "Subscribe again").click();
    await expect(heading(page, /^Subscribe to Sayso/)).toBeVisible();
    stripe.deliveries.hold();
    await payOnPage(page, { email: shop.email, name: "Bea Buyer" });
    await expect(card(page, "Payment")).toContainText("We have your payment.");
    await axe(page, "a payment that arrives");
    stripe.deliveries.release();
  },
);
