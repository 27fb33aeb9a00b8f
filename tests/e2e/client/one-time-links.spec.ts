import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import * as login from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

const NEW = "seven quiet geese";

test("AUT07 AUT12 AUT15 EML07 a forgotten password is set anew by the link in the mail", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await login.email(page).fill(user.email);
  await button(page, "Forgot password?").click();
  await expect(login.heading(page, "Forgot your password?")).toBeFocused();
  await expect(login.email(page), "what was typed comes along").toHaveValue(user.email);
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();

  const link = login.linkOf(await login.mailTo(sayso, user.email, "Set a new Sayso password"));
  expect(link).toMatch(/^\/clients\/login#type=recovery&token=/);
  await page.goto(link);
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  expect(page.url(), "the token is off the address bar").not.toContain("token");
  await expect(page.getByText(user.email)).toBeVisible();
  await page.reload();
  await expect(login.heading(page, "Set a new password"), "and a reload goes on with it").toBeVisible();

  await login.newPassword(page).fill(NEW);
  await login.repeat(page).fill(NEW);
  await login.repeat(page).press("Enter");
  await expect(
    toast(page, "Password set successfully!", "Please log in with your new password."),
  ).toBeVisible();
  await expect(login.heading(page, "Client login")).toBeVisible();
  await expect(login.email(page)).toHaveValue(user.email);
  await expect(page).toHaveURL(login.pages.client);
  await page.reload();
  await expect(login.heading(page, "Client login"), "its session has ended").toBeVisible();

  await login.logIn(page, user);
  await expect(toast(page, "Login failed")).toBeVisible();
  await login.logIn(page, { email: user.email, password: NEW });
  await expect(page).toHaveURL("/clients/dashboard");
});

test("AUT12 a browser that keeps no cookie of the link's login is told so", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await login.email(page).fill(user.email);
  await button(page, "Forgot password?").click();
  await button(page, "Send reset link").click();
  const link = login.linkOf(await login.mailTo(sayso, user.email, "Set a new Sayso password"));
  await page.route("**/api/auth/link", async (route) => {
    const answer = await route.fetch();
    await page.context().clearCookies();
    await route.fulfill({ status: answer.status(), json: await answer.json() });
  });
  // From the mail: a page of its own.
  await page.goto("about:blank");
  await page.goto(link);
  await expect(
    toast(page, "Your browser did not keep the login", "It keeps logins only over HTTPS."),
  ).toBeVisible();
  await expect(login.heading(page, "Client login")).toBeVisible();
});

test("AUT11 AUT12 a reset without an address, with none, and when it fails", async ({ page, sayso }) => {
  await login.forgetAttempts(sayso);
  await page.goto(login.pages.client);
  await button(page, "Forgot password?").click();
  await button(page, "Send reset link").click();
  await expect(toast(page, "Email required", "Please enter your email address.")).toBeVisible();
  await expect(login.email(page)).toBeFocused();
  await login.email(page).fill("not an address");
  await login.email(page).press("Enter");
  await expect(toast(page, "Failed to send reset link")).toBeVisible();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await login.email(page).fill("nobody@people.example");
  await page.route("**/api/auth/reset", (route) => route.abort());
  await button(page, "Send reset link").click();
  await expect(toast(page, "Failed to send reset link", "We cannot reach the server.")).toBeVisible();
  await page.unroute("**/api/auth/reset");
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!"), "INV44 nobody learns who has an account").toBeVisible();
  await button(page, "Back to login").click();
  await expect(login.email(page)).toHaveValue("nobody@people.example");
});

test("AUT13 AUT14 a new password must be long enough and twice the same, and not everybody's", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(await login.addLink(sayso, user));
  const set = async (first: string, second: string) => {
    await login.newPassword(page).fill(first);
    await login.repeat(page).fill(second);
    await button(page, "Set password").click();
  };
  await set("short", "short");
  await expect(
    toast(page, "Password too short", "Password must be at least 6 characters long."),
  ).toBeVisible();
  await expect(login.newPassword(page)).toBeFocused();
  await set(NEW, `${NEW}?`);
  await expect(
    toast(page, "Passwords don't match", "Please make sure both passwords are the same."),
  ).toBeVisible();
  await expect(login.repeat(page)).toBeFocused();
  await expect(login.repeat(page)).toHaveValue(`${NEW}?`);
  await set("password1", "password1");
  await expect(toast(page, "Failed to set password")).toBeVisible();
  await expect(login.newPassword(page)).toHaveAccessibleDescription(/too easy to guess/);
  await expect(login.newPassword(page)).toHaveValue("password1");
  await page.route("**/api/auth/password", (route) => route.abort());
  await set(NEW, NEW);
  await expect(toast(page, "Failed to set password", "We cannot reach the server.")).toBeVisible();
  await expect(login.newPassword(page)).toHaveValue(NEW);
  await page.unroute("**/api/auth/password");
  const stored = await sayso.row("SELECT password_hash FROM users WHERE id = ?", user.id);
  await signIn(sayso, user);
  expect(stored?.password_hash, "until then the old one holds").toBeTruthy();
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
});

