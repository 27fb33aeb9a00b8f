import { addUser, call, PASSWORD, signIn } from "../../support/users.ts";
import { axe } from "../axe.ts";
import {
  addLink,
  addOwner,
  doors,
  email,
  enter,
  forgetAttempts,
  heading,
  linkOf,
  logIn,
  mailTo,
  newPassword,
  password,
  repeat,
} from "../doors.ts";
import { button, expect, test, toast } from "../sayso.ts";

const NEW = "seven quiet geese";

test("AUT06 AUT08 AUT09 both fields are required, and the right ones lead to the dashboard", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  await expect(email(page)).toHaveAttribute("required");
  await expect(password(page)).toHaveAttribute("required");
  await button(page, "Login").click();
  await expect(toast(page, "Login failed", "Please enter your email and your password.")).toBeVisible();
  await expect(email(page)).toBeFocused();
  expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id)).toBeUndefined();
  await email(page).fill(`  ${user.email.toUpperCase()} `);
  await password(page).fill(user.password);
  await password(page).press("Enter");
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await expect(page).toHaveURL("/clients/dashboard");
});

test("AUT08 the dashboard's code comes while somebody types, not after", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  await page.waitForLoadState("networkidle");
  await email(page).focus();
  await page.waitForLoadState("networkidle");
  // But for what the dashboard's watermark is drawn with.
  await page.route(/\/assets\/(?!.*media_wasm).*\.js$/, (route) => route.abort());
  await logIn(page, user);
  await expect(page.getByRole("heading", { level: 1, name: "Corner Shop" })).toBeVisible();
});

test("AUT10 a refused login says why and keeps what was typed", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  for (const [address, attempt] of [
    [user.email, "not the password"],
    ["nobody@people.example", "not the password"],
  ] as const) {
    await logIn(page, { email: address, password: attempt });
    await expect(toast(page, "Login failed", "Email or password is wrong.").first()).toBeVisible();
    await expect(email(page)).toHaveValue(address);
    await expect(password(page)).toHaveValue(attempt);
    await expect(button(page, "Login")).toBeEnabled();
  }
  await expect(page).toHaveURL(doors.client);
});

test("AUT10 a server that cannot be reached, or says nothing readable, loses nothing either", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  await page.route("**/api/auth/login", (route) => route.abort());
  await logIn(page, user);
  await expect(toast(page, "Login failed", "The server cannot be reached.")).toBeVisible();
  await page.unroute("**/api/auth/login");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway" }));
  await button(page, "Login").click();
  await expect(toast(page, "Login failed", "Please try again.")).toBeVisible();
  await page.unroute("**/api/auth/login");
  await expect(password(page)).toHaveValue(user.password);
  await button(page, "Login").click();
  await expect(page).toHaveURL("/clients/dashboard");
});

test("INV44 too many failures say how long to wait", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  for (let failure = 0; failure < 5; failure += 1) {
    const body = { area: "client", email: user.email, password: "wrong" };
    expect((await call(sayso, "POST", "/api/auth/login", { body })).status).toBe(401);
  }
  await page.goto(doors.client);
  await logIn(page, user);
  await expect(toast(page, "Login failed", "Too many failed attempts. Please try again in")).toBeVisible();
  await expect(password(page)).toHaveValue(user.password);
  await forgetAttempts(sayso);
});

test("AUT08 a password can be looked at, and managers know every field", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  await expect(email(page)).toHaveAttribute("autocomplete", "username");
  await expect(email(page)).toHaveAttribute("inputmode", "email");
  await expect(password(page)).toHaveAttribute("autocomplete", "current-password");
  await password(page).fill("plums");
  await expect(password(page)).toHaveAttribute("type", "password");
  await button(page, "Show what you typed").click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await button(page, "Hide what you typed").click();
  await expect(password(page)).toHaveAttribute("type", "password");
  await page.goto(await addLink(sayso, user));
  for (const field of [newPassword(page), repeat(page)]) {
    await expect(field).toHaveAttribute("autocomplete", "new-password");
  }
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(user.email);
});

