// Password links from emails: requested, opened, used, and expired.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hurryWaits } from "../../support/screens/handles.ts";
import { addLink, addOwner, clearAttempts, logIn, logins } from "../../support/screens/login.ts";
import { descriptionOf, eventually, fill, hasFocus, isAt } from "../../support/screens/look.ts";
import { openPage, type Page, type Server } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { addUser, call, linkIn, signIn } from "../../support/people/owner/users.ts";
import { runJobs, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const NEW = "seven quiet geese";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const heading = (page: Page, name: string) => page.find("heading", name, { level: 1 });
const field = (page: Page, label: string) => page.field(label) as HTMLInputElement;

/** Reads the link in an email with this subject: its path and its fragment. */
async function linkTo(email: string, subject: string): Promise<string> {
  const mail = await until(`the mail "${subject}"`, async () => {
    await runJobs(sayso, { mailsTo: email });
    return (await sayso.mails()).find((one) => [one.to].flat().includes(email) && one.subject === subject);
  });
  const { url } = linkIn(mail);
  return url.pathname + url.hash;
}

/** Loses the calls to an address while it is down. */
function losing(path: string) {
  const network = { down: true };
  const server: Server = behind(sayso, (asked) => {
    if (network.down && asked.path === path) throw new TypeError("fetch failed");
    return undefined;
  });
  return { network, server };
}

async function setPassword(page: Page, first: string, second = first): Promise<void> {
  fill(await page.findField("New password"), first);
  fill(page.field("Repeat password"), second);
  await page.click("button", "Set password");
}

test("sets a forgotten password anew by the link in the mail (AUT07 AUT12 AUT15 EML07)", async (t) => {
  const { user } = await addOwner(sayso);
  const page = await openPage(t, sayso, logins.client);
  fill(await page.findField("Email"), user.email);
  await page.click("button", "Forgot password?");
  await heading(page, "Forgot your password?");
  assert.equal(field(page, "Email").value, user.email, "what was typed comes along");
  await page.click("button", "Send reset link");
  await page.toast("Reset link sent!");

  const link = await linkTo(user.email, "Set a new Sayso password");
  assert.match(link, /^\/clients\/login#type=recovery&token=/);
  await page.goto(link);
  await heading(page, "Set a new password");
  assert.doesNotMatch(page.window.location.href, /token/);
  await page.findText(user.email);
  await page.goto(page.address);
  await heading(page, "Set a new password");

  fill(await page.findField("New password"), NEW);
  fill(page.field("Repeat password"), NEW);
  await page.user.keyboard("{Enter}");
  await page.toast("Password set successfully!", "Please log in with your new password.");
  await heading(page, "Client login");
  assert.equal(field(page, "Email").value, user.email);
  await isAt(page, logins.client);
  await page.goto(logins.client);
  await heading(page, "Client login");

  await logIn(page, user);
  await page.toast("Login failed");
  await eventually(() => assert.ok(!page.get("button", "Login").hasAttribute("disabled")));
  await logIn(page, { email: user.email, password: NEW });
  await isAt(page, "/clients/dashboard");
});

test("tells a browser that keeps no cookie of the link's login so (AUT12)", async (t) => {
  const { user } = await addOwner(sayso);
  const origin = "http://192.168.0.2";
  const fetch = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("origin", sayso.origin);
    const answer = await sayso.fetch(path, { ...init, headers });
    return path === "/api/auth/link" ? Response.json(await answer.json()) : answer;
  };
  const page = await openPage(t, { origin, fetch }, await addLink(sayso, user));
  await page.toast("Your browser did not keep the login", "It keeps logins only over HTTPS.");
  await heading(page, "Client login");
});

test("says why no reset link was sent: no address, none that is one, or no connection (AUT11 AUT12 INV44)", async (t) => {
  await clearAttempts(sayso);
  const { network, server } = losing("/api/auth/reset");
  network.down = false;
  const page = await openPage(t, server, logins.client);
  await page.click("button", "Forgot password?");
  const send = () => page.click("button", "Send reset link");
  await send();
  await page.toast("Email required", "Please enter your email address.");
  await hasFocus(() => field(page, "Email"));
  fill(field(page, "Email"), "not an address");
  await page.user.keyboard("{Enter}");
  await page.toast("Failed to send reset link");
  await eventually(() =>
    assert.equal(descriptionOf(field(page, "Email")), "Please enter a valid email address."),
  );
  fill(field(page, "Email"), "nobody@people.example");
  network.down = true;
  await send();
  await page.toast("Failed to send reset link", "We cannot reach the server.");
  network.down = false;
  await send();
  // The response does not reveal who has an account.
  await page.toast("Reset link sent!");
  await page.click("button", "Back to login");
  await heading(page, "Client login");
  assert.equal(field(page, "Email").value, "nobody@people.example");
});

test("takes a new password that is long enough, twice the same, and not everybody's (AUT13 AUT14)", async (t) => {
  const { user } = await addOwner(sayso);
  const { network, server } = losing("/api/auth/password");
  const page = await openPage(t, server, await addLink(sayso, user));
  await setPassword(page, "short");
  await page.toast("Password too short", "Password must be at least 6 characters long.");
  await hasFocus(() => field(page, "New password"));
  await setPassword(page, NEW, `${NEW}?`);
  await page.toast("Passwords don't match", "Please make sure both passwords are the same.");
  await hasFocus(() => field(page, "Repeat password"));
  assert.equal(field(page, "Repeat password").value, `${NEW}?`);
  network.down = false;
  await setPassword(page, "password1");
  await page.toast("Failed to set password");
  await eventually(() => assert.match(descriptionOf(field(page, "New password")), /too easy to guess/));
  assert.equal(field(page, "New password").value, "password1");
  network.down = true;
  await setPassword(page, NEW);
  await page.toast("Failed to set password", "We cannot reach the server.");
  assert.equal(field(page, "New password").value, NEW);
  // Until then the old password is valid.
  await signIn(sayso, user);
  network.down = false;
  await page.click("button", "Set password");
  await page.toast("Password set successfully!");
});

test("opens nothing but the setting of a password, for 15 minutes (AUT07)", async (t) => {
  const { user } = await addOwner(sayso);
  const page = await openPage(t, sayso, await addLink(sayso, user));
  await heading(page, "Set a new password");
  for (const path of ["/clients/dashboard", "/clients/security", "/clients/admin/login"]) {
    await page.goto(path);
    await heading(page, "Set a new password");
    assert.match(page.address, /^\/clients\/login/);
  }
  await sayso.change("UPDATE sessions SET expires_at = ? WHERE user_id = ?", Date.now() - 1, user.id);
  await setPassword(page, NEW);
  await page.toast("Failed to set password", "Please sign in.");
  await heading(page, "Forgot your password?");
  assert.equal(field(page, "Email").value, user.email);
});

test("sets the first password by invitation, and the welcome mail follows (AUT16)", async (t) => {
  const { client } = await addOwner(sayso);
  await sayso.change("UPDATE clients SET user_id = NULL WHERE id = ?", client.id);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const invited = await call(sayso, "POST", "/functions/v1/invite-client", {
    cookie: await signIn(sayso, admin, "admin"),
    body: { clientId: client.id, email: client.email, companyName: client.company_name },
  });
  assert.equal(invited.status, 200);
  const page = await openPage(t, sayso, await linkTo(client.email, "Your Sayso portal is ready"));
  await heading(page, "Choose your password");
  await setPassword(page, "geese!");
  await page.toast("Password set successfully!", "Please log in with your new password.");
  await isAt(page, logins.client);
  await until("the welcome mail", async () => {
    await runJobs(sayso, { mailsTo: client.email });
    return (await sayso.mails()).find(
      ({ to, subject }) => [to].flat().includes(client.email) && subject === "Welcome to Sayso, Corner Shop",
    );
  });
  const user = await sayso.row("SELECT password_setup_pending FROM users WHERE email = ?", client.email);
  assert.equal(user?.password_setup_pending, 0);
  assert.equal(((await page.findField("Email")) as HTMLInputElement).value, client.email);
  fill(field(page, "Password"), "geese!");
  await page.click("button", "Login");
  await page.toast("Welcome to Sayso!");
  await isAt(page, "/clients/dashboard");
  await heading(page, "Corner Shop");
});

test("says of a link that was used, or is too old, that it is over, and offers a new one (AUT07 INV45)", async (t) => {
  const { user } = await addOwner(sayso);
  const link = await addLink(sayso, user);
  const first = await openPage(t, sayso, link);
  await heading(first, "Set a new password");
  const old = await addLink(sayso, user, { ageMs: 3_600_001 });
  const page = await openPage(t, sayso, link);
  for (const dead of [link, old, "/clients/login#type=recovery&token=never-was"]) {
    if (dead !== link) await page.goto(dead);
    await heading(page, "This link is no longer valid");
  }
  fill(field(page, "Email"), user.email);
  await page.click("button", "Send reset link");
  await page.toast("Reset link sent!");
  await page.click("button", "Back to login");
  await heading(page, "Client login");
});

test("tries a link again that could not be opened for want of a connection (AUT07)", async (t) => {
  hurryWaits(t);
  const { user } = await addOwner(sayso);
  const { network, server } = losing("/api/auth/link");
  const page = await openPage(t, server, await addLink(sayso, user));
  await heading(page, "We cannot reach Sayso");
  network.down = false;
  await page.click("button", "Try again");
  await heading(page, "Set a new password");
});

test("opens a link for somebody who is signed in as another (AUT07)", async (t) => {
  const { user } = await addOwner(sayso);
  const other = await addOwner(sayso);
  const cookie = await signIn(sayso, other.user);
  const page = await openPage(t, sayso, "/clients/dashboard", { cookie });
  await heading(page, "Corner Shop");
  await page.goto(await addLink(sayso, user));
  await heading(page, "Set a new password");
  await page.findText(user.email);
});
