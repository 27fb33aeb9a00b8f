import type { Sayso } from "../../support/runtime/worker.ts";
import { mailTo } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { besideToasts, clearOfToast } from "../clear-of-toast.ts";
import { field, fillInSignUp, freshEmail, openHome, signUpButton, test } from "./home-page.ts";

const SUBJECT = "Confirm your email for the Sayso discount";
const FAILED = "Something went wrong. Please try again later.";

const row = (sayso: Sayso, email: string) =>
  sayso.row<{ status: string }>("SELECT status FROM sign_ups WHERE email = ?", email);

test("HOM11 a dialog points to the sign-up form, and never opens by itself", async ({ page }) => {
  await openHome(page);
  await page.waitForLoadState("networkidle");
  const dialog = page.getByRole("dialog", { name: "Get Your Pre-Launch Discount" });
  await expect(dialog).toHaveCount(0);
  await button(page, "Get the launch discount").click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button(page, "Get the launch discount")).toBeFocused();
  await button(page, "Get the launch discount").click();
  await button(page, "Go to Signup Form").click();
  await expect(dialog).toHaveCount(0);
  await expect(field(page, "First name")).toBeInViewport();
  await expect(field(page, "First name")).toBeFocused();
});

test("HOM11 RTE01 Back closes the dialog and stays on the page; nothing of it stays in the history", async ({
  page,
}) => {
  await page.goto("/terms");
  await openHome(page, "?ref=ANN10");
  const dialog = page.getByRole("dialog", { name: "Get Your Pre-Launch Discount" });
  const opener = button(page, "Get the launch discount");
  // Scheduled and not awaited: the page may close before it could answer.
  const back = () => page.evaluate(() => void setTimeout(() => history.back()));
  await opener.dblclick();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/\?ref=ANN10$/);
  await back();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/\?ref=ANN10$/);
  await expect(opener).toBeFocused();

  for (const close of [() => page.keyboard.press("Escape"), () => button(page, "Not now").click()]) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await back();
  await expect(dialog).toHaveCount(0);
  await opener.click();
  await button(page, "Go to Signup Form").click();
  await expect(field(page, "First name")).toBeFocused();
  await expect(field(page, "First name")).toBeInViewport();
  await back();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/\?ref=ANN10$/);
  await back();
  await expect(page).toHaveURL(/\/terms$/);
});

test("HOM13 ERR01 on a phone the toast covers neither the field to mend nor what is said beside it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page);
  await signUpButton(page).click();
  await clearOfToast(page, field(page, "First name"), "Please fill this in.");
});

test("refuses too many mails from one visitor, with the reason (HOM17 SUB36)", async ({ page, sayso }) => {
  const email = freshEmail();
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page);
  for (let time = 0; time < 3; time += 1) {
    await fillInSignUp(page, email);
    await signUpButton(page).click();
    await expect(field(page, "Email")).toHaveValue("");
  }
  await fillInSignUp(page, email);
  const answer = page.waitForResponse("**/functions/v1/subscribe-getresponse");
  await signUpButton(page).click();
  expect((await answer).status()).toBe(429);
  await expect(toast(page, "Error", FAILED)).toBeVisible();
  const why = page.getByRole("form").getByRole("alert");
  await expect(why).toContainText(/^Too many emails have been requested\. Please try again in /);
  await besideToasts(page, why);
  await expect(field(page, "Email")).toHaveValue(email);
  await page.route("**/functions/v1/subscribe-getresponse", (route) => route.fulfill({ status: 500 }));
  await signUpButton(page).click();
  await expect(toast(page, "Error", FAILED).first()).toBeVisible();
  await expect(why, "a server that failed has nothing to say").toBeEmpty();
  expect(await sayso.rows("SELECT id FROM sign_ups WHERE email = ?", email)).toHaveLength(1);
});

test("EML03 the mail's link asks before it confirms", async ({ page, sayso }) => {
  const email = freshEmail();
  await openHome(page);
  await fillInSignUp(page, email);
  await signUpButton(page).click();
  const mail = await mailTo(sayso, email, SUBJECT);
  const link = new URL(/https?:\S+#\S+/.exec(mail.text)?.[0] ?? "no link");
  await page.goto(link.pathname + link.hash);
  await expect(button(page, "Confirm my email")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await row(sayso, email)).toMatchObject({ status: "pending_confirmation" });

  await page.route("**/api/public/sign-ups/confirm", (route) => route.abort(), { times: 1 });
  await button(page, "Confirm my email").click();
  await expect(page.getByText(/did not go through/)).toBeVisible();
  await button(page, "Confirm my email").click();
  await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
  await expect(page.getByText(/Your place on the pre-launch list is confirmed/)).toBeVisible();
  expect(await row(sayso, email)).toMatchObject({ status: "confirmed" });

  await page.reload();
  await button(page, "Confirm my email").click();
  await expect(page.getByRole("heading", { name: "You are on the list" })).toBeVisible();
});
