import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signIn, totpCode, type User } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import {
  addOwner,
  pages as loginPages,
  email,
  enter,
  forgetAttempts,
  heading,
  logIn,
  password,
} from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

const code = (page: Page) => page.getByRole("textbox", { name: /code/i });
const proof = (page: Page) => card(page).getByLabel(/^Your current password/);
const card = (page: Page) => page.getByRole("region", { name: "Second factor" });

/** No code is taken twice: forgets which was the last, so that a test need not wait for the next. */
const forgetCode = (sayso: Sayso, user: User) =>
  sayso.change("UPDATE users SET totp_last_step = 0 WHERE id = ?", user.id);

/** Sets up the second factor on the security screen; answers the secret and the recovery codes. */
async function setUp(page: Page, sayso: Sayso, user: User) {
  await page.goto("/clients/security");
  await button(page, "Set up now").click();
  await proof(page).fill(user.password);
  await button(page, "Go on").click();
  await expect(page.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
  const secret = (await card(page).locator("code").innerText()).replaceAll(" ", "");
  await code(page).fill(totpCode(secret));
  await button(page, "Confirm the code").click();
  const list = card(page).getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(8);
  const recovery = await list.getByRole("listitem").allInnerTexts();
  await forgetCode(sayso, user);
  return { secret, recovery };
}

test("AUT05 a second factor is set up, its recovery codes are shown once, and a sign-in takes a code", async ({
  page,
  context,
  sayso,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { user } = await addOwner(sayso);
  await enter(page, user);
  const { secret, recovery } = await setUp(page, sayso, user);
  await button(page, "Copy").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(recovery.join("\n"));
  const download = page.waitForEvent("download");
  await button(page, "Download").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("sayso-recovery-codes.txt");
  expect(await readFile(await file.path(), "utf8")).toContain(recovery.join("\n"));
  await button(page, "I have saved them").click();
  await expect(card(page).getByText("On", { exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "Recovery codes" })).toHaveCount(0);
  await button(page, "Logout").click();

  await logIn(page, user);
  await expect(heading(page, "Enter your code")).toBeFocused();
  await expect(code(page)).toHaveAttribute("autocomplete", "one-time-code");
  await expect(code(page)).toHaveAttribute("inputmode", "numeric");
  await code(page).fill("000000");
  await code(page).press("Enter");
  await expect(toast(page, "Login failed", "This code is wrong or was used before.")).toBeVisible();
  await expect(code(page)).toHaveAccessibleDescription("This code is wrong or was used before.");
  await button(page, "Back").click();
  await expect(email(page), "what was typed stays").toHaveValue(user.email);
  await expect(password(page)).toHaveValue(user.password);
  await button(page, "Login").click();
  await code(page).fill(totpCode(secret));
  await button(page, "Login").click();
  await expect(page).toHaveURL("/clients/dashboard");
  await button(page, "Logout").click();

  for (const [attempt, works] of [
    [recovery[0] ?? "", true],
    [recovery[0] ?? "", false],
  ] as const) {
    await logIn(page, user);
    await button(page, "Use a recovery code").click();
    await code(page).fill(attempt);
    await button(page, "Login").click();
    if (works) {
      await expect(page).toHaveURL("/clients/dashboard");
      await button(page, "Logout").click();
    } else {
      await expect(
        toast(page, "Login failed", "This code is wrong or was used before.").first(),
      ).toBeVisible();
      await expect(page).toHaveURL(loginPages.client);
    }
  }
});

test("AUT05 INV42 whoever finds a browser open puts no second factor on the account: it takes the password", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.goto("/clients/security");
  const attempt = (body: object) =>
    page.evaluate(async (sent) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch("/api/auth/totp", { method: "POST", headers, body: JSON.stringify(sent) });
      return answer.status;
    }, body);
  for (const body of [{}, { password: "" }, { password: "not it at all" }, { code: "000000" }])
    expect(await attempt(body), JSON.stringify(body)).toBe(400);
  await forgetAttempts(sayso);

  await button(page, "Set up now").click();
  await expect(proof(page)).toBeFocused();
  await expect(proof(page)).toHaveAttribute("autocomplete", "current-password");
  await button(page, "Go on").click();
  await expect(proof(page)).toHaveAccessibleDescription("Enter your current password");
  await proof(page).fill("not it at all");
  await proof(page).press("Enter");
  await expect(toast(page, "Failed to set up the second factor")).toBeVisible();
  await expect(proof(page)).toHaveAttribute("aria-invalid", "true");
  await expect(proof(page)).toHaveAccessibleDescription(/password/);
  await expect(page.getByRole("img", { name: "Code for your authenticator app" })).toHaveCount(0);
  await button(page, "Cancel").click();
  await expect(proof(page)).toHaveCount(0);
  expect(await sayso.row("SELECT totp_seed, totp_new_seed FROM users WHERE id = ?", user.id)).toEqual({
    totp_seed: null,
    totp_new_seed: null,
  });
});

