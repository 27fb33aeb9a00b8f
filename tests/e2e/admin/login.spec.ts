import { addUser, totpCode } from "../../support/users.ts";
import { startWorker } from "../../support/worker.ts";
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

test("AUT19 an admin gets in; a client and an affiliate are told so and stay signed out", async ({
  page,
  context,
  sayso,
}) => {
  const { user: client } = await addOwner(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  const admin = await addUser(sayso, { roles: ["admin"] });
  await page.goto(doors.admin);
  for (const user of [client, affiliate]) {
    await logIn(page, user);
    await expect(toast(page, "Access denied", "You don't have admin privileges.").first()).toBeVisible();
    await expect(email(page)).toHaveValue(user.email);
    expect(await context.cookies()).toEqual([]);
    expect(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id)).toBeUndefined();
  }
  await logIn(page, { ...admin, password: "not it" });
  await expect(toast(page, "Login failed", "Email or password is wrong.")).toBeVisible();
  await logIn(page, admin);
  await expect(page).toHaveURL("/clients/admin");
  await page.goto(doors.admin);
  await expect(page, "who is signed in goes on").toHaveURL("/clients/admin");
  await button(page, "Logout").click();
  await expect(page).toHaveURL(doors.admin);
});

test("AUT19 INV42 an admin whose role is taken away is out at the next request", async ({ page, sayso }) => {
  await forgetAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  await enter(page, admin, "admin");
  // What the first screen asks for must not find out before the next one does.
  await page.waitForLoadState("networkidle");
  await sayso.change("DELETE FROM user_roles WHERE user_id = ?", admin.id);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(toast(page, "Your session has ended")).toBeVisible();
  await expect(heading(page, "Admin login")).toBeVisible();
});

test("AUT12 AUT14 AUT15 an admin's password is set anew by mail, with at least 8 characters", async ({
  page,
  sayso,
}) => {
  await forgetAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  await page.goto(doors.admin);
  await button(page, "Forgot password?").click();
  await email(page).fill(admin.email);
  await button(page, "Send reset link").click();
  await expect(toast(page, "Reset link sent!")).toBeVisible();
  const link = linkOf(await mailTo(sayso, admin.email, "Set a new Sayso password"));
  expect(link).toMatch(/^\/clients\/admin\/login#type=recovery&token=/);
  await page.goto(link);
  await newPassword(page).fill("seven77");
  await repeat(page).fill("seven77");
  await button(page, "Set password").click();
  await expect(
    toast(page, "Password too short", "Password must be at least 8 characters long."),
  ).toBeVisible();
  await newPassword(page).fill(NEW);
  await repeat(page).fill(NEW);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
  await logIn(page, { email: admin.email, password: NEW });
  await expect(page).toHaveURL("/clients/admin");
});

test("AUT07 a link opens at the door it was made for", async ({ page, sayso }) => {
  const admin = await addUser(sayso, { roles: ["admin"] });
  const link = await addLink(sayso, admin, { door: "admin" });
  await page.goto(link.replace(doors.admin, doors.client));
  await expect(heading(page, "Set a new password")).toBeVisible();
  await expect(page).toHaveURL(doors.admin);
});

test("AUT19 where admins must have a second factor it is set up before anything else", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const sayso = await startWorker({ ownOrigin: true, adminTotp: "required" });
  const context = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const page = await context.newPage();
    const admin = await addUser(sayso, { roles: ["admin"] });
    await page.goto(`${doors.admin}?next=%2Fclients%2Fsecurity`);
    await logIn(page, admin);
    await expect(heading(page, "Set up a second factor")).toBeFocused();
    await page.goto("/clients/dashboard");
    await expect(heading(page, "Set up a second factor"), "there is no way around it").toBeVisible();
    await page.goto(`${doors.admin}?next=%2Fclients%2Fsecurity`);
    await button(page, "Set up now").click();
    const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
    await axe(page, "set-up");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
    await button(page, "Confirm the code").click();
    await expect(heading(page, "Keep your recovery codes")).toBeVisible();
    await axe(page, "recovery codes");
    await button(page, "I have kept them").click();
    await expect(page).toHaveURL("/clients/security");
    await expect(page.getByText("Your account has to keep it.")).toBeVisible();
    await expect(button(page, "Switch off")).toHaveCount(0);
  } finally {
    await context.close();
    await sayso.close();
  }
});

test("AUT19 axe finds nothing at the admin's door", async ({ page }) => {
  await page.goto(doors.admin);
  await button(page, "Login").click();
  await expect(toast(page, "Login failed")).toBeVisible();
  await axe(page, "login, with errors");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
});
