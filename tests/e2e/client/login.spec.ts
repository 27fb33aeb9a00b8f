import { call, PASSWORD } from "../../support/users.ts";
import { axe } from "../axe.ts";
import * as login from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

test("AUT06 AUT08 AUT09 both fields are required, and the right ones lead to the dashboard", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await expect(login.email(page)).toHaveAttribute("required");
  await expect(login.password(page)).toHaveAttribute("required");
  await button(page, "Login").click();
  await expect(toast(page, "Login failed", "Please enter your email and your password.")).toBeVisible();
  await expect(login.email(page)).toBeFocused();
  expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id)).toBeUndefined();
  await login.email(page).fill(`  ${user.email.toUpperCase()} `);
  await login.password(page).fill(user.password);
  await login.password(page).press("Enter");
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expect(page).toHaveURL("/clients/dashboard");
});

test("AUT08 the dashboard's code comes while somebody types, not after", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await page.waitForLoadState("networkidle");
  await login.email(page).focus();
  await expect(page.locator(".toast-layer")).toBeAttached();
  // But for what the dashboard's watermark is drawn with.
  await page.route(/\/assets\/(?!.*\/(rules|video)\.js).*\.js$/, (route) => route.abort());
  await login.logIn(page, user);
  await expect(page.getByRole("heading", { level: 1, name: "Corner Shop" })).toBeVisible();
});

test("AUT10 a refused login says why and keeps what was typed", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  for (const [address, attempt] of [
    [user.email, "not the password"],
    ["nobody@people.example", "not the password"],
  ] as const) {
    await login.logIn(page, { email: address, password: attempt });
    await expect(toast(page, "Login failed", "Email or password is wrong.").first()).toBeVisible();
    await expect(login.email(page)).toHaveValue(address);
    await expect(login.password(page)).toHaveValue(attempt);
    await expect(button(page, "Login")).toBeEnabled();
  }
  await expect(page).toHaveURL(login.pages.client);
});

test("AUT10 a browser that keeps no cookie of the login is told so, not greeted", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.route("**/api/auth/login", async (route) => {
    const answer = await route.fetch();
    await page.context().clearCookies();
    await route.fulfill({ status: answer.status(), json: await answer.json() });
  });
  await page.goto(login.pages.client);
  await login.logIn(page, user);
  await expect(
    toast(page, "Your browser did not keep the login", "It keeps logins only over HTTPS."),
  ).toBeVisible();
  await expect(toast(page, "Welcome back!")).toHaveCount(0);
  await expect(login.email(page)).toHaveValue(user.email);
  await expect(button(page, "Login")).toBeEnabled();
});

test("AUT10 a login whose session cannot be asked for says nothing about cookies", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  let answers = true;
  await page.route("**/api/auth/session", (route) =>
    answers ? route.continue() : route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }),
  );
  await page.goto(login.pages.client);
  await expect(login.email(page)).toBeVisible();
  answers = false;
  await login.logIn(page, user);
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expect(toast(page, "Your browser did not keep the login")).toHaveCount(0);
});

test("AUT10 a server that cannot be reached, or says nothing readable, loses nothing either", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await page.route("**/api/auth/login", (route) => route.abort());
  await login.logIn(page, user);
  await expect(toast(page, "Login failed", "We cannot reach the server.")).toBeVisible();
  await page.unroute("**/api/auth/login");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway" }));
  await button(page, "Login").click();
  await expect(toast(page, "Login failed", "Please try again.")).toBeVisible();
  await page.unroute("**/api/auth/login");
  await expect(login.password(page)).toHaveValue(user.password);
  await button(page, "Login").click();
  await expect(page).toHaveURL("/clients/dashboard");
});

test("INV44 too many failures say how long to wait", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  for (let failure = 0; failure < 5; failure += 1) {
    const body = { area: "client", email: user.email, password: "wrong" };
    expect((await call(sayso, "POST", "/api/auth/login", { body })).status).toBe(401);
  }
  await page.goto(login.pages.client);
  await login.logIn(page, user);
  await expect(toast(page, "Login failed", "Too many failed attempts. Please try again in")).toBeVisible();
  await expect(login.password(page)).toHaveValue(user.password);
  await login.forgetAttempts(sayso);
});

