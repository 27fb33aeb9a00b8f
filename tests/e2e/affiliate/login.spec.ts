import { addUser } from "../../support/users.ts";
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
  repeat,
} from "../doors.ts";
import { button, expect, test, toast } from "../sayso.ts";

const NEW = "seven quiet geese";

test("AUT22 AUT23 AUT29 an affiliate gets in; a client and an admin are told so and stay signed out", async ({
  page,
  context,
  sayso,
}) => {
  const { user: client } = await addOwner(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(doors.affiliate);
  for (const user of [client, admin]) {
    await logIn(page, user);
    await expect(toast(page, "You don't have affiliate access").first()).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id)).toBeUndefined();
  }
  await logIn(page, { ...affiliate, password: "not it" });
  await expect(toast(page, "Failed to login", "Email or password is wrong.")).toBeVisible();
  await expect(email(page)).toHaveValue(affiliate.email);
  await logIn(page, affiliate);
  await expect(page).toHaveURL("/affiliates/security");
  await page.goto("/clients/dashboard");
  await expect(heading(page, "Client login"), "a partner is no client").toBeVisible();
  await page.goto(doors.affiliate);
  await expect(page, "AUT24 who is signed in goes on").toHaveURL("/affiliates/security");
});

test("AUT27 AUT28 EML07 an affiliate's password is set anew by mail", async ({ page, sayso }) => {
  await forgetAttempts(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(doors.affiliate);
  await button(page, "Forgot password?").click();
  await button(page, "Send reset link").click();
  await expect(toast(page, "Please enter your email address")).toBeVisible();
  await email(page).fill(affiliate.email);
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
  const link = linkOf(await mailTo(sayso, affiliate.email, "Set a new Sayso password"));
  expect(link).toMatch(/^\/affiliates\/login#type=recovery&token=/);
  await page.goto(link);
  await newPassword(page).fill(NEW);
  await repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully! Please log in with your new password.")).toBeVisible();
  await expect(heading(page, "Partner login")).toBeVisible();
  await expect(email(page)).toHaveValue(affiliate.email);
  await logIn(page, { email: affiliate.email, password: NEW });
  await expect(page).toHaveURL("/affiliates/security");
});

test("AUT26 AUT28 a new password has at least 8 characters, twice the same", async ({ page, sayso }) => {
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(await addLink(sayso, affiliate, { door: "affiliate" }));
  const set = async (first: string, second: string) => {
    await newPassword(page).fill(first);
    await repeat(page).fill(second);
    await button(page, "Set password").click();
  };
  await set("seven77", "seven77");
  await expect(toast(page, "Password must be at least 8 characters long")).toBeVisible();
  await set(NEW, `${NEW}?`);
  await expect(toast(page, "Passwords do not match")).toBeVisible();
  await set("password1", "password1");
  await expect(toast(page, "Failed to set password")).toBeVisible();
  await expect(newPassword(page)).toHaveAccessibleDescription(/among the first/);
});

test("AUT25 ERR05 a partner's screen without a session leads to the partners' login, and logging out too", async ({
  page,
  sayso,
}) => {
  const { user: client } = await addOwner(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto("/affiliates/security");
  await expect(page).toHaveURL(`${doors.affiliate}?next=%2Faffiliates%2Fsecurity`);
  await logIn(page, affiliate);
  await expect(page).toHaveURL("/affiliates/security");
  await expect(page.getByText("This browser")).toBeVisible();
  await button(page, "Logout").click();
  await expect(toast(page, "Logged out")).toBeVisible();
  await expect(page).toHaveURL(doors.affiliate);
  await enter(page, client);
  await page.goto("/affiliates/security");
  await expect(heading(page, "Partner login"), "a client is no partner").toBeVisible();
});

test("AUT22 axe finds nothing at the partner's door and behind it", async ({ page, sayso }) => {
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  await page.goto(doors.affiliate);
  await axe(page, "login");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
  await page.goto(await addLink(sayso, affiliate, { door: "affiliate" }));
  await button(page, "Set password").click();
  await expect(toast(page, "Password must be at least 8 characters long")).toBeVisible();
  await axe(page, "new password, with errors");
  await page.context().clearCookies();
  await enter(page, affiliate, "affiliate");
  await expect(heading(page, "Security")).toBeVisible();
  await axe(page, "security");
});
