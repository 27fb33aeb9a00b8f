// The second factor: how it is set up, moved and switched off, and how a sign-in takes a code.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { addOwner, clearAttempts, logIn, logins } from "../../support/screens/login.ts";
import { descriptionOf, eventually, fill, hasFocus, isAt, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { call, signIn, totpCode, type User } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SECURITY = "/clients/security";
const WRONG = "This code is wrong or was used before.";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const card = (page: Page) => look(() => page.get("region", "Two-step verification"));
const code = (page: Page) => page.find("textbox", /code/i);
const proof = (page: Page) => page.findField("Your current password");
const qrCode = (page: Page) => page.all("img", "Code for your authenticator app");
const value = (page: Page, label: string) => (page.field(label) as HTMLInputElement).value;

/** Codes are single-use: forgets the last one, so that a test need not wait for the next. */
const allowCodeReuse = (user: User) =>
  sayso.change("UPDATE users SET totp_last_step = 0 WHERE id = ?", user.id);

async function openSecurity(t: TestContext) {
  const { user } = await addOwner(sayso);
  const cookie = await signIn(sayso, user);
  const page = await openPage(t, sayso, SECURITY, { cookie });
  await page.find("button", "Set up now");
  return { page, user, cookie };
}

/** Enters a code and clicks a button. */
async function enterCode(page: Page, typed: string, button: string): Promise<void> {
  fill(await code(page), typed);
  await page.click("button", button);
}

/** The secret that is shown beside the QR code. */
async function shownSecret(page: Page): Promise<string> {
  await page.find("img", "Code for your authenticator app");
  return textOf(page.get("region", "Two-step verification").querySelector("code")).replaceAll(" ", "");
}

/** Sets up the second factor on the security screen; returns the secret and the recovery codes. */
async function setUp(page: Page, user: User) {
  await page.click("button", "Set up now");
  fill(await proof(page), user.password);
  await page.click("button", "Continue");
  const secret = await shownSecret(page);
  await enterCode(page, totpCode(secret), "Confirm the code");
  const recovery = look(await page.find("list", "Recovery codes"))
    .all("listitem")
    .map(textOf);
  assert.equal(recovery.length, 8);
  await allowCodeReuse(user);
  return { secret, recovery };
}

test("is set up, shows its recovery codes once, and takes a code at each sign-in (AUT05)", async (t) => {
  const { page, user } = await openSecurity(t);
  const { secret, recovery } = await setUp(page, user);
  await page.click("button", "I have saved them");
  await eventually(() => assert.equal(page.all("list", "Recovery codes").length, 0));
  await card(page).findText("On");
  await page.click("button", "Logout");

  await isAt(page, logins.client);
  await logIn(page, user);
  await page.find("heading", "Enter your code");
  assert.equal((await code(page)).getAttribute("autocomplete"), "one-time-code");
  assert.equal((await code(page)).getAttribute("inputmode"), "numeric");
  fill(await code(page), "000000");
  await page.user.keyboard("{Enter}");
  await page.toast("Login failed", WRONG);
  await eventually(async () => assert.equal(descriptionOf(await code(page)), WRONG));
  await page.click("button", "Back");
  await page.findField("Email");
  assert.deepEqual([value(page, "Email"), value(page, "Password")], [user.email, user.password]);
  await page.click("button", "Login");
  await enterCode(page, totpCode(secret), "Login");
  await isAt(page, "/clients/dashboard");

  const logInByRecovery = async () => {
    await page.click("button", "Logout");
    await isAt(page, logins.client);
    await logIn(page, user);
    await page.click("button", "Use a recovery code");
    await enterCode(page, recovery[0] ?? "", "Login");
  };
  await logInByRecovery();
  await isAt(page, "/clients/dashboard");
  await logInByRecovery();
  await eventually(async () => assert.equal(descriptionOf(await code(page)), WRONG));
  assert.equal(page.address, logins.client);
});

test("is put by nobody on an account whose browser they found open: it takes the password (AUT05 INV42)", async (t) => {
  const { page, user, cookie } = await openSecurity(t);
  for (const body of [{}, { password: "" }, { password: "not it at all" }, { code: "000000" }])
    assert.equal((await call(sayso, "POST", "/api/auth/totp", { cookie, body })).status, 400);
  await clearAttempts(sayso);

  await page.click("button", "Set up now");
  await hasFocus(() => page.field("Your current password"));
  assert.equal((await proof(page)).getAttribute("autocomplete"), "current-password");
  await page.click("button", "Continue");
  await eventually(async () => assert.equal(descriptionOf(await proof(page)), "Enter your current password"));
  fill(await proof(page), "not it at all");
  await page.user.keyboard("{Enter}");
  await page.toast("Failed to set up two-step verification");
  assert.equal((await proof(page)).getAttribute("aria-invalid"), "true");
  assert.match(descriptionOf(await proof(page)), /password/);
  assert.equal(qrCode(page).length, 0);
  await page.click("button", "Cancel");
  await page.find("button", "Set up now");
  assert.ok(page.lacks("Your current password"));
  assert.deepEqual(await sayso.row("SELECT totp_seed, totp_new_seed FROM users WHERE id = ?", user.id), {
    totp_seed: null,
    totp_new_seed: null,
  });
});

test("signs every other browser out as it is set up, and this one stays (AUT05 INV42)", async (t) => {
  const { page, user } = await openSecurity(t);
  const other = await signIn(sayso, user);
  const status = async () => (await call(sayso, "GET", "/api/client/dashboard", { cookie: other })).status;
  assert.equal(await status(), 200);
  await setUp(page, user);
  await page.toast("Two-step verification switched on", "All your other browsers have been signed out.");
  assert.equal(await status(), 401);
  const sessions = look(() => page.get("region", "Active sessions"));
  await eventually(() => assert.equal(sessions.all("listitem").length, 1));
  await sessions.waitForText("This browser");
  await page.click("button", "I have saved them");
  await page.goto(SECURITY);
  await eventually(() => card(page).getText("On"));
});

test("moves to another phone, and is switched off, for a code only (AUT05)", async (t) => {
  const { page, user } = await openSecurity(t);
  const first = await setUp(page, user);
  await page.click("button", "I have saved them");
  await page.click("button", "Move to another phone");
  await enterCode(page, "000000", "Continue");
  await page.toast("Failed to set up two-step verification");
  await eventually(async () => assert.equal(descriptionOf(await code(page)), WRONG));
  await enterCode(page, totpCode(first.secret), "Continue");
  const secret = await shownSecret(page);
  assert.notEqual(secret, first.secret);
  await enterCode(page, totpCode(first.secret), "Confirm the code");
  await eventually(async () => assert.equal((await code(page)).getAttribute("aria-invalid"), "true"));
  await enterCode(page, totpCode(secret), "Confirm the code");
  await page.click("button", "I have saved them");
  await allowCodeReuse(user);

  await page.click("button", "Switch off");
  await enterCode(page, totpCode(first.secret), "Switch off");
  await page.toast("Failed to switch it off");
  await enterCode(page, totpCode(secret), "Switch off");
  await page.toast("Two-step verification switched off");
  await card(page).findText("Off");
  await page.click("button", "Logout");
  await isAt(page, logins.client);
  await logIn(page, user);
  await isAt(page, "/clients/dashboard");
});
