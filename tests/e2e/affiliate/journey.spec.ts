// A partner's way from the application to the money, with everybody else who is in it.
import type { Browser, Page } from "@playwright/test";
import { rowOf } from "../../support/people/partner/affiliates.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { addPartners, DAY, monthFromNow } from "../../support/people/partner/referrals.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { dialog } from "../admin/admin.ts";
import { carrySession } from "../client/owner.ts";
import * as login from "../login-pages.ts";
import { paymentsWith, payOnPage, sellPlans, test as base } from "../payments.ts";
import { openHome, plan } from "../public/home-page.ts";
import { button, expect, toast } from "../sayso.ts";

const [EARLIER, LATER, CLOSED, NOW] = [-3, -2, -1, 0].map(monthFromNow) as [Date, Date, Date, Date];
/** Noon of the third day of a month that is paid out, whatever the current time. */
const BOUGHT = new Date(EARLIER.getTime() + 2.5 * DAY);

const test = base.extend<object, { payments: PaymentWorld }>({
  payments: paymentsWith({ daysAgo: (Date.now() - BOUGHT.getTime()) / DAY }),
});

const DESK = { width: 1280, height: 900 };
const PASSWORD = "seven quiet geese";
const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const figure = (page: Page, name: string) =>
  page.getByRole("definition").nth(FIGURES.indexOf(name)).locator("span").first();
const FIGURES = ["Total Referrals", "Active Referrals", "Lifetime Earnings", "Pending Payout"];
const monthName = (month: Date) =>
  month.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

