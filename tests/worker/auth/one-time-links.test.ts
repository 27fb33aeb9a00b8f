import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { oneTimeLinks } from "../../support/people/owner/one-time-links.ts";
import { tokenHash } from "../../support/runtime/keys.ts";
import { addUser, call, cookieOf, linkIn, signIn, type Area } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const MINUTES = 60_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { somewhere, networks, mailsTo, mailTo, reset, open, setPassword, codeOf, resetToken } = oneTimeLinks(
  () => sayso,
);

describe("a forgotten password", () => {
  test("AUT07 AUT12 EML07 the mail leads to the login page of its area, with the token in the fragment", async () => {
    const pages = { client: "/clients/login", admin: "/clients/admin/login", affiliate: "/affiliates/login" };
    for (const [area, page] of Object.entries(pages) as [Area, string][]) {
      const user = await addUser(sayso, { roles: area === "client" ? [] : [area] });
      const { url, type, token } = await resetToken(user, area);
      assert.deepEqual(
        [url.origin, url.pathname, url.search, type],
        ["https://sayso.test", page, "", "recovery"],
      );
      assert.match(token, /^[\w-]{43}$/);
    }
  });

  test("AUT07 AUT15 the token opens a session of 15 minutes that can only set a password", async () => {
    const user = await addUser(sayso, { roles: ["admin"] });
    const client = await addClient(sayso);
    await sayso.change("UPDATE clients SET user_id = ? WHERE id = ?", user.id, client.id);
    const elsewhere = await signIn(sayso, user);
    const { token } = await resetToken(user);
    const opened = await open(token);
    assert.deepEqual([opened.status, await opened.json()], [200, { kind: "set_password", area: "client" }]);
    const cookie = cookieOf(opened) ?? "";
    assert.match(opened.headers.getSetCookie()[0] ?? "", /Max-Age=900;/);
    for (const path of [
      "/api/client/dashboard",
      "/api/auth/sessions",
      `/api/client/${client.id}/submissions`,
    ]) {
      assert.equal((await call(sayso, "GET", path, { cookie })).status, 403, path);
    }
    assert.equal((await call(sayso, "POST", "/api/auth/totp", { cookie })).status, 403);
    const welcome = { cookie, body: { userId: user.id } };
    assert.equal((await call(sayso, "POST", "/functions/v1/send-welcome-email", welcome)).status, 403);
    const answer = await setPassword(cookie, "fresh plums 7");
    assert.deepEqual([answer.status, await answer.json()], [200, { signed_in: false }]);
    assert.ok(answer.headers.getSetCookie().some((line) => /^__Host-session=; .*Max-Age=0;/.test(line)));
    assert.equal((await setPassword(cookie, "fresh plums 8")).status, 401, "the session has ended");
    assert.equal((await call(sayso, "GET", "/api/client/dashboard", { cookie: elsewhere })).status, 401);
    await signIn(sayso, { ...user, password: "fresh plums 7" });
    await assert.rejects(signIn(sayso, user), /401/);
  });

  test("AUT13 AUT14 AUT26 a password that is too short or very common is refused, and the session goes on", async () => {
    const client = await addUser(sayso);
    const affiliate = await addUser(sayso, { roles: ["affiliate"] });
    const cases = [
      [client, "client", "plums", "Password must be at least 6 characters long."],
      [affiliate, "affiliate", "plums77", "Password must be at least 8 characters long"],
      [client, "client", "Password1", "This password is too easy to guess. Please choose another one."],
    ] as const;
    for (const [user, area, password, text] of cases) {
      const cookie = cookieOf(await open((await resetToken(user, area)).token)) ?? "";
      const refused = await setPassword(cookie, password);
      const reply = (await refused.json()) as { code: string; fields: Record<string, string> };
      assert.deepEqual([refused.status, reply.code, reply.fields], [400, "invalid", { password: text }]);
      assert.equal((await setPassword(cookie, "fresh plums 7")).status, 200);
    }
  });

  test("AUT14 AUT26 so is one of the 3,000 most common, and what is mostly words of the account or of Sayso", async () => {
    const common = "This password is too easy to guess. Please choose another one.";
    const ofContext =
      "This password is too easy to guess: it’s too close to your email address, your business’s name or Sayso’s own words. Please choose another one.";
    const email = "petersen@harbour-bakery.example";
    const user = await addUser(sayso, { email, companyName: "Trawler & Mug" });
    const cookie = cookieOf(await open((await resetToken(user)).token)) ?? "";
    for (const [password, text] of [
      ["asdqwe123", common],
      ["Corvette99", common],
      ["19840229", common],
      ["Petersen1984", ofContext],
      ["h4rbour-bakery", ofContext],
      ["trawlermug!", ofContext],
      ["my Sayso 1", ofContext],
    ] as const) {
      const refused = await setPassword(cookie, password);
      const reply = (await refused.json()) as { fields: Record<string, string> };
      assert.deepEqual([refused.status, reply.fields], [400, { password: text }], password);
    }
    assert.equal((await setPassword(cookie, "harbour plums and kettles")).status, 200);
  });

  test("INV45 a link works once, even in parallel", async () => {
    const user = await addUser(sayso);
    const { token } = await resetToken(user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(token)));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, ...Array(9).fill(410)]);
    const late = await open(token);
    assert.deepEqual([late.status, await codeOf(late)], [410, "link_used"]);
  });

  test("AUT07 INV45 a reset link works 60 minutes, an unknown one never, and one of a shut account not at all", async () => {
    const user = await addUser(sayso);
    const { token } = await resetToken(user);
    const link = await sayso.row("SELECT * FROM one_time_links WHERE token_hash = ?", tokenHash(token));
    assert.equal(link?.expires_at - link?.created_at, 60 * MINUTES);
    await sayso.change(
      "UPDATE one_time_links SET expires_at = ? WHERE token_hash = ?",
      Date.now() - 1,
      tokenHash(token),
    );
    assert.equal((await open(token)).status, 410);
    assert.equal((await open("made-up")).status, 410);
    assert.equal((await open("")).status, 410);
    const shut = await addUser(sayso);
    const { token: late } = await resetToken(shut);
    await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", shut.id);
    assert.equal((await open(late)).status, 410);
  });

  test("INV45 setting a password ends every other link of the user", async () => {
    const user = await addUser(sayso);
    const [first, second] = [await resetToken(user), await resetToken(user)];
    const cookie = cookieOf(await open(second.token)) ?? "";
    assert.equal((await setPassword(cookie, "fresh plums 7")).status, 200);
    assert.equal((await open(first.token)).status, 410);
  });

  test("EML10 no row holds a token: it is made when the mail is sent, and kept as a hash", async () => {
    const user = await addUser(sayso);
    const { token } = await resetToken(user);
    for (const table of ["emails", "job_queue", "one_time_links", "sessions", "rate_limit_events"]) {
      assert.ok(!JSON.stringify(await sayso.rows(`SELECT * FROM ${table}`)).includes(token), table);
    }
    assert.ok(!JSON.stringify(sayso.log()).includes(token));
  });

  test("INV45 a foreign host or forwarded host never reaches a mail", async () => {
    const user = await addUser(sayso);
    const headers = {
      ...somewhere(),
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "x-original-host": "evil.example",
    };
    await reset(user.email, "client", headers);
    const mail = await mailTo(user.email, /new Sayso password/);
    assert.ok(!`${mail.text}${mail.html}`.includes("evil"));
    assert.equal(linkIn(mail).url.origin, "https://sayso.test");
  });

  test("AUT27 RTE13 send-affiliate-password-reset takes an email, answers alike, and mails affiliates only", async () => {
    const affiliate = await addUser(sayso, { roles: ["affiliate"] });
    const client = await addUser(sayso);
    const send = (email: string) =>
      call(sayso, "POST", "/functions/v1/send-affiliate-password-reset", {
        body: { email },
        headers: somewhere(),
      });
    for (const email of [affiliate.email, client.email, "nobody-here@people.example"]) {
      const answer = await send(email);
      assert.deepEqual([answer.status, await answer.json()], [200, { success: true }]);
    }
    assert.equal(linkIn(await mailTo(affiliate.email, /password/)).url.pathname, "/affiliates/login");
    assert.deepEqual(await mailsTo(client.email), []);
    assert.equal((await send("not an address")).status, 400);
  });

  test("SUB36 INV70 a household asks for three mails to a recipient a day, known or not, all for twelve and then one an hour, and one for ten in all", async () => {
    const user = await addUser(sayso);
    for (const email of [user.email, "never-heard-of@people.example"]) {
      const household = networks();
      const statuses = [];
      for (let i = 0; i < 4; i += 1) statuses.push((await reset(email, "client", household())).status);
      assert.deepEqual(statuses, [200, 200, 200, 429]);
      for (let i = 0; i < 9; i += 1) assert.equal((await reset(email)).status, 200, "from elsewhere");
      const refused = await reset(email);
      assert.deepEqual([refused.status, await codeOf(refused)], [429, "too_many_mails"]);
      const wait = Number(refused.headers.get("retry-after"));
      assert.ok(wait > 3500 && wait <= 3600, "as long as the newest link works");
      await sayso.change("UPDATE rate_limit_events SET at = at - 3600000 WHERE kind = 'mail'");
      assert.deepEqual(
        [(await reset(email)).status, (await reset(email)).status],
        [200, 429],
        "one more then",
      );
    }
    const here = somewhere();
    for (let i = 0; i < 10; i += 1) {
      assert.equal((await reset(`number-${i}@people.example`, "client", here)).status, 200);
    }
    assert.equal((await reset("number-10@people.example", "client", here)).status, 429);
  });

  test("SUB36 spellings of one recipient are one: tags, Gmail's dots and full-width letters", async () => {
    for (const spellings of [
      [
        "victim+1@people.example",
        "VICTIM@people.example",
        "victim+x+y@people.example",
        "victim+4@people.example",
      ],
      ["v.ictim@gmail.com", "victim@googlemail.com", "vic.tim+a@gmail.com", "victim@gmail.com"],
      [
        "ｖictim2@people.example",
        "victim2@people.example",
        "victiｍ2@people.example",
        "vic\uff54im2@people.example",
      ],
    ]) {
      const [last = "", ...first] = spellings.toReversed();
      const household = networks();
      for (const email of first) assert.equal((await reset(email, "client", household())).status, 200, email);
      assert.equal((await reset(last, "client", household())).status, 429, last);
    }
  });

  test("requests of strangers use up no limit of a browser that has entered the account (SUB36 INV44)", async () => {
    const user = await addUser(sayso);
    const entered = await call(sayso, "POST", "/api/auth/login", {
      body: { area: "client", email: user.email, password: user.password },
    });
    const browser =
      entered.headers
        .getSetCookie()
        .find((line) => line.startsWith("__Host-browser="))
        ?.split(";")[0] ?? "";
    for (let i = 0; i < 12; i += 1) await reset(user.email);
    assert.equal((await reset(user.email)).status, 429, "from yet another address");
    const body = { area: "client", email: user.email };
    const answer = await call(sayso, "POST", "/api/auth/reset", {
      body,
      cookie: browser,
      headers: somewhere(),
    });
    assert.equal(answer.status, 200);
    assert.equal(
      (await call(sayso, "POST", "/api/auth/login", { body: { ...body, password: user.password } })).status,
      200,
    );
    assert.equal((await reset(user.email)).status, 200, "whoever entered the account has all of them again");
  });

  test("INV45 AUT33 an address with letters beyond ASCII signs in", async () => {
    const client = await addClient(sayso);
    await sayso.change("UPDATE clients SET email = 'BÄCKER@Laden.example' WHERE id = ?", client.id);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    await call(sayso, "POST", "/functions/v1/invite-client", { cookie, body: { clientId: client.id } });
    const mail = await mailTo("bäcker@laden.example", /portal is ready/);
    const session = cookieOf(await open(linkIn(mail).token)) ?? "";
    assert.equal((await setPassword(session, "fresh plums 7")).status, 200);
    await signIn(sayso, { id: "", email: "Bäcker@LADEN.example", password: "fresh plums 7" });
  });

  test("AUT07 links whose time is over are swept", async () => {
    const { token } = await resetToken(await addUser(sayso));
    await sayso.schedule(new Date(Date.now() + 2 * 60 * MINUTES));
    assert.equal(
      await sayso.row("SELECT 1 FROM one_time_links WHERE token_hash = ?", tokenHash(token)),
      undefined,
    );
  });
});
