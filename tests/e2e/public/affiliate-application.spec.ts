// From an application to the partner's first login.
import type { Page } from "@playwright/test";
import { addPartner, rowOf } from "../../support/people/partner/affiliates.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { carrySession } from "../client/owner.ts";
import { axe } from "../axe.ts";
import * as login from "../login-pages.ts";
import { test } from "../payments.ts";
import { button, expect, toast } from "../sayso.ts";

const NEW = "seven quiet geese";
const DESK = { width: 1280, height: 800 };
const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const submit = (page: Page) => button(page, "Submit application").click();
const someEmail = () => `pat-${crypto.randomUUID().slice(0, 8)}@partners.example`;

async function fill(page: Page, email: string, surname = `Marlow ${crypto.randomUUID().slice(0, 8)}`) {
  await field(page, "First name").fill("Pat");
  await field(page, "Surname").fill(surname);
  await field(page, "Email").fill(email);
  return surname;
}

test("AFF03 AFF07 AFF08 AFF09 AFA13 AFA14 AUT24 EML09 INV39 RTE04 RTE07 somebody applies with a sponsor, is configured and approved, sets a password and lands on the dashboard", async ({
  page,
  browser,
  sayso,
  payments,
  baseURL,
}) => {
  await login.clearAttempts(sayso);
  const sponsor = await addPartner(sayso, (await addUser(sayso, { roles: ["affiliate"] })).id);
  const name = `${sponsor.first_name} ${sponsor.surname}`;
  await page.goto(`/affiliates/apply?${new URLSearchParams({ sponsor: name })}`);
  await expect(field(page, "Sponsor name (optional)")).toHaveValue(name);
  const email = someEmail();
  const surname = await fill(page, email);
  await submit(page);
  await expect(toast(page, "Application submitted successfully!")).toBeVisible();
  await expect(page).toHaveURL("/affiliates/success");
  await expect(login.heading(page, "Application Submitted!")).toBeVisible();
  for (const part of ["awaits review", "login credentials", "promo code", "typically in 1-2 business days"])
    await expect(page.getByRole("main")).toContainText(part);
  await axe(page, "success");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  expect(await rowOf(sayso, email)).toMatchObject({ status: "pending", sponsor_id: sponsor.id });

  // The admin, in a separate browser.
  const context = await browser.newContext({ viewport: DESK, ...(baseURL ? { baseURL } : {}) });
  await carrySession(context, sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  const desk = await context.newPage();
  await desk.goto("/clients/admin/affiliates");
  const line = desk.getByRole("row").filter({ hasText: email });
  await expect(line).toContainText(`by ${name}`);
  await line.getByRole("button", { name: `Configure Pat ${surname}` }).click();
  const code = `PAT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  await field(desk, "Stripe Coupon Code").fill(code);
  await button(desk, "Save Configuration").click();
  const wrong = desk.getByRole("dialog").locator("[data-sonner-toast]");
  await expect(wrong).toContainText("Stripe has no promo code with this name.");
  // Outside of the dialog it could be neither heard nor closed.
  await wrong.getByRole("button", { name: "Close toast" }).click();
  await expect(wrong).toHaveCount(0);
  await payments.api.coupons.create({
    amount_off: 1000,
    currency: "gbp",
    duration: "forever",
    metadata: { sayso: "referral-coupon" },
  });
  await button(desk, `Create ${code} in Stripe and save`).click();
  await expect(
    toast(desk, "Affiliate updated successfully", `Pat ${surname} is now ready for approval`),
  ).toBeVisible();
  await line.getByRole("button", { name: /^Approve/ }).click();
  await expect(toast(desk, "Affiliate approved successfully! Welcome email sent.")).toBeVisible();
  await expect(line).toHaveCount(0);
  await desk.getByRole("tab", { name: "Active Affiliates" }).click();
  await expect(line.getByText("approved", { exact: true })).toBeVisible();

  const mail = await login.mailTo(sayso, email, "You are a Sayso partner");
  expect(mail.text).toContain(code);
  await page.goto(login.linkOf(mail));
  await expect(login.heading(page, "Choose your password")).toBeVisible();
  await login.newPassword(page).fill(NEW);
  await login.repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully! Please log in with your new password.")).toBeVisible();
  await login.logIn(page, { email, password: NEW });
  await expect(page).toHaveURL("/affiliates/dashboard");
  await expect(login.heading(page, "Welcome, Pat!")).toBeVisible();
  await desk.reload();
  await expect(line.getByText("active", { exact: true })).toBeVisible();
  await context.close();
});

test("reports each invalid field beside it and loses no input (AFF03 AFF04 AFF05 AFF06 AFF08)", async ({
  page,
  sayso,
}) => {
  await login.clearAttempts(sayso);
  await page.goto("/affiliates/apply");
  await submit(page);
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  await expect(field(page, "First name")).toBeFocused();
  const email = someEmail();
  const surname = await fill(page, "pat@nowhere");
  await submit(page);
  await expect(toast(page, "Please enter a valid email address")).toBeVisible();
  await expect(field(page, "Email")).toHaveAccessibleDescription("Please enter a valid email address");
  await field(page, "Email").fill(email);
  await field(page, "Sponsor name (optional)").fill("Nobody At All");
  await submit(page);
  const unknown = "Sponsor not found. Please check the name or leave blank for Tier 1.";
  await expect(toast(page, unknown)).toBeVisible();
  const errors = page.locator("[data-sonner-toast][data-type=error][data-removed=false]");
  await expect(errors).toHaveCount(1);
  await expect(field(page, "Sponsor name (optional)")).toHaveAccessibleDescription(unknown);
  await axe(page, "the form with errors");
  await field(page, "Sponsor name (optional)").fill("");
  await page.route("**/api/public/affiliates", (route) => route.abort());
  await submit(page);
  await expect(toast(page, "Failed to submit application")).toBeVisible();
  await page.unroute("**/api/public/affiliates");
  await expect(field(page, "Surname")).toHaveValue(surname);
  await submit(page);
  await expect(page).toHaveURL("/affiliates/success");
  await expect(errors).toHaveCount(0);

  await page.goto("/affiliates/apply");
  await fill(page, email);
  await submit(page);
  await expect(toast(page, "An application with this email already exists")).toBeVisible();
});
