// Sessions: access, the list, their end, and the messages about it.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { openAdmin } from "../../support/screens/admin.ts";
import { hurryWaits } from "../../support/screens/handles.ts";
import { addOwner, logIn, logins } from "../../support/screens/login.ts";
import { descriptionOf, eventually, fill, hasFocus, isAt, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { CHROME_ON_WINDOWS } from "../../support/browsers/user-agents.ts";
import { addUser, call, cookieOf, signIn, type User } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SECURITY = "/clients/security";
const DASHBOARD = "/clients/dashboard";
const NEW = "seven quiet geese";
const DRAFT = "sayso-draft:a:b";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const heading = (page: Page, name: string) => page.find("heading", name, { level: 1 });
const endSessions = (user: User) => sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id);
const statusOf = async (cookie: string) =>
  (await call(sayso, "GET", "/api/client/dashboard", { cookie })).status;

/** Signs in with Chrome on Windows; returns the cookie. */
async function signInWithChrome(user: User): Promise<string> {
  const body = { area: "client", email: user.email, password: user.password };
  const headers = { "user-agent": CHROME_ON_WINDOWS };
  return cookieOf(await call(sayso, "POST", "/api/auth/login", { body, headers })) ?? assert.fail();
}

/** The security screen of an owner, behind a network that loses calls while it is down. */
async function openSecurity(t: TestContext, of: RegExp = /^\/api\//) {
  const { user } = await addOwner(sayso);
  const cookie = await signIn(sayso, user);
  const network = { down: false };
  const server = behind(sayso, ({ path }) => {
    if (network.down && of.test(path)) throw new TypeError("fetch failed");
    return undefined;
  });
  const page = await openPage(t, server, SECURITY, { cookie });
  await page.findText("This browser");
  return { page, user, cookie, network };
}

async function changePassword(page: Page, current: string, next: string, again = next): Promise<void> {
  fill(page.field("Current password"), current);
  fill(page.field("New password"), next);
  fill(page.field("Repeat new password"), again);
  await page.click("button", "Change password");
}

test("leads to the screens of the portal, and keeps an admin with the client they look at (RTE08)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, DASHBOARD);
  await page.find("navigation", "Portal");
  const nav = (on: Page) => look(() => on.get("navigation", "Portal"));
  const isCurrent = (on: Page, name: string) =>
    eventually(() => assert.equal(nav(on).get("link", name).getAttribute("aria-current"), "page"));
  for (const name of [
    "Submissions",
    "Sharing",
    "Business",
    "Drive",
    "Billing",
    "Security",
    "Support",
    "Dashboard",
  ]) {
    await nav(page).click("link", name);
    await isAt(page, `/clients/${name.toLowerCase()}`);
    await isCurrent(page, name);
    await page.find("main");
  }
  const view = `?clientId=${client.id}&slug=${client.custom_slug}`;
  const { page: admins } = await openAdmin(t, sayso, DASHBOARD + view);
  for (const [path, stay] of [
    [DASHBOARD + view, view],
    [`/client/${client.custom_slug}`, `?slug=${client.custom_slug}`],
  ] as const) {
    await admins.goto(path);
    await admins.find("navigation", "Portal");
    await isCurrent(admins, "Dashboard");
    for (const name of ["Submissions", "Sharing", "Dashboard"]) {
      await nav(admins).click("link", name);
      await isAt(admins, `/clients/${name.toLowerCase()}${stay}`);
    }
  }
});

test("leads back to the portal from an address that does not exist, who is signed in (RTE05)", async (t) => {
  t.mock.method(console, "error", () => {});
  const { page } = await openAsOwner(t, sayso, "/no/such/page");
  await page.find("heading", "Oops! Page not found");
  const link = await page.find("link", "Open your portal");
  assert.equal(link.getAttribute("href"), DASHBOARD);
});