test("somebody applies, is approved, shares, sells, checks the statement and is paid (INV27 INV28 AFF03 AFF25 AFA12 AFA13 BIL10 COM03 COM08 COM09 COM23)", async ({
  page,
  browser,
  context,
  payments,
  sayso,
}) => {
  await page.setViewportSize(DESK);
  await login.clearAttempts(sayso);
  const [sponsor = ""] = await addPartners(sayso, 1);
  await payments.api.coupons.create({
    amount_off: 1000,
    currency: "gbp",
    duration: "forever",
    metadata: { sayso: "referral-coupon" },
  });
  const admin = await addUser(sayso, { roles: ["admin"] });
  const desk = await deskOf(browser, payments, admin);
  const email = `pat-${crypto.randomUUID().slice(0, 8)}@partners.example`;

  // The partner applies, with a sponsor.
  await page.goto("/affiliates/apply");
  await field(page, "First name").fill("Pat");
  await field(page, "Surname").fill("Marlow");
  await field(page, "Email").fill(email);
  await field(page, "Sponsor name (optional)").fill("Pat Partner 0");
  await button(page, "Submit application").click();
  await expect(page).toHaveURL("/affiliates/success");

  // The admin configures and approves it.
  await desk.goto("/clients/admin/affiliates");
  const application = desk.getByRole("row").filter({ hasText: email });
  await expect(application.getByRole("button", { name: /^Approve/ })).toBeDisabled();
  await application.getByRole("button", { name: "Configure Pat Marlow" }).click();
  await field(desk, "Stripe Coupon Code").fill("pat10");
  await button(desk, "Save Configuration").click();
  await button(desk, "Create PAT10 in Stripe and save").click();
  await application.getByRole("button", { name: /^Approve/ }).click();
  await expect(toast(desk, "Affiliate approved successfully! Welcome email sent.")).toBeVisible();

  // The partner sets a password and signs in.
  await page.goto(login.linkOf(await login.mailTo(sayso, email, "You are a Sayso partner")));
  await login.newPassword(page).fill(PASSWORD);
  await login.repeat(page).fill(PASSWORD);
  await button(page, "Set password").click();
  await login.logIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL("/affiliates/dashboard");
  await expect(figure(page, "Total Referrals")).toHaveText("0");
  const partner = await rowOf(sayso, email);
  // Backdates all of this by three months.
  await sayso.change(
    "UPDATE affiliates SET approved_at = ?1, created_at = ?1 WHERE id = ?2",
    EARLIER.getTime(),
    partner?.id,
  );

  // Shares; a visitor buys by the link, and two more do.
  const link = await page.getByText(/^http\S+\/\?ref=PAT10$/).textContent();
  const { search } = new URL(link ?? "");
  await sellPlans(payments, context);
  const visitor = await context.newPage();
  await openHome(visitor, search);
  await expect(plan(visitor, "Standard Plan"), "BIL08 the price with the code").toContainText(
    "£19 a month with the code PAT10",
  );
  await expect(plan(visitor, "No Setup Plan")).toContainText("£29 a month with the code PAT10");
  const opened = context.waitForEvent("page");
  await plan(visitor, "No Setup Plan").getByRole("link", { name: "Get Started" }).click();
  const buying = await opened;
  await expect(buying.getByText("Discount PAT10")).toBeVisible();
  await payOnPage(buying, { email: someone(), name: "Bea Buyer" });
  await expect(buying).toHaveURL(/\/onboarding\?checkout=cs_/);
  const refer = () => payments.pay(`${payments.links.noSetup.url}?client_reference_id=PAT10`);
  await refer();
  await refer();

  // Closes the month; the partner's browser computes the same.
  const advance = async (next: Date) => {
    await payments.stripe.advanceTo(new Date(next.getTime() + DAY / 4));
    await payments.eventsApplied();
  };
  const close = async (next: Date) => {
    await advance(next);
    await sayso.schedule(new Date(next.getTime() + 120_000), "2 * * * *");
  };
  await close(LATER);
  await page.reload();
  await expect(figure(page, "Total Referrals")).toHaveText("3");
  await expect(figure(page, "Pending Payout")).toHaveText("£15.00");
  await button(page, `Statement of ${monthName(EARLIER)}`).click();
  const statement = dialog(page, monthName(EARLIER));
  await expect(statement.getByText("Checked by your browser")).toBeVisible();
  const facts = statement.getByRole("list").last().getByRole("listitem");
  await expect(facts).toHaveCount(3);
  await button(page, "Close").click();

  // £15 is below the minimum, so the admin is not asked to send it.
  const payNow = desk
    .getByRole("table", { name: "Commissions" })
    .getByRole("row")
    .filter({ hasText: email })
    .getByRole("button", { name: /^Pay Now/ });
  await desk.goto("/clients/admin/affiliates?tab=active");
  await button(desk, "Earlier month").dblclick();
  await expect(desk.getByRole("region", { name: `${monthName(EARLIER)} Commissions` })).toBeVisible();
  await payNow.click();
  await expect(
    toast(desk, "Failed to mark as paid: £15.00 is due; payouts start at £25.00. It carries over."),
  ).toBeVisible();

  // One more client, one more month: £35 are paid.
  await refer();
  await close(CLOSED);
  await button(desk, "Later month").click();
  await expect(desk.getByRole("region", { name: `${monthName(LATER)} Commissions` })).toBeVisible();
  await payNow.click();
  await button(desk, "Mark as paid").click();
  await expect(toast(desk, "Payment marked as completed")).toBeVisible();
  await advance(NOW);
  await page.reload();
  await expect(figure(page, "Active Referrals")).toHaveText("4");
  await expect(figure(page, "Lifetime Earnings")).toHaveText("£35.00");
  await expect(figure(page, "Pending Payout")).toHaveText("£0.00");
  await button(page, `Statement of ${monthName(LATER)}`).click();
  await expect(dialog(page, monthName(LATER)).getByText("Checked by your browser")).toBeVisible();
  await button(page, "Close").click();
  // Recalculated since, the earlier month still shows the payments up to its end.
  await button(page, `Statement of ${monthName(EARLIER)}`).click();
  const shortName = EARLIER.toLocaleDateString("en-US", { month: "short", timeZone: "UTC" });
  await expect(facts.first()).toContainText(`Paid from 03 ${shortName}`);

  // The sponsor has the same for the same clients.
  const override = await sayso.row(
    "SELECT sum(commission_amount) AS pence FROM affiliate_commissions WHERE affiliate_id = ? AND commission_type = 'override'",
    sponsor,
  );
  expect(override).toEqual({ pence: 3500 });
  await desk.context().close();
});

/** The admin, in a separate browser. */
async function deskOf(browser: Browser, { sayso }: PaymentWorld, admin: Awaited<ReturnType<typeof addUser>>) {
  const context = await browser.newContext({ viewport: DESK, baseURL: sayso.url.origin });
  await carrySession(context, sayso, admin, "admin");
  return context.newPage();
}

const someone = () => `bea-${crypto.randomUUID().slice(0, 8)}@example.com`;
