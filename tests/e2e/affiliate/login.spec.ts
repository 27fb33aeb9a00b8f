import { addPartner } from "../../support/people/partner/affiliates.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import * as login from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

const NEW = "seven quiet geese";

test("AUT22 AUT23 AUT24 AUT29 an affiliate gets in, and goes on when signed in; a client and an admin are told so and stay signed out", async ({
  page,
  context,
  sayso,
}) => {
  const { user: client } = await login.addOwner(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(login.pages.affiliate);
  for (const user of [client, admin]) {
    await login.logIn(page, user);
    await expect(toast(page, "You don't have affiliate access").first()).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id)).toBeUndefined();
  }
  await login.logIn(page, { ...affiliate, password: "not it" });
  await expect(toast(page, "Failed to login", "Email or password is wrong.")).toBeVisible();
  await expect(login.email(page)).toHaveValue(affiliate.email);
  await login.logIn(page, affiliate);
  await expect(page).toHaveURL("/affiliates/dashboard");
  await page.goto("/clients/dashboard");
  await expect(login.heading(page, "Client login"), "a partner is no client").toBeVisible();
  await page.goto(login.pages.affiliate);
  await expect(page, "who is signed in goes on").toHaveURL("/affiliates/dashboard");
});

test("AUT27 AUT28 EML07 an affiliate's password is set anew by mail", async ({ page, sayso }) => {
  await login.clearAttempts(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(login.pages.affiliate);
  await button(page, "Forgot password?").click();
  await button(page, "Send reset link").click();
  await expect(toast(page, "Please enter your email address")).toBeVisible();
  await login.email(page).fill(affiliate.email);
  const address = "**/functions/v1/send-affiliate-password-reset";
  await page.route(address, (route) => route.abort());
  await button(page, "Send reset link").click();
  await expect(toast(page, "Failed to send reset email")).toBeVisible();
  await page.unroute(address);
  const asked = page.waitForRequest(address);
  await button(page, "Send reset link").click();
  expect((await asked).postDataJSON()).toEqual({ email: affiliate.email });
  await expect(
    toast(page, "Reset link sent! Please check your email for the password reset link."),
  ).toBeVisible();
  const link = login.linkOf(await login.mailTo(sayso, affiliate.email, "Set a new Sayso password"));
  expect(link).toMatch(/^\/affiliates\/login#type=recovery&token=/);
  await page.goto(link);
  await login.newPassword(page).fill(NEW);
  await login.repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully! Please log in with your new password.")).toBeVisible();
  await expect(login.heading(page, "Partner login")).toBeVisible();
  await expect(login.email(page)).toHaveValue(affiliate.email);
  await login.logIn(page, { email: affiliate.email, password: NEW });
  await expect(page).toHaveURL("/affiliates/dashboard");
});

test("AUT26 AUT28 a new password has at least 8 characters, twice the same", async ({ page, sayso }) => {
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(await login.addLink(sayso, affiliate, { area: "affiliate" }));
  const set = async (first: string, second: string) => {
    await login.newPassword(page).fill(first);
    await login.repeat(page).fill(second);
    await button(page, "Set password").click();
  };
  await set("seven77", "seven77");
  await expect(toast(page, "Password must be at least 8 characters long")).toBeVisible();
  await set(NEW, `${NEW}?`);
  await expect(toast(page, "Passwords do not match")).toBeVisible();
  await set("password1", "password1");
  await expect(toast(page, "Failed to set password")).toBeVisible();
  await expect(login.newPassword(page)).toHaveAccessibleDescription(/too easy to guess/);
});

test("AUT25 ERR05 RTE10 a partner's screen without a session leads to the partners' login, and logging out too", async ({
  page,
  sayso,
}) => {
  const { user: client } = await login.addOwner(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto("/affiliates/security");
  await expect(page).toHaveURL(`${login.pages.affiliate}?next=%2Faffiliates%2Fsecurity`);
  await login.logIn(page, affiliate);
  await expect(page).toHaveURL("/affiliates/security");
  await expect(page.getByText("This browser")).toBeVisible();
  const dashboard = page.getByRole("banner").getByRole("link", { name: "Dashboard", exact: true });
  await expect(dashboard).toHaveAttribute("href", "/affiliates/dashboard");
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(toast(page, "Logged out")).toBeVisible();
  await expect(page).toHaveURL(login.pages.affiliate);
  await login.enter(page, client);
  for (const path of ["/affiliates/security", "/affiliates/dashboard"]) {
    await page.goto(path);
    await expect(login.heading(page, "Partner login"), "a client is no partner").toBeVisible();
  }
});

test("AUT22 axe finds nothing on the partner's login page and dashboard", async ({ page, sayso }) => {
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  const { first_name: name } = await addPartner(sayso, affiliate.id);
  await page.goto(login.pages.affiliate);
  await axe(page, "login");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
  await page.goto(await login.addLink(sayso, affiliate, { area: "affiliate" }));
  await button(page, "Set password").click();
  await expect(toast(page, "Password must be at least 8 characters long")).toBeVisible();
  await axe(page, "new password, with errors");
  await page.context().clearCookies();
  await login.enter(page, affiliate, "affiliate");
  await expect(login.heading(page, `Welcome, ${name}!`)).toBeVisible();
  await axe(page, "dashboard");
  await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Security" }).click();
  await expect(login.heading(page, "Security")).toBeVisible();
  await axe(page, "security");
});
