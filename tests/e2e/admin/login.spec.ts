import { addUser, totpCode } from "../../support/people/owner/users.ts";
import { startWorker } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import * as login from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

const NEW = "seven quiet geese";

test("AUT19 an admin gets in; a client and an affiliate are told so and stay signed out", async ({
  page,
  context,
  sayso,
}) => {
  const { user: client } = await login.addOwner(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  const admin = await addUser(sayso, { roles: ["admin"] });
  await page.goto(login.pages.admin);
  for (const user of [client, affiliate]) {
    await login.logIn(page, user);
    await expect(toast(page, "Access denied", "You don't have admin privileges.").first()).toBeVisible();
    await expect(login.email(page)).toHaveValue(user.email);
    expect(await context.cookies()).toEqual([]);
    expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id)).toBeUndefined();
  }
  await login.logIn(page, { ...admin, password: "not it" });
  await expect(toast(page, "Login failed", "Email or password is wrong.")).toBeVisible();
  await login.logIn(page, admin);
  await expect(page).toHaveURL("/clients/admin");
  await page.goto(login.pages.admin);
  await expect(page, "who is signed in goes on").toHaveURL("/clients/admin");
  await button(page, "Logout").click();
  await expect(page).toHaveURL(login.pages.admin);
});

test("AUT19 INV42 an admin whose role is taken away is out at the next request", async ({ page, sayso }) => {
  await login.forgetAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const first = login.firstScreen(page);
  await login.enter(page, admin, "admin");
  await first;
  await sayso.change("DELETE FROM user_roles WHERE user_id = ?", admin.id);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(toast(page, "Your session has ended")).toBeVisible();
  await expect(login.heading(page, "Admin login")).toBeVisible();
});

test("AUT12 AUT14 AUT15 an admin's password is set anew by mail, with at least 8 characters", async ({
  page,
  sayso,
}) => {
  await login.forgetAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  await page.goto(login.pages.admin);
  await button(page, "Forgot password?").click();
  await login.email(page).fill(admin.email);
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();
  const link = login.linkOf(await login.mailTo(sayso, admin.email, "Set a new Sayso password"));
  expect(link).toMatch(/^\/clients\/admin\/login#type=recovery&token=/);
  await page.goto(link);
  await login.newPassword(page).fill("seven77");
  await login.repeat(page).fill("seven77");
  await button(page, "Set password").click();
  await expect(
    toast(page, "Password too short", "Password must be at least 8 characters long."),
  ).toBeVisible();
  await login.newPassword(page).fill(NEW);
  await login.repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
  await login.logIn(page, { email: admin.email, password: NEW });
  await expect(page).toHaveURL("/clients/admin");
});

test("AUT07 a link opens at the login page it was made for", async ({ page, sayso }) => {
  const admin = await addUser(sayso, { roles: ["admin"] });
  const link = await login.addLink(sayso, admin, { area: "admin" });
  await page.goto(link.replace(login.pages.admin, login.pages.client));
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  await expect(page).toHaveURL(login.pages.admin);
});

test("AUT19 where admins must have a second factor it is set up before anything else", async ({
  browser,
}) => {
  const sayso = await startWorker({ ownOrigin: true, adminTotp: "required" });
  const context = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const page = await context.newPage();
    const admin = await addUser(sayso, { roles: ["admin"] });
    await page.goto(`${login.pages.admin}?next=%2Fclients%2Fsecurity`);
    await login.logIn(page, admin);
    await expect(login.heading(page, "Set up a second factor")).toBeFocused();
    await page.goto("/clients/dashboard");
    await expect(login.heading(page, "Set up a second factor"), "there is no way around it").toBeVisible();
    await page.goto(`${login.pages.admin}?next=%2Fclients%2Fsecurity`);
    await button(page, "Set up now").click();
    const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
    await axe(page, "set-up");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
    await button(page, "Confirm the code").click();
    await expect(login.heading(page, "Save your recovery codes")).toBeVisible();
    await axe(page, "recovery codes");
    await button(page, "I have saved them").click();
    await expect(page).toHaveURL("/clients/security");
    await expect(page.getByText("Your account must keep it.")).toBeVisible();
    await expect(button(page, "Switch off")).toHaveCount(0);
  } finally {
    await context.close();
    await sayso.close();
  }
});

test("AUT19 axe finds nothing on the admin's login page", async ({ page }) => {
  await page.goto(login.pages.admin);
  await button(page, "Login").click();
  await expect(toast(page, "Login failed")).toBeVisible();
  await axe(page, "login, with errors");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
});
