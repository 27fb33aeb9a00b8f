import type { Page } from "@playwright/test";
import type { Sayso } from "../../support/runtime/worker.ts";
import { mailTo } from "../login-pages.ts";
import { button, closeToast, expect, toast } from "../sayso.ts";
import { belowToasts, clearOfToast } from "../clear-of-toast.ts";
import { linkSignature } from "../../support/runtime/keys.ts";
import { field, fillInSignUp, freshEmail, openHome, settings, signUpButton, test } from "./home-page.ts";

const SUBJECT = "Confirm your email for the Sayso discount";
const FAILED = "Something went wrong. Please try again later.";

const row = (sayso: Sayso, email: string) =>
  sayso.row<{ id: string; status: string; company: string }>(
    "SELECT id, status, company FROM sign_ups WHERE email = ?",
    email,
  );

/** The posts to the mailing list that leave the page. */
function posts(page: Page): Record<string, string>[] {
  const sent: Record<string, string>[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/functions/v1/subscribe-getresponse"))
      sent.push(request.postDataJSON() as Record<string, string>);
  });
  return sent;
}

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
  // Asked for, and not waited for: the page may go before it could answer.
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

test("HOM12 the card offers the pre-launch discount and asks for four things", async ({ page }) => {
  await openHome(page);
  const card = page.getByRole("region", { name: "Be there first. Pay less." });
  await expect(card.getByText("Pre-launch discount", { exact: true })).toBeVisible();
  const inputs = page.getByRole("form").locator("input");
  expect(await inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).name))).toEqual([
    "firstName",
    "surname",
    "company",
    "email",
  ]);
  await expect(field(page, "Email")).toHaveAttribute("type", "email");
  expect(
    await inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).maxLength)),
    "as much as the server takes",
  ).toEqual([100, 100, 200, 255]);
});

test("HOM13 with one of the four empty nothing is sent", async ({ page }) => {
  const sent = posts(page);
  await openHome(page);
  for (const name of ["First name", "Surname", "Company", "Email"]) {
    await fillInSignUp(page, freshEmail());
    await field(page, name).fill("  ");
    await signUpButton(page).click();
    await expect(toast(page, "Error", "Please fill in all required fields").first()).toBeVisible();
    await expect(field(page, name)).toBeFocused();
    await expect(field(page, name)).toHaveAccessibleDescription("Please fill this in.");
  }
  expect(sent).toEqual([]);
});

test("HOM13 ERR01 on a phone the toast covers neither the field to mend nor what is said beside it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page);
  await signUpButton(page).click();
  await clearOfToast(page, field(page, "First name"), "Please fill this in.");
});

test("HOM14 HOM15 HOM16 EML03 a sign-up is sent with the page's campaign and thanked for", async ({
  page,
  sayso,
}) => {
  await settings(sayso, { campaign_id: "Launch7" });
  const email = freshEmail();
  const sent = posts(page);
  await openHome(page);
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route("**/functions/v1/subscribe-getresponse", async (route) => {
    await held;
    await route.continue();
  });
  await fillInSignUp(page, email);
  const answer = page.waitForResponse("**/functions/v1/subscribe-getresponse");
  await signUpButton(page).click();
  await expect(button(page, "Signing up...")).toBeVisible();
  await field(page, "Email").press("Enter");
  go();
  const reply = (await (await answer).json()) as { message: string };
  await expect(toast(page, "Success!", reply.message)).toBeVisible();
  expect(sent).toEqual([
    { email, firstName: "Ann", surname: "Example", company: "Corner Shop", campaignId: "Launch7" },
  ]);
  for (const name of ["First name", "Surname", "Company", "Email"])
    await expect(field(page, name)).toHaveValue("");
  await expect(button(page, "Sign up for the discount")).toBeVisible();
  expect(await row(sayso, email)).toMatchObject({ status: "pending_confirmation", company: "Corner Shop" });
  expect((await mailTo(sayso, email, SUBJECT)).text).toContain("pre-launch discount");
});

test("HOM17 whatever fails, the form stays as it is and the words are the same", async ({ page, sayso }) => {
  const failed = toast(page, "Error", FAILED);
  const email = freshEmail();
  await openHome(page);
  await fillInSignUp(page, "nobody");
  await signUpButton(page).click();
  await expect(failed).toBeVisible();
  await expect(field(page, "Email")).toHaveAccessibleDescription("Please enter a valid email address.");
  await expect(field(page, "Company")).toHaveValue("Corner Shop");

  await field(page, "Email").fill(email);
  await page.route("**/functions/v1/subscribe-getresponse", (route) => route.abort());
  await closeToast(failed);
  await signUpButton(page).click();
  await expect(failed).toBeVisible();
  await expect(field(page, "Email")).toHaveValue(email);
  expect(await row(sayso, email)).toBeUndefined();
});

test("HOM17 SUB36 who asks for too many mails is refused, and told why", async ({ page, sayso }) => {
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
  await belowToasts(page, why);
  await expect(field(page, "Email")).toHaveValue(email);
  await page.route("**/functions/v1/subscribe-getresponse", (route) => route.fulfill({ status: 500 }));
  await closeToast(toast(page, "Error", FAILED));
  await signUpButton(page).click();
  await expect(toast(page, "Error", FAILED)).toBeVisible();
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

test("EML03 a link that was made up, cut off or is too old confirms nothing", async ({ page, sayso }) => {
  const id = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at) VALUES (?, ?, 'Ann', 'Example', 'Shop', 'pending_confirmation', 0)",
    id,
    `${id}@example.com`,
  );
  const sign = (expires: number) => linkSignature("sign-up", id, expires);
  const later = Date.now() + 60_000;
  const past = Date.now() - 1000;
  for (const [token, heading] of [
    ["", "This link is incomplete"],
    [`${id}.${later}.${"0".repeat(64)}`, "This link is incomplete"],
    [`${id}.${later + 1}.${sign(later)}`, "This link is incomplete"],
    [`${id}.${past}.${sign(past)}`, "This link has expired"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/sign-up/confirm#${token}`);
    if (token) await button(page, "Confirm my email").click();
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign up again" })).toHaveAttribute("href", "/#sign-up");
  }
  expect(await row(sayso, `${id}@example.com`)).toMatchObject({ status: "pending_confirmation" });
});