test("AUT05 INV42 setting up a second factor signs every other browser out, and this one stays", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  const other = await signIn(sayso, user);
  const status = async () =>
    (await sayso.fetch("/api/client/dashboard", { headers: { cookie: other } })).status;
  await enter(page, user);
  expect(await status()).toBe(200);
  await setUp(page, sayso, user);
  await expect(
    toast(page, "Second factor switched on", "All your other browsers have been signed out."),
  ).toBeVisible();
  expect(await status()).toBe(401);
  const list = page.getByRole("region", { name: "Active sessions" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText("This browser");
  await button(page, "I have saved them").click();
  await page.reload();
  await expect(card(page).getByText("On", { exact: true })).toBeVisible();
});

test("AUT05 a second factor moves to another phone, and goes, for a code only", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  const first = await setUp(page, sayso, user);
  await button(page, "I have saved them").click();
  await button(page, "Move to another phone").click();
  await code(page).fill("000000");
  await button(page, "Go on").click();
  await expect(toast(page, "Failed to set up the second factor")).toBeVisible();
  await expect(code(page)).toHaveAccessibleDescription("This code is wrong or was used before.");
  await code(page).fill(totpCode(first.secret));
  await button(page, "Go on").click();
  await expect(page.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
  const secret = (await card(page).locator("code").innerText()).replaceAll(" ", "");
  expect(secret).not.toBe(first.secret);
  await code(page).fill(totpCode(first.secret));
  await button(page, "Confirm the code").click();
  await expect(toast(page, "Failed to set up the second factor").first()).toBeVisible();
  await code(page).fill(totpCode(secret));
  await button(page, "Confirm the code").click();
  await button(page, "I have saved them").click();
  await forgetCode(sayso, user);

  await button(page, "Switch off").click();
  await code(page).fill(totpCode(first.secret));
  await button(page, "Switch off").click();
  await expect(toast(page, "Failed to switch it off")).toBeVisible();
  await code(page).fill(totpCode(secret));
  await button(page, "Switch off").click();
  await expect(toast(page, "Second factor switched off")).toBeVisible();
  await expect(card(page).getByText("Off", { exact: true })).toBeVisible();
  await button(page, "Logout").click();
  await logIn(page, user);
  await expect(page, "the password alone is enough again").toHaveURL("/clients/dashboard");
});

test("AUT05 axe finds nothing on the steps of a second factor", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.goto("/clients/security");
  await button(page, "Set up now").click();
  await button(page, "Go on").click();
  await axe(page, "the current password");
  await setUp(page, sayso, user);
  await axe(page, "recovery codes");
  await button(page, "I have saved them").click();
  await button(page, "Switch off").click();
  await axe(page, "switch off");
  await button(page, "Logout").click();
  await logIn(page, user);
  await expect(heading(page, "Enter your code")).toBeVisible();
  await axe(page, "code");
});