test("leads to the ticket portal in a new tab, who is not signed in too (CLI02)", async (t) => {
  const nobody = await openPage(t, sayso, "/clients/support");
  await nobody.find("link", /^Open a support ticket/);
  assert.ok(nobody.lacks("Submissions"));
  const { page } = await openAsOwner(t, sayso, "/clients/support");
  const ticket = (await page.find("link", /^Open a support ticket/)) as HTMLAnchorElement;
  assert.equal(ticket.target, "_blank");
  assert.match(ticket.rel, /noopener/);
});

test("shows the admin view of a dashboard to admins only, who are signed in (AUT21)", async (t) => {
  const { user } = await addOwner(sayso);
  const other = await addOwner(sayso);
  const view = `${DASHBOARD}?clientId=${other.client.id}`;
  const nobody = await openPage(t, sayso, view);
  await heading(nobody, "Admin login");
  const page = await openPage(t, sayso, view, { cookie: await signIn(sayso, user) });
  await page.toast("Access denied", "You don't have admin privileges.");
  await isAt(page, `${logins.admin}?${new URLSearchParams({ next: view })}`);
  await page.waitForText(user.email);
  await logIn(page, await addUser(sayso, { roles: ["admin"] }));
  await isAt(page, view);
});

test("lists every browser, and ends the session of any other (AUT05)", async (t) => {
  const { user } = await addOwner(sayso);
  const stranger = (await addOwner(sayso)).user;
  await signIn(sayso, stranger);
  const others = [await signInWithChrome(user), await signInWithChrome(user)];
  const page = await openPage(t, sayso, SECURITY, { cookie: await signIn(sayso, user) });
  await page.find("region", "Active sessions");
  const list = look(() => page.get("region", "Active sessions"));
  const lines = () => list.all("listitem").map(textOf);
  const counts = (count: number) => eventually(() => assert.equal(lines().length, count));
  await counts(3);
  assert.equal(lines().filter((line) => line.includes("This browser")).length, 1);
  const chromes = lines().filter((line) => line.includes("Chrome on Windows"));
  assert.equal(chromes.length, 2);
  assert.match(chromes[0] ?? "", /Since \d\d \w{3} \d{4}\. Last used/);

  await page.user.click(list.all("button", "Sign out Chrome on Windows")[0] ?? assert.fail());
  await page.toast("Signed out", "That browser will have to sign in again.");
  await counts(2);
  await list.click("button", "Sign out everywhere else");
  await page.toast("Signed out everywhere else");
  await counts(1);
  await eventually(() => assert.equal(list.all("button").length, 0));
  for (const cookie of others) assert.equal(await statusOf(cookie), 401);
  await page.goto(SECURITY);
  await page.find("button", "Logout");
  assert.ok(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", stranger.id));
});

test("changes the password for the current one, and signs every other browser out (AUT05 INV42)", async (t) => {
  const { page, user } = await openSecurity(t);
  const other = await signIn(sayso, user);
  const field = (label: string) => page.field(label) as HTMLInputElement;
  await changePassword(page, "", NEW);
  await page.toast("Password required", "Please enter your current password.");
  await changePassword(page, user.password, "short");
  await page.toast("Password too short", "at least 6 characters");
  await changePassword(page, user.password, NEW, `${NEW}?`);
  await page.toast("Passwords don't match");
  await changePassword(page, "not it", NEW);
  await page.toast("Failed to change password", "Your current password is wrong.");
  await hasFocus(() => field("Current password"));
  assert.equal(field("New password").value, NEW);
  await changePassword(page, user.password, "password1");
  await eventually(() => assert.match(descriptionOf(field("New password")), /too easy to guess/));
  await hasFocus(() => field("New password"));
  assert.equal(await statusOf(other), 200);
  await changePassword(page, user.password, NEW);
  await page.toast("Password changed");
  await eventually(() => assert.equal(field("Current password").value, ""));
  assert.equal(await statusOf(other), 401);
  await assert.rejects(signIn(sayso, user), /not signed in: 401/);
  await signIn(sayso, { ...user, password: NEW });
  await page.goto(SECURITY);
  await page.find("button", "Logout");
});

test("logs out, says so, and lets the cookie open nothing more (AUT17 RTE08)", async (t) => {
  const { page, cookie, network } = await openSecurity(t, /\/logout$/);
  page.window.sessionStorage.setItem(DRAFT, "typed");
  network.down = true;
  await page.click("button", "Logout");
  await page.toast("Logout failed", "We cannot reach the server.");
  assert.equal(page.address, SECURITY);
  network.down = false;
  await page.click("button", "Logout");
  await page.toast("Logged out");
  await isAt(page, logins.client);
  assert.ok(page.lacks("Your session has ended"));
  assert.equal(page.window.sessionStorage.getItem(DRAFT), null);
  assert.equal(await statusOf(cookie), 401);
  await page.goto(DASHBOARD);
  await heading(page, "Client login");
});

test("leads to the login and back as it ends in the middle of work, and keeps what was typed (AUT18)", async (t) => {
  const { page, user } = await openSecurity(t);
  page.window.sessionStorage.setItem(DRAFT, "typed");
  await endSessions(user);
  await changePassword(page, user.password, NEW);
  await page.toast("Your session has ended", "What you typed is kept.");
  await isAt(page, `${logins.client}?next=%2Fclients%2Fsecurity`);
  assert.equal(page.window.sessionStorage.getItem(DRAFT), "typed");
  await logIn(page, user);
  await isAt(page, SECURITY);
  await page.findText("This browser");
});

test("leads an admin whose session ends as a screen reads to their own login page, and back (AUT18)", async (t) => {
  const { client } = await addOwner(sayso);
  const { page, admin } = await openAdmin(t, sayso, `${DASHBOARD}?clientId=${client.id}`);
  await heading(page, client.company_name);
  await eventually(() => assert.equal(page.get("main").querySelectorAll('[aria-busy="true"]').length, 0));
  await endSessions(admin);
  await page.click("link", "Security");
  await page.toast("Your session has ended", "Sign in to carry on where you were.");
  const toasts = page.window.document.querySelectorAll("[data-sonner-toast]");
  assert.equal([...toasts].filter((one) => /session has ended/.test(textOf(one))).length, 1);
  assert.doesNotMatch(page.text(), /What you typed is kept/, "where nothing was typed");
  await heading(page, "Admin login");
  await logIn(page, admin);
  await isAt(page, `${SECURITY}?clientId=${client.id}`);
});

test("sends nobody away where the server cannot say who is signed in, and asks again (ERR05)", async (t) => {
  hurryWaits(t);
  const { page, network } = await openSecurity(t, /^\/api\/auth\/session$/);
  network.down = true;
  await page.goto(SECURITY);
  await heading(page, "We cannot reach Sayso");
  network.down = false;
  await page.click("button", "Try again");
  await heading(page, "Security");
});

test("lets a change fail at once without a connection, says so, and sends nobody away (ERR01)", async (t) => {
  const { page, user, network } = await openSecurity(t);
  await signIn(sayso, user);
  await page.goto(SECURITY);
  await page.find("button", "Sign out everywhere else");
  const connect = (online: boolean) => {
    network.down = !online;
    Object.defineProperty(page.window.navigator, "onLine", { value: online, configurable: true });
    page.window.dispatchEvent(new page.window.Event(online ? "online" : "offline"));
  };
  connect(false);
  await page.click("button", "Sign out everywhere else");
  await page.toast("Failed to sign out", "We cannot reach the server.");
  assert.equal(page.address, SECURITY);
  connect(true);
  await eventually(() => assert.ok(!page.get("button", "Sign out everywhere else").hasAttribute("disabled")));
  await page.click("button", "Sign out everywhere else");
  await page.toast("Signed out everywhere else");
});
