// The client's login: errors, preserved input, and redirects.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hurryWaits } from "../../support/screens/handles.ts";
import { addLink, addOwner, clearAttempts, logIn, logins } from "../../support/screens/login.ts";
import { eventually, fill, hasFocus, isAt } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const value = (page: Page, label: string) => (page.field(label) as HTMLInputElement).value;
const isReady = (page: Page) =>
  eventually(() => assert.ok(!page.get("button", "Login").hasAttribute("disabled")));

test("requires both fields, and leads with the right ones to the dashboard (AUT06 AUT08 AUT09)", async (t) => {
  const { user } = await addOwner(sayso);
  const page = await openPage(t, sayso, logins.client);
  assert.ok((await page.findField("Email")).hasAttribute("required"));
  assert.ok(page.field("Password").hasAttribute("required"));
  await page.click("button", "Login");
  await page.toast("Login failed", "Please enter your email and your password.");
  await hasFocus(() => page.field("Email"));
  assert.equal(await sayso.row("SELECT 1 FROM sessions WHERE user_id = ?", user.id), undefined);
  fill(page.field("Email"), `  ${user.email.toUpperCase()} `);
  fill(page.field("Password"), user.password);
  await page.user.keyboard("{Enter}");
  await page.toast("Welcome back!");
  await isAt(page, "/clients/dashboard");
});

test("says why it refuses, and keeps what was typed (AUT10)", async (t) => {
  const { user } = await addOwner(sayso);
  const page = await openPage(t, sayso, logins.client);
  for (const email of [user.email, "nobody@people.example"]) {
    await logIn(page, { email, password: "not the password" });
    await page.toast("Login failed", "Email or password is wrong.");
    assert.equal(value(page, "Email"), email);
    assert.equal(value(page, "Password"), "not the password");
    await isReady(page);
  }
  assert.equal(page.address, logins.client);
});

for (const [origin, advice] of [
  ["https://sayso.test", "Please allow cookies for this site, then log in again."],
  ["http://192.168.0.2", "It keeps logins only over HTTPS."],
] as const) {
  test(`tells a browser that keeps no cookie of the login so at ${origin}, and does not greet it (AUT10)`, async (t) => {
    const { user } = await addOwner(sayso);
    const fetch = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("origin", sayso.origin);
      const answer = await sayso.fetch(path, { ...init, headers });
      return path === "/api/auth/login" ? Response.json(await answer.json()) : answer;
    };
    const page = await openPage(t, { origin, fetch }, logins.client);
    await logIn(page, user);
    await page.toast("Your browser did not keep the login", advice);
    assert.ok(page.lacks("Welcome back!"));
    assert.equal(value(page, "Email"), user.email);
    await isReady(page);
  });
}

test("says nothing about cookies where the session cannot be asked for (AUT10)", async (t) => {
  hurryWaits(t);
  const { user } = await addOwner(sayso);
  let answers = true;
  const network = behind(sayso, ({ path }) =>
    path !== "/api/auth/session" || answers
      ? undefined
      : new Response("<h1>Bad gateway</h1>", { status: 502 }),
  );
  const page = await openPage(t, network, logins.client);
  await page.findField("Email");
  answers = false;
  await logIn(page, user);
  await page.toast("Welcome back!");
  assert.ok(page.lacks("Your browser did not keep the login"));
});

test("loses nothing either where the server cannot be reached, or says nothing readable (AUT10)", async (t) => {
  const { user } = await addOwner(sayso);
  let answer: (() => Response) | undefined = () => {
    throw new TypeError("fetch failed");
  };
  const network = behind(sayso, ({ path }) => (path === "/api/auth/login" ? answer?.() : undefined));
  const page = await openPage(t, network, logins.client);
  await logIn(page, user);
  await page.toast("Login failed", "We cannot reach the server.");
  answer = () => new Response("<h1>Bad gateway", { status: 502 });
  await page.click("button", "Login");
  await page.toast("Login failed", "Please try again.");
  answer = undefined;
  assert.equal(value(page, "Password"), user.password);
  await page.click("button", "Login");
  await isAt(page, "/clients/dashboard");
});