test("AUT08 a password can be looked at, and managers know every field", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await expect(login.email(page)).toHaveAttribute("autocomplete", "username");
  await expect(login.email(page)).toHaveAttribute("inputmode", "email");
  await expect(login.password(page)).toHaveAttribute("autocomplete", "current-password");
  await login.password(page).fill("plums");
  await expect(login.password(page)).toHaveAttribute("type", "password");
  await button(page, "Show what you typed").click();
  await expect(login.password(page)).toHaveAttribute("type", "text");
  await button(page, "Hide what you typed").click();
  await expect(login.password(page)).toHaveAttribute("type", "password");
  await page.goto(await login.addLink(sayso, user));
  for (const field of [login.newPassword(page), login.repeat(page)]) {
    await expect(field).toHaveAttribute("autocomplete", "new-password");
  }
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(user.email);
});

test("AUT18 ERR05 a screen without a session leads to the login, and from there back to it", async ({
  page,
  sayso,
}) => {
  const { user, client } = await login.addOwner(sayso);
  for (const path of [
    "/clients/dashboard",
    `/client/${client.custom_slug}`,
    "/clients/submissions?q=ann",
    "/clients/sharing",
    "/clients/sharing/card",
    "/clients/security",
    "/clients/support",
  ]) {
    await page.goto(path);
    await expect(login.heading(page, "Client login"), path).toBeVisible();
    await expect(page).toHaveURL(`/clients/login?${new URLSearchParams({ next: path })}`);
  }
  await page.goto("/clients/submissions?q=ann");
  await login.logIn(page, user);
  await expect(page).toHaveURL("/clients/submissions?q=ann");
  await page.goto(login.pages.client);
  await expect(page, "who is signed in goes on").toHaveURL("/clients/dashboard");
});

test("INV45 a sign-in leads to no address but our own", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  for (const next of ["//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)"]) {
    await page.goto(`${login.pages.client}?${new URLSearchParams({ next })}`);
    await login.logIn(page, user);
    await expect(page).toHaveURL("/clients/dashboard");
    await page.context().clearCookies();
  }
});

test("AUT18 JOB10 a folder opened without a sign-in leads to the login, and then to the folder", async ({
  page,
  sayso,
}) => {
  const { client, user } = await login.addOwner(sayso);
  await page.goto(`/drive/folder/${client.id}`);
  await expect(page).toHaveURL(`/clients/login?next=/drive/folder/${client.id}`);
  await login.logIn(page, user);
  await expect(page).toHaveURL(`/drive/folder/${client.id}`);
  await expect(login.heading(page, client.company_name)).toBeVisible();
});

test("CLI01 the portal's page leads to every login and to support", async ({ page, sayso }) => {
  await page.goto("/clients");
  const support = page.getByRole("link", { name: /support ticket/ });
  await expect(support).toHaveAttribute("target", "_blank");
  expect(await support.getAttribute("href")).toMatch(/^(https?:|mailto:)/);
  await page.getByRole("link", { name: "Admin Login", exact: true }).click();
  await expect(page).toHaveURL(login.pages.admin);
  await page.getByRole("link", { name: "See all logins" }).click();
  await page.getByRole("link", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(login.pages.client);
  await expect(login.heading(page, "Client login")).toBeFocused();
  const answer = await sayso.fetch("/clients");
  expect(answer.status).toBe(200);
});

test("AUT06 axe finds nothing on the client's login page", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto("/clients");
  await expect(page.getByRole("link", { name: "Login", exact: true })).toBeVisible();
  await axe(page, "portal");
  await page.goto(login.pages.client);
  await button(page, "Login").click();
  await expect(toast(page, "Login failed")).toBeVisible();
  await axe(page, "login, with errors");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
  await login.email(page).fill(user.email);
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();
  await axe(page, "reset, sent");
  await page.goto("/clients/login#type=recovery&token=never-was");
  await expect(login.heading(page, "This link is no longer valid")).toBeVisible();
  await axe(page, "link over");
  await page.goto(await login.addLink(sayso, user));
  await button(page, "Set password").click();
  await expect(toast(page, "Password too short")).toBeVisible();
  await axe(page, "new password, with errors");
  await login.newPassword(page).fill(PASSWORD);
  await login.repeat(page).fill(PASSWORD);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
  await login.enter(page, user);
  await page.getByRole("link", { name: "Support" }).first().click();
  await expect(login.heading(page, "Support")).toBeVisible();
  await axe(page, "support");
});
