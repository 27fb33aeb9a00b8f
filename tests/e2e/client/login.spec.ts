import { PASSWORD } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import * as login from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

test("AUT08 the dashboard's code comes while somebody types, not after", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await page.waitForLoadState("networkidle");
  await login.email(page).focus();
  await expect(page.locator(".toast-layer")).toBeAttached();
  // Except the code for the dashboard's watermark.
  await page.route(/\/assets\/(?!.*\/(rules|video)\.js).*\.js$/, (route) => route.abort());
  await login.logIn(page, user);
  await expect(page.getByRole("heading", { level: 1, name: "Corner Shop" })).toBeVisible();
});

test("from the portal's page to the login, a forgotten password and a new one; axe finds nothing on the way (CLI01 AUT06 AUT07 AUT12)", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.goto("/clients");
  const support = page.getByRole("link", { name: /support ticket/ });
  await expect(support).toHaveAttribute("target", "_blank");
  expect(await support.getAttribute("href")).toMatch(/^(https?:|mailto:)/);
  await axe(page, "portal");
  await page.getByRole("link", { name: "Admin Login", exact: true }).click();
  await expect(page).toHaveURL(login.pages.admin);
  await page.getByRole("link", { name: "See all logins" }).click();
  await page.getByRole("link", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(login.pages.client);
  await expect(login.heading(page, "Client login")).toBeFocused();
  await button(page, "Login").click();
  await expect(toast(page, "Login failed")).toBeVisible();
  await expect(login.email(page)).toBeFocused();
  await axe(page, "login, with errors");

  await login.email(page).fill(user.email);
  await button(page, "Forgot password?").click();
  await expect(login.heading(page, "Forgot your password?")).toBeFocused();
  await axe(page, "reset");
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();
  await axe(page, "reset, sent");

  // Links that are pasted over the open page.
  await page.goto("/clients/login#type=recovery&token=never-was");
  await expect(login.heading(page, "This link is no longer valid")).toBeVisible();
  await axe(page, "link over");
  await page.goto(login.linkOf(await login.mailTo(sayso, user.email, "Set a new Sayso password")));
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  expect(page.url(), "the token is off the address bar").not.toContain("token");
  await page.reload();
  await expect(login.heading(page, "Set a new password"), "and a reload goes on with it").toBeVisible();
  await button(page, "Set password").click();
  await expect(toast(page, "Password too short")).toBeVisible();
  await expect(login.newPassword(page)).toBeFocused();
  await axe(page, "new password, with errors");
  await login.newPassword(page).fill(PASSWORD);
  await login.repeat(page).fill(PASSWORD);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
  await expect(page).toHaveURL(login.pages.client);
  await page.reload();
  await expect(login.heading(page, "Client login"), "its session has ended").toBeVisible();
  await login.enter(page, user);
  await page.getByRole("link", { name: "Support" }).first().click();
  await expect(login.heading(page, "Support")).toBeVisible();
  await axe(page, "support");
});
