import { PASSWORD } from "../../support/people/owner/users.ts";
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

test("the portal's page leads to every login and to support (CLI01)", async ({ page, sayso }) => {
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
