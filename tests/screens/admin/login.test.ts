// The admins' login: who gets in, and who no longer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openAdmin } from "../../support/screens/admin.ts";
import { addLink, addOwner, clearAttempts, logIn, logins } from "../../support/screens/login.ts";
import { eventually, fill, isAt } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";
import { addUser, linkIn } from "../../support/people/owner/users.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

const AREA = "/clients/admin";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("lets an admin in, and tells a client and an affiliate that they are none (AUT19)", async (t) => {
  const { user: client } = await addOwner(sayso);
  const affiliate = await addUser(sayso, { roles: ["affiliate"] });
  const admin = await addUser(sayso, { roles: ["admin"] });
  const page = await openPage(t, sayso, logins.admin);
  for (const user of [client, affiliate]) {
    await logIn(page, user);
    await page.toast("Access denied", "You don't have admin privileges.");
    await eventually(() => assert.ok(!page.get("button", "Login").hasAttribute("disabled")));
    assert.equal((page.field("Email") as HTMLInputElement).value, user.email);
    assert.equal(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id), undefined);
  }
  await logIn(page, { ...admin, password: "not it" });
  await page.toast("Login failed", "Email or password is wrong.");
  await logIn(page, admin);
  await isAt(page, AREA);
  await page.goto(logins.admin);
  await isAt(page, AREA);
  await page.click("button", "Logout");
  await isAt(page, logins.admin);
});

test("lets an admin out at the next request whose role is taken away (AUT19 INV42)", async (t) => {
  const { page, admin } = await openAdmin(t, sayso, AREA);
  await page.find("button", "Add New Client");
  await sayso.change("DELETE FROM user_roles WHERE user_id = ?", admin.id);
  await page.click("link", "Security");
  await page.toast("Your session has ended");
  await page.find("heading", "Admin login", { level: 1 });
});

test("sets an admin's password anew by mail, with at least 8 characters (AUT12 AUT14 AUT15)", async (t) => {
  await clearAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const page = await openPage(t, sayso, logins.admin);
  await page.click("button", "Forgot password?");
  fill(await page.findField("Email"), admin.email);
  await page.click("button", "Send reset link");
  await page.toast("Reset link sent!");
  const { url } = linkIn(await mailTo(sayso, admin.email));
  assert.match(url.pathname + url.hash, /^\/clients\/admin\/login#type=recovery&token=/);
  await page.goto(url.pathname + url.hash);
  const setPassword = async (password: string) => {
    fill(await page.findField("New password"), password);
    fill(page.field("Repeat password"), password);
    await page.click("button", "Set password");
  };
  await setPassword("seven77");
  await page.toast("Password too short", "Password must be at least 8 characters long.");
  await setPassword("seven quiet geese");
  await page.toast("Password set successfully!");
  await logIn(page, { email: admin.email, password: "seven quiet geese" });
  await isAt(page, AREA);
});

test("opens a link at the login page it was made for (AUT07)", async (t) => {
  const admin = await addUser(sayso, { roles: ["admin"] });
  const link = await addLink(sayso, admin, { area: "admin" });
  const page = await openPage(t, sayso, link.replace(logins.admin, logins.client));
  await page.find("heading", "Set a new password", { level: 1 });
  await isAt(page, logins.admin);
});