test("AUT07 AUT12 AUT15 EML07 a forgotten password is set anew by the link in the mail", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  await email(page).fill(user.email);
  await button(page, "Forgot password?").click();
  await expect(heading(page, "Forgot your password?")).toBeFocused();
  await expect(email(page), "what was typed comes along").toHaveValue(user.email);
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();

  const link = linkOf(await mailTo(sayso, user.email, "Set a new Sayso password"));
  expect(link).toMatch(/^\/clients\/login#type=recovery&token=/);
  await page.goto(link);
  await expect(heading(page, "Set a new password")).toBeVisible();
  expect(page.url(), "the token is off the address bar").not.toContain("token");
  await expect(page.getByText(user.email)).toBeVisible();
  await page.reload();
  await expect(heading(page, "Set a new password"), "and a reload goes on with it").toBeVisible();

  await newPassword(page).fill(NEW);
  await repeat(page).fill(NEW);
  await repeat(page).press("Enter");
  await expect(
    toast(page, "Password set successfully!", "Please log in with your new password."),
  ).toBeVisible();
  await expect(heading(page, "Client login")).toBeVisible();
  await expect(email(page)).toHaveValue(user.email);
  await expect(page).toHaveURL(doors.client);
  await page.reload();
  await expect(heading(page, "Client login"), "its session has ended").toBeVisible();

  await logIn(page, user);
  await expect(toast(page, "Login failed")).toBeVisible();
  await logIn(page, { email: user.email, password: NEW });
  await expect(page).toHaveURL("/clients/dashboard");
});

test("AUT11 AUT12 a reset without an address, with none, and when it fails", async ({ page, sayso }) => {
  await forgetAttempts(sayso);
  await page.goto(doors.client);
  await button(page, "Forgot password?").click();
  await button(page, "Send reset link").click();
  await expect(toast(page, "Email required", "Please enter your email address.")).toBeVisible();
  await expect(email(page)).toBeFocused();
  await email(page).fill("not an address");
  await email(page).press("Enter");
  await expect(toast(page, "Failed to send reset link")).toBeVisible();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await email(page).fill("nobody@people.example");
  await page.route("**/api/auth/reset", (route) => route.abort());
  await button(page, "Send reset link").click();
  await expect(toast(page, "Failed to send reset link", "The server cannot be reached.")).toBeVisible();
  await page.unroute("**/api/auth/reset");
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!"), "INV44 nobody learns who has an account").toBeVisible();
  await button(page, "Back to login").click();
  await expect(email(page)).toHaveValue("nobody@people.example");
});

test("AUT13 AUT14 a new password must be long enough and twice the same, and not everybody's", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await page.goto(await addLink(sayso, user));
  const set = async (first: string, second: string) => {
    await newPassword(page).fill(first);
    await repeat(page).fill(second);
    await button(page, "Set password").click();
  };
  await set("short", "short");
  await expect(
    toast(page, "Password too short", "Password must be at least 6 characters long."),
  ).toBeVisible();
  await expect(newPassword(page)).toBeFocused();
  await set(NEW, `${NEW}?`);
  await expect(
    toast(page, "Passwords don't match", "Please make sure both passwords are the same."),
  ).toBeVisible();
  await expect(repeat(page)).toBeFocused();
  await expect(repeat(page)).toHaveValue(`${NEW}?`);
  await set("password1", "password1");
  await expect(toast(page, "Failed to set password")).toBeVisible();
  await expect(newPassword(page)).toHaveAccessibleDescription(/among the first that others would try/);
  await expect(newPassword(page)).toHaveValue("password1");
  await page.route("**/api/auth/password", (route) => route.abort());
  await set(NEW, NEW);
  await expect(toast(page, "Failed to set password", "The server cannot be reached.")).toBeVisible();
  await expect(newPassword(page)).toHaveValue(NEW);
  await page.unroute("**/api/auth/password");
  const stored = await sayso.row("SELECT password_hash FROM users WHERE id = ?", user.id);
  await signIn(sayso, user);
  expect(stored?.password_hash, "until then the old one holds").toBeTruthy();
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
});

