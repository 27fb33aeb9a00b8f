import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { oneTimeLinks } from "../../support/people/owner/one-time-links.ts";
import { tokenHash } from "../../support/runtime/keys.ts";
import { addUser, call, cookieOf, linkIn, signIn, type User } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { mailsTo, mailTo, open, setPassword, codeOf, resetToken } = oneTimeLinks(() => sayso);

describe("the first password", () => {
  const invite = async (clientId: string, cookie: string) =>
    call(sayso, "POST", "/functions/v1/invite-client", {
      cookie,
      body: { clientId, email: "someone-else@evil.example", companyName: "Evil" },
    });
  const admin = async () => signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");

  test("AUT07 AUT16 AUT33 EML05 EML06 an invitation leads to it, and setting it sends the welcome mail once", async () => {
    const client = await addClient(sayso, { company_name: "Salt & Sons" });
    assert.equal((await invite(client.id, await admin())).status, 200);
    const { url, type, token } = linkIn(await mailTo(client.email, /portal is ready/));
    assert.deepEqual([url.pathname, type], ["/clients/login", "invite"]);
    const link = await sayso.row("SELECT * FROM one_time_links WHERE token_hash = ?", tokenHash(token));
    assert.equal(link?.expires_at - link?.created_at, 7 * DAYS);
    const user = await sayso.row("SELECT * FROM users WHERE email = ?", client.email);
    assert.deepEqual([user?.password_setup_pending, user?.company_name], [1, "Salt & Sons"]);

    // After an interruption it can be opened again.
    assert.equal((await open(token)).status, 200);
    const opened = await open(token);
    const cookie = cookieOf(opened) ?? "";
    assert.equal((await setPassword(cookie, "fresh plums 7")).status, 200);
    assert.notEqual((await open(token)).status, 200);
    const set = await sayso.row("SELECT * FROM users WHERE email = ?", client.email);
    assert.equal(set?.password_setup_pending, 0);
    const welcome = await mailTo(client.email, /Welcome/);
    assert.equal(welcome.subject, "Welcome to Sayso, Salt & Sons");
    assert.ok(welcome.html.includes("Salt &#38; Sons"));
    const signedIn = await signIn(sayso, { id: user?.id, email: client.email, password: "fresh plums 7" });
    const shown = await (await call(sayso, "GET", "/api/client/dashboard", { cookie: signedIn })).json();
    assert.equal((shown as { client: { id: string } }).client.id, client.id);

    const again =
      cookieOf(await open((await resetToken({ ...user, email: client.email } as User)).token)) ?? "";
    assert.equal((await setPassword(again, "fresh plums 8")).status, 200);
    assert.equal((await mailsTo(client.email)).filter((mail) => /Welcome/.test(mail.subject)).length, 1);
  });

  test("ADM20 AUT30 only an admin invites, the client's own row says whom, and an address serves one client", async () => {
    const [one, two] = [await addClient(sayso), await addClient(sayso)];
    await sayso.change("UPDATE clients SET email = ? WHERE id = ?", one.email.toUpperCase(), two.id);
    const owner = await addUser(sayso);
    for (const cookie of [
      "",
      await signIn(sayso, owner),
      await signIn(sayso, await addUser(sayso, { roles: ["affiliate"] }), "affiliate"),
    ]) {
      assert.ok([401, 403].includes((await invite(one.id, cookie)).status));
    }
    const cookie = await admin();
    assert.equal((await invite(one.id, cookie)).status, 200);
    assert.equal((await invite(crypto.randomUUID(), cookie)).status, 404);
    const taken = await invite(two.id, cookie);
    assert.deepEqual([taken.status, await codeOf(taken)], [409, "address_taken"]);
    await mailTo(one.email, /portal is ready/);
    assert.deepEqual(await mailsTo("someone-else@evil.example"), []);
  });

  test("EML05 send-welcome-email needs the user's own session; a missing company name becomes your company", async () => {
    const [user, other] = [await addUser(sayso), await addUser(sayso)];
    const cookie = await signIn(sayso, user);
    const send = (userId: string, with_: string) =>
      call(sayso, "POST", "/functions/v1/send-welcome-email", {
        cookie: with_,
        body: { userId, email: "someone-else@evil.example" },
      });
    assert.equal((await send(user.id, "")).status, 401);
    assert.equal((await send(other.id, cookie)).status, 404);
    const answers = await Promise.all([send(user.id, cookie), send(user.id, cookie)]);
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200],
    );
    const mail = await mailTo(user.email, /Welcome/);
    assert.equal(mail.subject, "Welcome to Sayso, your company");
    assert.deepEqual(await mailsTo("someone-else@evil.example"), []);
    assert.equal((await mailsTo(user.email)).length, 1);
  });

  test("ERR02 a welcome mail that fails is logged, and the password is set all the same", async () => {
    const client = await addClient(sayso);
    const user = await addUser(sayso, { password: null, clientId: client.id });
    const { token } = await resetToken(user);
    const cookie = cookieOf(await open(token)) ?? "";
    // The email's row cannot be written.
    await sayso.change(
      "CREATE TRIGGER no_welcome BEFORE INSERT ON emails WHEN NEW.template = 'welcome' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    try {
      assert.equal((await setPassword(cookie, "fresh plums 7")).status, 200);
    } finally {
      await sayso.change("DROP TRIGGER no_welcome");
    }
    assert.ok(sayso.log().some((line) => line.kind === "warning" && line.what === "welcome_email"));
    await signIn(sayso, { ...user, password: "fresh plums 7" });
  });
});