test("AUT07 the session of a link sets a password and opens nothing else", async ({ page, sayso }) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(await login.addLink(sayso, user));
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  for (const path of ["/clients/dashboard", "/clients/security", "/clients/admin/login"]) {
    await page.goto(path);
    await expect(login.heading(page, "Set a new password"), path).toBeVisible();
    await expect(page).toHaveURL(/\/clients\/login/);
  }
  await sayso.change("UPDATE sessions SET expires_at = ? WHERE user_id = ?", Date.now() - 1, user.id);
  await login.newPassword(page).fill(NEW);
  await login.repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Failed to set password", "Please sign in.")).toBeVisible();
  await expect(
    login.heading(page, "Forgot your password?"),
    "after 15 minutes a new link is offered",
  ).toBeVisible();
  await expect(login.email(page)).toHaveValue(user.email);
});

test("AUT16 the first password is set by invitation, and the welcome mail follows", async ({
  page,
  sayso,
}) => {
  const { client } = await login.addOwner(sayso);
  await sayso.change("UPDATE clients SET user_id = NULL WHERE id = ?", client.id);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const invited = await call(sayso, "POST", "/functions/v1/invite-client", {
    cookie: await signIn(sayso, admin, "admin"),
    body: { clientId: client.id, email: client.email, companyName: client.company_name },
  });
  expect(invited.status, await invited.text()).toBe(200);
  const mail = await login.mailTo(sayso, client.email, "Your Sayso portal is ready");
  await page.goto(login.linkOf(mail));
  await expect(login.heading(page, "Choose your password")).toBeVisible();
  await login.newPassword(page).fill("geese!");
  await login.repeat(page).fill("geese!");
  await button(page, "Set password").click();
  await expect(
    toast(page, "Password set successfully!", "Please log in with your new password."),
  ).toBeVisible();
  await expect(page).toHaveURL(login.pages.client);
  await expect(login.email(page)).toHaveValue(client.email);
  await login.mailTo(sayso, client.email, "Welcome to Sayso, Corner Shop");
  const user = await sayso.row("SELECT password_setup_pending FROM users WHERE email = ?", client.email);
  expect(user?.password_setup_pending).toBe(0);
  await login.password(page).fill("geese!");
  await button(page, "Login").click();
  await expect(page).toHaveURL("/clients/dashboard");
  await expect(page.getByText("Corner Shop").first()).toBeVisible();
});

test("AUT07 INV45 a link that was used, or is too old, says so and offers a new one", async ({
  page,
  sayso,
  browser,
}) => {
  const { user } = await login.addOwner(sayso);
  const link = await login.addLink(sayso, user);
  await page.goto(link);
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  const elsewhere = await (await browser.newContext({ baseURL: sayso.url.origin })).newPage();
  const old = await login.addLink(sayso, user, { ageMs: 3_600_001 });
  for (const dead of [link, old, "/clients/login#type=recovery&token=never-was"]) {
    await elsewhere.goto("about:blank");
    await elsewhere.goto(dead);
    await expect(login.heading(elsewhere, "This link is no longer valid"), dead).toBeVisible();
    await login.email(elsewhere).fill(user.email);
  }
  await button(elsewhere, "Send reset link").click();
  await expect(toast(elsewhere, "Reset link sent!")).toBeVisible();
  await button(elsewhere, "Back to login").click();
  await expect(login.heading(elsewhere, "Client login")).toBeVisible();
  await elsewhere.context().close();
});

test("AUT07 a link that could not be opened for want of a connection is tried again", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.route("**/api/auth/link", (route) => route.abort());
  await page.goto(await login.addLink(sayso, user));
  await expect(login.heading(page, "We cannot reach Sayso")).toBeVisible();
  await page.unroute("**/api/auth/link");
  await button(page, "Try again").click();
  await expect(login.heading(page, "Set a new password")).toBeVisible();
});

test("AUT07 a link that is pasted over an open login page works too, also for somebody signed in", async ({
  page,
  sayso,
}) => {
  const { user } = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await expect(login.heading(page, "Client login")).toBeVisible();
  await page.goto(await login.addLink(sayso, user));
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  const other = await login.addOwner(sayso);
  await page.goto(login.pages.client);
  await page.context().clearCookies();
  await login.enter(page, other.user);
  await page.goto(await login.addLink(sayso, user));
  await expect(login.heading(page, "Set a new password")).toBeVisible();
  await expect(page.getByText(user.email)).toBeVisible();
});
