import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { clearAttempts, heading } from "../login-pages.ts";
import { addPromotion, payOnPage, sellPlans, test } from "../payments.ts";
import { button, expect } from "../sayso.ts";
import { addPartners } from "../../support/people/partner/referrals.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { openHome, plan, thirdPartyRequests } from "./home-page.ts";

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const someone = () => `bea-${crypto.randomUUID().slice(0, 8)}@example.com`;
const getStarted = (page: Page, name: string) => plan(page, name).getByRole("link", { name: "Get Started" });
const parameters = async (page: Page, name: string) =>
  Object.fromEntries(new URL((await getStarted(page, name).getAttribute("href")) ?? "").searchParams);
const referredBy = (code: string) => ({ client_reference_id: code, prefilled_promo_code: code });

async function addPartner(sayso: Sayso, code: string): Promise<void> {
  const [id] = await addPartners(sayso, 1);
  await sayso.change("UPDATE affiliates SET stripe_coupon_id = ? WHERE id = ?", code, id);
}

test.beforeEach(({ payments }) => clearAttempts(payments.sayso));

test("BIL02 BIL08 BIL10 BIL11 HOM08 INV25 a visitor with a partner's link buys, sets up and is live", async ({
  page,
  context,
  payments,
}) => {
  await sellPlans(payments, context);
  const code = `ANN${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  await addPromotion(payments, code);
  await addPartner(payments.sayso, code);
  await openHome(page, `?ref=${code}`);
  expect(await parameters(page, "Standard Plan")).toEqual(referredBy(code));
  expect(await parameters(page, "No Setup Plan")).toEqual(referredBy(code));

  const opened = context.waitForEvent("page");
  await getStarted(page, "No Setup Plan").click();
  const buying = await opened;
  await expect(buying.getByText(`Discount ${code}`)).toBeVisible();
  await expect(buying.getByRole("definition").last()).toHaveText("£29.00");
  const email = someone();
  await payOnPage(buying, { email, name: "Bea Buyer" });

  await expect(buying).toHaveURL(/\/onboarding\?checkout=cs_/);
  await expect(buying.getByText("Payment received: No Setup Plan")).toBeVisible();
  await expect(
    buying.getByText(`£29 paid by ${email}.`),
    "BIL08 the price with the partner's code",
  ).toBeVisible();
  await expect(field(buying, "Email")).toHaveValue(email);
  await axe(buying, "onboarding after a payment");
  const company = `Bea’s Bakery ${code}`;
  await field(buying, "Name").fill("Bea Buyer");
  await field(buying, "Company").fill(company);
  await buying.getByRole("combobox", { name: "Review platform" }).selectOption("google");
  await buying.getByLabel("Choose a logo").setInputFiles("tests/support/films/logo.png");
  await button(buying, "Complete setup").click();
  await expect(heading(buying, "Thank you for completing your set-up.")).toBeVisible();
  await expect(
    buying.getByText("Your recording page is live: try it now. We have sent you a welcome email"),
  ).toBeVisible();

  await payments.eventsApplied();
  const client = await payments.client(email);
  expect(client).toMatchObject({ company_name: company, status: "active", plan_type: "no-setup" });
  const bought = await payments.sayso.row("SELECT * FROM subscriptions WHERE client_id = ?", client?.id);
  expect(bought).toMatchObject({ client_reference: code, plan_type: "no-setup", email });
  const paid = await payments.sayso.row("SELECT * FROM payments WHERE subscription_id = ?", bought?.id);
  expect(paid?.amount_pence).toBe(2900);
  await buying.goto(`/record/${client?.custom_slug}`);
  await expect(buying.getByRole("img", { name: new RegExp(company) })).toBeVisible();
});

test("BIL10 the first partner is remembered from any public page, without asking any other site", async ({
  page,
  context,
  payments,
  client,
}) => {
  await sellPlans(payments, context);
  const first = `FIRST-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await addPartner(payments.sayso, first);
  const asked = thirdPartyRequests(page);
  await page.goto(`/record/${client.custom_slug}?ref=${first}`);
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("sayso-referral"))).toContain(first);
  await page.goto("/terms?ref=SECOND");
  await expect(heading(page, "Terms & Conditions")).toBeVisible();
  await openHome(page, "?ref=THIRD");
  expect(await parameters(page, "Standard Plan")).toEqual(referredBy(first));
  await page.evaluate((days) => {
    const touches = JSON.parse(localStorage.getItem("sayso-referral") ?? "[]") as {
      code: string;
      at: number;
    }[];
    const aged = touches.map(({ code, at }) => ({ code, at: at - days * 86_400_000 }));
    localStorage.setItem("sayso-referral", JSON.stringify(aged));
  }, 90);
  await openHome(page);
  expect(await parameters(page, "Standard Plan"), "after 90 days").toEqual({});
  expect(asked).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test("without browser storage the code lasts as long as the page, and an unknown code does not count (BIL10)", async ({
  page,
  context,
  payments,
}) => {
  await sellPlans(payments, context);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("Forbidden", "SecurityError");
      },
    });
  });
  const code = `ANN-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await addPartner(payments.sayso, code);
  await openHome(page, `?ref=${code}`);
  expect(await parameters(page, "Standard Plan")).toEqual(referredBy(code));
  await openHome(page, "?ref=a%20b");
  expect(await parameters(page, "Standard Plan")).toEqual({});
});

test("when the payment cannot be looked up the form still works, without data loss or layout shift (ONB01 ONB08 INV25)", async ({
  page,
  payments,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/public/checkout/*", async (route) => {
    await held;
    await route.fulfill({ status: 503, body: "later" });
  });
  await page.goto("/onboarding?checkout=cs_test_lost");
  const email = someone();
  await field(page, "Name").fill("Bea Buyer");
  await field(page, "Email").fill(email);
  const placeOfForm = () => page.getByRole("form").boundingBox();
  const before = await placeOfForm();
  answer();
  await expect(page.getByText("We cannot show your payment right now.")).toBeVisible();
  expect(await placeOfForm()).toEqual(before);
  await axe(page, "onboarding, payment unknown");
  await field(page, "Company").fill("Bea & Sons");
  await page.getByRole("combobox", { name: "Review platform" }).selectOption("none");
  await button(page, "Complete setup").click();
  await expect(heading(page, "Thank you for completing your set-up.")).toBeVisible();
  const request = await payments.sayso.row("SELECT * FROM onboarding_requests WHERE email = ?", email);
  expect(request).toMatchObject({ company: "Bea & Sons", checkout_id: "cs_test_lost" });
});

test("ONB01 an address that was typed before the payment was known stays", async ({ page, payments }) => {
  const { email, checkout } = await payments.purchase("standard", { email: someone() });
  const typed = someone();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/public/checkout/*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/onboarding?checkout=${checkout}`);
  await field(page, "Email").fill(typed);
  answer();
  await expect(page.getByText(`£228 paid by ${email}. The next payment is £29, on`)).toBeVisible();
  await expect(field(page, "Email")).toHaveValue(typed);
});