test("AUT07 the session of a link sets a password and opens nothing else", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  await page.goto(await addLink(sayso, user));
  await expect(heading(page, "Set a new password")).toBeVisible();
  for (const path of ["/clients/dashboard", "/clients/security", "/clients/admin/login"]) {
    await page.goto(path);
    await expect(heading(page, "Set a new password"), path).toBeVisible();
    await expect(page).toHaveURL(/\/clients\/login/);
  }
  await sayso.change("UPDATE sessions SET expires_at = ? WHERE user_id = ?", Date.now() - 1, user.id);
  await newPassword(page).fill(NEW);
  await repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Failed to set password", "Please sign in.")).toBeVisible();
  await expect(
    heading(page, "Forgot your password?"),
    "after 15 minutes a new link is offered",
  ).toBeVisible();
  await expect(email(page)).toHaveValue(user.email);
});

test("AUT16 the first password is set by invitation, and the welcome mail follows", async ({
  page,
  sayso,
}) => {
  const { client } = await addOwner(sayso);
  await sayso.change("UPDATE clients SET user_id = NULL WHERE id = ?", client.id);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const invited = await call(sayso, "POST", "/functions/v1/invite-client", {
    cookie: await signIn(sayso, admin, "admin"),
    body: { clientId: client.id, email: client.email, companyName: client.company_name },
  });
  expect(invited.status, await invited.text()).toBe(200);
  const mail = await mailTo(sayso, client.email, "Your Sayso portal is ready");
  await page.goto(linkOf(mail));
  await expect(heading(page, "Choose your password")).toBeVisible();
  await newPassword(page).fill("geese!");
  await repeat(page).fill("geese!");
  await button(page, "Set password").click();
  await expect(
    toast(page, "Password set successfully!", "Please log in with your new password."),
  ).toBeVisible();
  await expect(page).toHaveURL(doors.client);
  await expect(email(page)).toHaveValue(client.email);
  await mailTo(sayso, client.email, "Welcome to Sayso, Corner Shop");
  const user = await sayso.row("SELECT password_setup_pending FROM users WHERE email = ?", client.email);
  expect(user?.password_setup_pending).toBe(0);
  await password(page).fill("geese!");
  await button(page, "Login").click();
  await expect(page).toHaveURL("/clients/dashboard");
  await expect(page.getByText("Corner Shop").first()).toBeVisible();
});

test("AUT07 INV45 a link that was used, or is too old, says so and offers a new one", async ({
  page,
  sayso,
  browser,
}) => {
  const { user } = await addOwner(sayso);
  const link = await addLink(sayso, user);
  await page.goto(link);
  await expect(heading(page, "Set a new password")).toBeVisible();
  const elsewhere = await (await browser.newContext({ baseURL: sayso.url.origin })).newPage();
  const old = await addLink(sayso, user, { ageMs: 3_600_001 });
  for (const dead of [link, old, "/clients/login#type=recovery&token=never-was"]) {
    await elsewhere.goto("about:blank");
    await elsewhere.goto(dead);
    await expect(heading(elsewhere, "This link is no longer valid"), dead).toBeVisible();
    await email(elsewhere).fill(user.email);
  }
  await button(elsewhere, "Send reset link").click();
  await expect(toast(elsewhere, "Reset link sent!")).toBeVisible();
  await button(elsewhere, "Back to login").click();
  await expect(heading(elsewhere, "Client login")).toBeVisible();
  await elsewhere.context().close();
});

test("AUT07 a link that could not be opened for want of a connection is tried again", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await page.route("**/api/auth/link", (route) => route.abort());
  await page.goto(await addLink(sayso, user));
  await expect(heading(page, "We cannot reach Sayso")).toBeVisible();
  await page.unroute("**/api/auth/link");
  await button(page, "Try again").click();
  await expect(heading(page, "Set a new password")).toBeVisible();
});

