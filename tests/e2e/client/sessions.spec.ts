import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { addUser, signIn, type User } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { addOwner, pages as loginPages, enter, heading, logIn } from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

const SESSION = "__Host-session";

const NEW = "seven quiet geese";

/** Another browser that is signed in. */
async function otherBrowser(browser: Browser, sayso: Sayso, user: User): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: sayso.url.origin })).newPage();
  await enter(page, user);
  return page;
}

test("AUT01 the session is a cookie that no script can read, and nothing of it is stored", async ({
  page,
  context,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  const cookies = await context.cookies();
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
  const cookie = cookies.find(({ name }) => name === SESSION);
  expect(cookie).toBeDefined();
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(cookie?.value);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("AUT02 a session survives a restart of the browser", async ({ playwright, sayso }, { project }) => {
  const { user } = await addOwner(sayso);
  const profile = await mkdtemp(join(tmpdir(), "sayso-profile-"));
  const start = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...project.use.launchOptions,
      baseURL: sayso.url.origin,
    });
  try {
    const before = await start();
    await enter(await before.newPage(), user);
    const [cookie] = await before.cookies();
    expect(cookie?.expires, "it says how long it lives").toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    await before.close();
    const after = await start();
    const page = await after.newPage();
    await page.goto("/clients/dashboard");
    await expect(button(page, "Logout")).toBeVisible();
    await expect(page).toHaveURL("/clients/dashboard");
    await after.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test("RTE08 the portal leads to its screens, and an admin stays with the client they look at", async ({
  page,
  sayso,
}) => {
  const { user, client } = await addOwner(sayso);
  await enter(page, user);
  const nav = page.getByRole("navigation", { name: "Portal" });
  for (const name of ["Submissions", "Sharing", "Security", "Support", "Dashboard"]) {
    await nav.getByRole("link", { name }).click();
    await expect(page).toHaveURL(`/clients/${name.toLowerCase()}`);
    await expect(nav.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("main")).toBeVisible();
  }
  const admin = await addUser(sayso, { roles: ["admin"] });
  await page.context().clearCookies();
  await enter(page, admin, "admin");
  for (const [path, stay] of [
    [
      `/clients/dashboard?clientId=${client.id}&slug=${client.custom_slug}`,
      `?clientId=${client.id}&slug=${client.custom_slug}`,
    ],
    [`/client/${client.custom_slug}`, `?slug=${client.custom_slug}`],
  ] as const) {
    await page.goto(path);
    await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
    for (const name of ["Submissions", "Sharing", "Dashboard"]) {
      await nav.getByRole("link", { name }).click();
      await expect(page).toHaveURL(`/clients/${name.toLowerCase()}${stay}`);
    }
  }
});

test("CLI02 support is a button to the ticket portal, in a new tab", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.goto("/clients/support");
  const ticket = page.getByRole("link", { name: /^Open a support ticket/ });
  await expect(ticket).toHaveAttribute("target", "_blank");
  await expect(ticket).toHaveAttribute("rel", /noopener/);
});

test("AUT21 the admin view of a dashboard is for admins, signed in", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  const other = await addOwner(sayso);
  const view = `/clients/dashboard?clientId=${other.client.id}`;
  await page.goto(view);
  await expect(heading(page, "Admin login")).toBeVisible();
  await enter(page, user);
  await page.goto(view);
  await expect(toast(page, "Access denied", "You don't have admin privileges.")).toBeVisible();
  await expect(page).toHaveURL(`${loginPages.admin}?${new URLSearchParams({ next: view })}`);
  await expect(page.getByText(user.email), "and it is said who is signed in").toBeVisible();
  const admin = await addUser(sayso, { roles: ["admin"] });
  await logIn(page, admin);
  await expect(page).toHaveURL(view);
});

test("AUT05 other tabs notice a sign-in and a sign-out", async ({ page, context, sayso }) => {
  const { user } = await addOwner(sayso);
  const other = await context.newPage();
  await other.goto(loginPages.client);
  await expect(heading(other, "Client login")).toBeVisible();
  await enter(page, user);
  await expect(other).toHaveURL("/clients/dashboard");
  await expect(button(other, "Logout")).toBeVisible();
  await button(page, "Logout").click();
  await expect(other).toHaveURL(`${loginPages.client}?next=%2Fclients%2Fdashboard`);
  await enter(page, (await addOwner(sayso)).user);
  await expect(button(other, "Logout")).toBeVisible();
});

test("AUT05 the list names every browser, and ends the session of any other", async ({
  page,
  browser,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  const stranger = (await addOwner(sayso)).user;
  await signIn(sayso, stranger);
  const second = await otherBrowser(browser, sayso, user);
  const third = await otherBrowser(browser, sayso, user);
  await enter(page, user);
  await page.goto("/clients/security");
  const list = page.getByRole("region", { name: "Active sessions" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByRole("listitem").filter({ hasText: "This browser" })).toHaveCount(1);
  await expect(list.getByRole("listitem").first()).toContainText("Chrome on Linux");
  await expect(list.getByRole("listitem").first()).toContainText(/Since \d\d \w{3} \d{4}\. Last used/);

  await list.getByRole("button", { name: "Sign out Chrome on Linux" }).first().click();
  await expect(toast(page, "Signed out", "That browser will have to sign in again.")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(toast(page, "Signed out everywhere else")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("button")).toHaveCount(0);
  for (const gone of [second, third]) {
    await gone.goto("/clients/dashboard");
    await expect(heading(gone, "Client login")).toBeVisible();
    await gone.context().close();
  }
  await page.reload();
  await expect(button(page, "Logout")).toBeVisible();
  expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", stranger.id)).toBeTruthy();
});

test("AUT05 INV42 changing the password takes the current one and signs every other browser out", async ({
  page,
  browser,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  const other = await otherBrowser(browser, sayso, user);
  await enter(page, user);
  await page.goto("/clients/security");
  const change = async (current: string, next: string, again = next) => {
    await page.getByLabel(/^Current password/).fill(current);
    await page.getByLabel(/^New password/).fill(next);
    await page.getByLabel(/^Repeat new password/).fill(again);
    await button(page, "Change password").click();
  };
  await change("", NEW);
  await expect(toast(page, "Password required", "Please enter your current password.")).toBeVisible();
  await change(user.password, "short");
  await expect(toast(page, "Password too short", "at least 6 characters")).toBeVisible();
  await change(user.password, NEW, `${NEW}?`);
  await expect(toast(page, "Passwords don't match")).toBeVisible();
  await change("not it", NEW);
  await expect(toast(page, "Failed to change password", "Your current password is wrong.")).toBeVisible();
  await expect(page.getByLabel(/^Current password/)).toBeFocused();
  await expect(page.getByLabel(/^New password/)).toHaveValue(NEW);
  await change(user.password, "password1");
  await expect(page.getByLabel(/^New password/)).toHaveAccessibleDescription(/too easy to guess/);
  await expect(page.getByLabel(/^New password/)).toBeFocused();
  await change(user.password, NEW);
  await expect(toast(page, "Password changed")).toBeVisible();
  await expect(page.getByLabel(/^Current password/)).toHaveValue("");
  await other.goto("/clients/dashboard");
  await expect(heading(other, "Client login")).toBeVisible();
  await logIn(other, user);
  await expect(toast(other, "Login failed")).toBeVisible();
  await logIn(other, { ...user, password: NEW });
  await expect(other).toHaveURL("/clients/dashboard");
  await other.context().close();
  await page.reload();
  await expect(button(page, "Logout")).toBeVisible();
});

test("AUT05 axe finds nothing on the security screen", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await signIn(sayso, user);
  await enter(page, user);
  await page.goto("/clients/security");
  await button(page, "Change password").click();
  await expect(toast(page, "Password required")).toBeVisible();
  await button(page, "Set up now").click();
  await page.getByLabel(/^Your current password/).fill(user.password);
  await button(page, "Go on").click();
  await expect(page.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
  await axe(page, "security");
});