test("says after too many failures how long to wait (INV44)", async (t) => {
  const { user } = await addOwner(sayso);
  for (let failure = 0; failure < 5; failure += 1) {
    const body = { area: "client", email: user.email, password: "wrong" };
    assert.equal((await call(sayso, "POST", "/api/auth/login", { body })).status, 401);
  }
  const page = await openPage(t, sayso, logins.client);
  await logIn(page, user);
  await page.toast("Login failed", "Too many failed attempts. Please try again in");
  assert.equal(value(page, "Password"), user.password);
  await clearAttempts(sayso);
});

test("lets a password be looked at, and names every field for managers (AUT08)", async (t) => {
  const { user } = await addOwner(sayso);
  const page = await openPage(t, sayso, logins.client);
  const attribute = (label: string, name: string) => page.field(label).getAttribute(name);
  await page.findField("Email");
  assert.deepEqual(
    [attribute("Email", "autocomplete"), attribute("Email", "inputmode")],
    ["username", "email"],
  );
  assert.equal(attribute("Password", "autocomplete"), "current-password");
  assert.equal(attribute("Password", "type"), "password");
  fill(page.field("Password"), "plums");
  await page.click("button", "Show what you typed");
  assert.equal(attribute("Password", "type"), "text");
  await page.click("button", "Hide what you typed");
  assert.equal(attribute("Password", "type"), "password");
  await page.goto(await addLink(sayso, user));
  await page.findField("New password");
  for (const label of ["New password", "Repeat password"])
    assert.equal(attribute(label, "autocomplete"), "new-password");
  const name = page.window.document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  assert.equal(name?.value, user.email);
});

test("leads from a screen without a session to the login, and from there back to it (AUT18 ERR05)", async (t) => {
  const { user, client } = await addOwner(sayso);
  const page = await openPage(t, sayso, logins.client);
  for (const path of [
    "/clients/dashboard",
    `/client/${client.custom_slug}`,
    "/clients/sharing",
    "/clients/sharing/card",
    "/clients/security",
    "/clients/business",
    "/clients/submissions?q=ann",
  ]) {
    await page.goto(path);
    await page.find("heading", "Client login", { level: 1 });
    assert.equal(page.address, `${logins.client}?${new URLSearchParams({ next: path })}`);
  }
  await logIn(page, user);
  await isAt(page, "/clients/submissions?q=ann");
  await page.goto(logins.client);
  await isAt(page, "/clients/dashboard");
});

test("leads from a sign-in to no address but our own (INV45)", async (t) => {
  const { user } = await addOwner(sayso);
  const cookie = await signIn(sayso, user);
  for (const next of ["//evil.example", "/\\evil.example", "https:evil.example", "javascript:alert(1)"]) {
    const page = await openPage(t, sayso, `${logins.client}?${new URLSearchParams({ next })}`, { cookie });
    await isAt(page, "/clients/dashboard");
    assert.deepEqual(page.navigations, []);
  }
  const page = await openPage(t, sayso, `${logins.client}?next=${encodeURIComponent("//evil.example")}`);
  await logIn(page, user);
  await isAt(page, "/clients/dashboard");
  assert.deepEqual(page.navigations, []);
});

test("leads from a folder opened without a sign-in to the login, and then to the folder (AUT18 JOB10)", async (t) => {
  const { client, user } = await addOwner(sayso);
  const folder = `/drive/folder/${client.id}`;
  const answer = await sayso.fetch(folder);
  const login = `${logins.client}?next=${folder}`;
  assert.deepEqual(
    [answer.status, new URL(answer.headers.get("location") ?? "", sayso.origin).href],
    [302, sayso.origin + login],
  );
  const page = await openPage(t, sayso, login);
  await logIn(page, user);
  await eventually(() => assert.deepEqual(page.navigations, [sayso.origin + folder]));
  const opened = await sayso.fetch(folder, { headers: { cookie: await signIn(sayso, user) } });
  assert.match(await opened.text(), /<h1[^>]*>Corner Shop/);
});