test("AUT07 a link that is pasted over an open login page works too, also for somebody signed in", async ({
  page,
  sayso,
}) => {
  const { user } = await addOwner(sayso);
  await page.goto(doors.client);
  await expect(heading(page, "Client login")).toBeVisible();
  await page.goto(await addLink(sayso, user));
  await expect(heading(page, "Set a new password")).toBeVisible();
  const other = await addOwner(sayso);
  await page.goto(doors.client);
  await page.context().clearCookies();
  await enter(page, other.user);
  await page.goto(await addLink(sayso, user));
  await expect(heading(page, "Set a new password")).toBeVisible();
  await expect(page.getByText(user.email)).toBeVisible();
});

test("AUT18 ERR05 a screen without a session leads to the login, and from there back to it", async ({
  page,
  sayso,
}) => {
  const { user, client } = await addOwner(sayso);
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
    await expect(heading(page, "Client login"), path).toBeVisible();
    await expect(page).toHaveURL(`/clients/login?${new URLSearchParams({ next: path })}`);
  }
  await page.goto("/clients/submissions?q=ann");
  await logIn(page, user);
  await expect(page).toHaveURL("/clients/submissions?q=ann");
  await page.goto(doors.client);
  await expect(page, "who is signed in goes on").toHaveURL("/clients/dashboard");
});

test("INV45 a sign-in leads to no address but our own", async ({ page, sayso }) => {
  const { user } = await addOwner(sayso);
  for (const next of ["//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)"]) {
    await page.goto(`${doors.client}?${new URLSearchParams({ next })}`);
    await logIn(page, user);
    await expect(page).toHaveURL("/clients/dashboard");
    await page.context().clearCookies();
  }
});

test("AUT18 JOB10 a folder opened without a sign-in leads to the login, and then to the folder", async ({
  page,
  sayso,
}) => {
  const { client, user } = await addOwner(sayso);
  await page.goto(`/drive/folder/${client.id}`);
  await expect(page).toHaveURL(`/clients/login?next=/drive/folder/${client.id}`);
  await logIn(page, user);
  await expect(page).toHaveURL(`/drive/folder/${client.id}`);
  await expect(heading(page, client.company_name)).toBeVisible();
});

test("CLI01 the portal's page leads to every door and to support", async ({ page, sayso }) => {
  await page.goto("/clients");
  const support = page.getByRole("link", { name: /support ticket/ });
  await expect(support).toHaveAttribute("target", "_blank");
  expect(await support.getAttribute("href")).toMatch(/^(https?:|mailto:)/);
  await page.getByRole("link", { name: "Admin Login", exact: true }).click();
  await expect(page).toHaveURL(doors.admin);
  await page.getByRole("link", { name: "See all logins" }).click();
  await page.getByRole("link", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(doors.client);
  await expect(heading(page, "Client login")).toBeFocused();
  const answer = await sayso.fetch("/clients");
  expect(answer.status).toBe(200);
});

test("AUT06 axe finds nothing at the client's door", async ({ page, sayso }) => {
  test.setTimeout(90_000);
  const { user } = await addOwner(sayso);
  await page.goto("/clients");
  await expect(page.getByRole("link", { name: "Login", exact: true })).toBeVisible();
  await axe(page, "portal");
  await page.goto(doors.client);
  await button(page, "Login").click();
  await expect(toast(page, "Login failed")).toBeVisible();
  await axe(page, "login, with errors");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
  await email(page).fill(user.email);
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();
  await axe(page, "reset, sent");
  await page.goto("/clients/login#type=recovery&token=never-was");
  await expect(heading(page, "This link is no longer valid")).toBeVisible();
  await axe(page, "link over");
  await page.goto(await addLink(sayso, user));
  await button(page, "Set password").click();
  await expect(toast(page, "Password too short")).toBeVisible();
  await axe(page, "new password, with errors");
  await newPassword(page).fill(PASSWORD);
  await repeat(page).fill(PASSWORD);
  await button(page, "Set password").click();
  await enter(page, user);
  await page.getByRole("link", { name: "Support" }).first().click();
  await expect(heading(page, "Support")).toBeVisible();
  await axe(page, "support");
});
