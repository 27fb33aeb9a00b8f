import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/clients.ts";
import { addUser, call, cookieOf, PASSWORD, sha256, signIn, type Area } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

type From = { area?: Area; from?: string; cookie?: string };
const login = (
  email: string,
  password: string,
  { area = "client", from = "192.0.2.1", cookie = "" }: From = {},
) =>
  call(sayso, "POST", "/api/auth/login", {
    body: { area, email, password },
    headers: { "cf-connecting-ip": from },
    cookie,
  });
const session = async (cookie: string) =>
  (await (await call(sayso, "GET", "/api/auth/session", { cookie })).json()) as Record<
    string,
    unknown
  > | null;
const row = (cookie: string) =>
  sayso.row("SELECT * FROM sessions WHERE token_hash = ?", sha256(cookie.split("=")[1] ?? ""));

describe("signing in", () => {
  test("AUT01 AUT02 AUT05 opens a session whose cookie scripts cannot read and that outlives the browser", async () => {
    const user = await addUser(sayso, { companyName: "Corner Shop" });
    const answer = await login(` ${user.email.toUpperCase()} `, user.password);
    assert.deepEqual([answer.status, await answer.json()], [200, { kind: "full", area: "client" }]);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-session="));
    assert.match(
      line ?? "",
      /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieOf(answer) ?? "";
    const found = await session(cookie);
    assert.deepEqual(
      [found?.user_id, found?.email, found?.area, found?.kind],
      [user.id, user.email, "client", "full"],
    );
    assert.ok(
      !JSON.stringify(await sayso.rows("SELECT * FROM sessions")).includes(cookie.split("=")[1] ?? "x"),
    );
  });

  test("AUT33 the account carries whether its first password is awaited, and its company's name", async () => {
    const user = await addUser(sayso, { companyName: "Corner Shop" });
    const found = await session(await signIn(sayso, user));
    assert.deepEqual([found?.password_setup_pending, found?.company_name], [false, "Corner Shop"]);
  });

  test("AUT10 a wrong password, an unknown address and a shut account are refused in the same words", async () => {
    const user = await addUser(sayso);
    const shut = await addUser(sayso);
    await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", shut.id);
    const pending = await addUser(sayso, { password: null });
    const answers = [
      await login(user.email, "wrong", { from: "192.0.2.11" }),
      await login("nobody@people.example", "wrong", { from: "192.0.2.12" }),
      await login(shut.email, PASSWORD, { from: "192.0.2.13" }),
      await login(pending.email, "", { from: "192.0.2.14" }),
      await login(user.email, PASSWORD.repeat(100), { from: "192.0.2.15" }),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 401);
      assert.equal(cookieOf(answer), undefined);
      const text = "Email or password is wrong.";
      assert.deepEqual(await answer.json(), { success: false, error: text, code: "wrong_credentials" });
    }
  });

  test("AUT04 AUT19 AUT23 each door asks for its role, and opens no session without it", async () => {
    const nobody = await addUser(sayso);
    const admin = await addUser(sayso, { roles: ["admin"] });
    const affiliate = await addUser(sayso, { roles: ["affiliate"] });
    const at = async (user: { email: string; password: string }, area: Area) => {
      const answer = await login(user.email, user.password, { area });
      const reply = (await answer.json()) as { error?: string };
      assert.equal(answer.status === 200, cookieOf(answer) !== undefined);
      return answer.status === 200 ? "in" : reply.error;
    };
    assert.equal(await at(nobody, "admin"), "You don't have admin privileges.");
    assert.equal(await at(affiliate, "admin"), "You don't have admin privileges.");
    assert.equal(await at(nobody, "affiliate"), "You don't have affiliate access");
    assert.equal(await at(admin, "affiliate"), "You don't have affiliate access");
    assert.equal(await at(admin, "admin"), "in");
    assert.equal(await at(affiliate, "affiliate"), "in");
    assert.equal(await at(nobody, "client"), "in");
  });

  test("INV43 a planted session cookie is replaced at login, and the old one is dead", async () => {
    const [victim, attacker] = [await addUser(sayso), await addUser(sayso)];
    const planted = await signIn(sayso, attacker);
    const answer = await login(victim.email, victim.password, { cookie: planted });
    const fresh = cookieOf(answer) ?? "";
    assert.notEqual(fresh, planted);
    assert.equal(await session(planted), null);
    assert.equal((await session(fresh))?.user_id, victim.id);
    const madeUp = await login(victim.email, victim.password, {
      cookie: "__Host-session=chosen-by-somebody",
    });
    assert.notEqual(cookieOf(madeUp), "__Host-session=chosen-by-somebody");
    assert.equal(await session("__Host-session=chosen-by-somebody"), null);
  });

  test("INV46 a foreign page cannot sign anybody in, and neither can a form", async () => {
    const user = await addUser(sayso);
    const body = JSON.stringify({ area: "client", email: user.email, password: user.password });
    const send = (headers: Record<string, string>) =>
      sayso.fetch("/api/auth/login", { method: "POST", body, headers });
    const json = { "content-type": "application/json" };
    assert.equal((await send({ ...json, origin: "https://evil.example" })).status, 403);
    assert.equal((await send({ ...json, origin: "null" })).status, 403);
    assert.equal((await send({ "content-type": "text/plain" })).status, 400);
    assert.equal((await send(json)).status, 200);
  });

  test("AUT05 bad JSON, a missing field and a body without end are clear errors", async () => {
    const send = (body: string) =>
      sayso.fetch("/api/auth/login", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
    assert.equal((await send("{")).status, 400);
    assert.equal((await send('{"email":"a@b.cc"}')).status, 400);
    assert.equal((await send('{"area":"kitchen","email":"a@b.cc","password":"x"}')).status, 400);
    assert.equal((await send(`{"a":"${"x".repeat(20_000)}"}`)).status, 413);
  });
});

describe("a session", () => {
  test("AUT01 AUT34 is renewed while it is used: 30 days from now, and 90 from its beginning at most", async () => {
    const cookie = await signIn(sayso, await addUser(sayso));
    const begun = await row(cookie);
    assert.equal(begun?.expires_at - begun?.created_at, 30 * DAYS);
    const age = (used: number, created: number) =>
      sayso.change(
        "UPDATE sessions SET used_at = used_at - ?, created_at = created_at - ?, expires_at = expires_at - ? WHERE id = ?",
        used,
        created,
        used,
        begun?.id,
      );
    await age(2 * 60 * MINUTES, 2 * 60 * MINUTES);
    const answer = await call(sayso, "GET", "/api/auth/session", { cookie });
    assert.match(answer.headers.getSetCookie()[0] ?? "", /Max-Age=2592000/);
    assert.ok(Math.abs((await row(cookie))?.expires_at - Date.now() - 30 * DAYS) < MINUTES);
    await age(2 * 60 * MINUTES, 80 * DAYS);
    await session(cookie);
    assert.ok(Math.abs((await row(cookie))?.expires_at - Date.now() - 10 * DAYS) < 3 * 60 * MINUTES);
    assert.deepEqual((await call(sayso, "GET", "/api/auth/session", { cookie })).headers.getSetCookie(), []);
  });

  test("AUT34 an admin's lasts 12 hours, however much it is used", async () => {
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const found = await row(cookie);
    assert.equal(found?.expires_at - found?.created_at, 12 * 60 * MINUTES);
    await sayso.change(
      "UPDATE sessions SET used_at = used_at - ?, created_at = created_at - ?, expires_at = expires_at - ? WHERE id = ?",
      11 * 60 * MINUTES,
      11 * 60 * MINUTES,
      11 * 60 * MINUTES,
      found?.id,
    );
    await session(cookie);
    const [renewed] = await sayso.rows("SELECT * FROM sessions WHERE id = ?", found?.id);
    assert.equal(renewed?.expires_at - renewed?.created_at, 12 * 60 * MINUTES);
    await sayso.change("UPDATE sessions SET expires_at = ? WHERE id = ?", Date.now() - 1, found?.id);
    assert.equal(await session(cookie), null);
  });

  test("AUT01 its token is replaced once a day; a lost answer signs nobody out, and the old one then dies", async () => {
    const cookie = await signIn(sayso, await addUser(sayso));
    const { id } = (await row(cookie)) ?? {};
    const age = (ms: number) =>
      sayso.change(
        "UPDATE sessions SET used_at = used_at - ?, rotated_at = rotated_at - ? WHERE id = ?",
        ms,
        ms,
        id,
      );
    await age(25 * 60 * MINUTES);
    const offers = await Promise.all(
      [1, 2, 3].map(() => call(sayso, "GET", "/api/auth/session", { cookie })),
    );
    const offered = offers.map((answer) => cookieOf(answer)).filter((found) => found !== undefined);
    assert.equal(offered.length, 1, "of requests side by side one is offered a new token");
    assert.notEqual(offered[0], cookie);
    assert.ok(await session(cookie), "the answer may have got lost");
    assert.ok(await session(offered[0] ?? ""));
    assert.ok(await session(cookie), "requests that are under way may still carry it");
    await sayso.change("UPDATE sessions SET previous_until = ? WHERE id = ?", Date.now() - 1, id);
    assert.equal(await session(cookie), null);
    assert.ok(await session(offered[0] ?? ""));
  });

  test("AUT05 logging out ends it on the server and takes the cookie away", async () => {
    const user = await addUser(sayso);
    const [one, two] = [await signIn(sayso, user), await signIn(sayso, user)];
    const answer = await call(sayso, "POST", "/api/auth/logout", { cookie: one });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.getSetCookie()[0] ?? "", /^__Host-session=; Path=\/; Max-Age=0;/);
    assert.equal(await session(one), null);
    assert.ok(await session(two));
    assert.equal((await call(sayso, "POST", "/api/auth/logout")).status, 200, "also when signed out");
    const foreign = { cookie: two, headers: { origin: "https://evil.example" } };
    assert.equal((await call(sayso, "POST", "/api/auth/logout", foreign)).status, 403);
    assert.ok(await session(two));
  });

  test("AUT05 the page of sessions lists them with their devices and ends one, or all others", async () => {
    const user = await addUser(sayso);
    const phone =
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 Mobile Safari/537.36";
    const mine = await signIn(sayso, user);
    const other = cookieOf(
      await call(sayso, "POST", "/api/auth/login", {
        body: { area: "client", email: user.email, password: user.password },
        headers: { "user-agent": phone },
      }),
    );
    const third = await signIn(sayso, user);
    const stranger = await signIn(sayso, await addUser(sayso));
    type Line = { id: string; current: boolean; device: string };
    const list = async (cookie: string) =>
      (await (await call(sayso, "GET", "/api/auth/sessions", { cookie })).json()) as Line[];
    const lines = await list(mine);
    assert.equal(lines.length, 3);
    assert.equal(lines.filter((line) => line.current).length, 1);
    const onPhone = lines.find((line) => line.device === "Chrome on Android");
    assert.ok(onPhone);
    const path = `/api/auth/sessions/${onPhone.id}`;
    assert.equal((await call(sayso, "DELETE", path, { cookie: stranger })).status, 404);
    assert.equal((await call(sayso, "DELETE", path, { cookie: mine })).status, 200);
    assert.equal(await session(other ?? ""), null);
    assert.equal((await call(sayso, "DELETE", "/api/auth/sessions", { cookie: mine })).status, 200);
    assert.equal(await session(third), null);
    assert.ok(await session(mine));
    assert.ok(await session(stranger));
  });

  test("AUT03 ERR03 without one every call says so, and with nothing else", async () => {
    for (const cookie of ["", "__Host-session=", "__Host-session=made-up", "session=x"]) {
      const answer = await call(sayso, "GET", "/api/client/dashboard", { cookie });
      assert.equal(answer.status, 401);
      assert.deepEqual(await answer.json(), { success: false, error: "Please sign in.", code: "signed_out" });
    }
  });

  test("AUT34 sessions whose time is over are swept", async () => {
    const cookie = await signIn(sayso, await addUser(sayso));
    await sayso.schedule(new Date(Date.now() + 29 * DAYS));
    assert.ok(await row(cookie));
    await sayso.schedule(new Date(Date.now() + 31 * DAYS));
    assert.equal(await row(cookie), undefined);
  });
});

describe("INV42 the next request of every session is refused", () => {
  test("INV42 when a role is removed", async () => {
    for (const area of ["admin", "affiliate"] as const) {
      const user = await addUser(sayso, { roles: [area] });
      const [one, two] = [await signIn(sayso, user, area), await signIn(sayso, user, area)];
      await sayso.change("DELETE FROM user_roles WHERE user_id = ?", user.id);
      for (const cookie of [one, two]) {
        assert.equal(await session(cookie), null);
        assert.equal((await call(sayso, "GET", "/api/auth/sessions", { cookie })).status, 401);
      }
    }
  });

  test("INV42 when the account is disabled", async () => {
    const user = await addUser(sayso);
    const client = await addClient(sayso);
    await sayso.change("UPDATE clients SET user_id = ? WHERE id = ?", user.id, client.id);
    const cookies = [await signIn(sayso, user), await signIn(sayso, user)];
    await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", user.id);
    for (const cookie of cookies) {
      assert.equal((await call(sayso, "GET", "/api/client/dashboard", { cookie })).status, 401);
    }
  });

  test("INV42 when the password is changed; the browser that changed it gets a new session", async () => {
    const user = await addUser(sayso);
    const [mine, other] = [await signIn(sayso, user), await signIn(sayso, user)];
    const change = (body: unknown) => call(sayso, "POST", "/api/auth/password", { cookie: mine, body });
    const wrong = await change({ password: "a better one 9", current: "not it" });
    assert.deepEqual([wrong.status, ((await wrong.json()) as { code: string }).code], [400, "wrong_current"]);
    assert.equal((await change({ password: "a better one 9" })).status, 400, "the current one is needed");
    assert.ok(await session(mine));
    const answer = await change({ password: "a better one 9", current: user.password });
    assert.deepEqual([answer.status, await answer.json()], [200, { signed_in: true }]);
    assert.equal(await session(mine), null);
    assert.equal(await session(other), null);
    assert.equal((await session(cookieOf(answer) ?? ""))?.user_id, user.id);
    assert.equal((await login(user.email, user.password)).status, 401);
    assert.equal((await login(user.email, "a better one 9")).status, 200);
  });
});

describe("INV44 guessing", () => {
  const hashes = () => sayso.log().findLast((line) => line.route === "/api/auth/login")?.password_hashes;

  test("INV44 known and unknown accounts cost the same work and get the same answer", async () => {
    const known = await addUser(sayso);
    const unset = await addUser(sayso, { password: null });
    const seen = [];
    for (const email of [known.email, "nobody-at-all@people.example", unset.email]) {
      const answer = await login(email, "wrong", { from: "192.0.2.40" });
      const headers = [...answer.headers.keys()].toSorted();
      seen.push({ status: answer.status, body: await answer.text(), headers, hashes: hashes() });
    }
    assert.equal(seen[0]?.hashes, 1);
    assert.deepEqual(seen[1], seen[0]);
    assert.deepEqual(seen[2], seen[0]);
  });

  test("INV44 a reset is answered alike for known and unknown addresses", async () => {
    const known = await addUser(sayso);
    const answers = [];
    for (const [index, email] of [known.email, "nobody-to-reset@people.example"].entries()) {
      const headers = { "cf-connecting-ip": `192.0.2.5${index}` };
      const answer = await call(sayso, "POST", "/api/auth/reset", {
        body: { area: "client", email },
        headers,
      });
      answers.push([answer.status, await answer.text()]);
    }
    assert.deepEqual(answers, [
      [200, "{}"],
      [200, "{}"],
    ]);
  });

  test("INV44 five failures per account and address in 15 minutes, then 429 with Retry-After, also for what does not exist", async () => {
    for (const email of [(await addUser(sayso)).email, "ghost@people.example"]) {
      const from = "198.51.100.1";
      for (let i = 0; i < 5; i += 1) assert.equal((await login(email, "wrong", { from })).status, 401);
      const refused = await login(email, PASSWORD, { from });
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get("retry-after"));
      assert.ok(wait > 890 && wait <= 900, String(wait));
      assert.match(((await refused.json()) as { error: string }).error, /try again in 15 minutes/);
      assert.equal(hashes(), undefined, "no work for who is refused");
      await sayso.change("UPDATE attempts SET at = at - ? WHERE address_hash <> ''", 15 * MINUTES);
      assert.equal((await login(email, "wrong", { from })).status, 401);
      await sayso.change("DELETE FROM attempts");
    }
  });

  test("INV44 many guesses side by side are counted like one after the other", async () => {
    const user = await addUser(sayso);
    const tries = Array.from({ length: 30 }, () => login(user.email, "wrong", { from: "198.51.100.2" }));
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 401).length, 5);
    assert.equal(statuses.filter((status) => status === 429).length, 25);
  });

  test("INV44 a success forgets the failures before it", async () => {
    const user = await addUser(sayso);
    const from = "198.51.100.3";
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 4; i += 1) assert.equal((await login(user.email, "wrong", { from })).status, 401);
      assert.equal((await login(user.email, user.password, { from })).status, 200);
    }
  });

  /** Failures as the table holds them, of one account or from one address. */
  const plant = (count: number, account: string, address: string) =>
    sayso.change(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO attempts (id, kind, account_hash, address_hash, at)
       SELECT ?2 || ?3 || i, 'sign_in', iif(?2 = '', 'account-' || i, ?2), iif(?3 = '', 'address-' || i, ?3), ?4 FROM n`,
      count,
      account,
      address,
      Date.now(),
    );
  /** Fails once, and answers the hashes that the table holds of it. */
  const hashesOf = async (email: string, from: string) => {
    await login(email, "wrong", { from });
    return sayso.row("SELECT * FROM attempts ORDER BY at DESC LIMIT 1");
  };

  test("INV44 50 failures from one address in an hour stop it, whatever the account", async () => {
    await sayso.change("DELETE FROM attempts");
    const from = "198.51.100.4";
    const { address_hash } = (await hashesOf("one@people.example", from)) ?? {};
    await plant(49, "", address_hash);
    const refused = await login("quite-another@people.example", "wrong", { from });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 3500);
    assert.equal(
      (await login("quite-another@people.example", "wrong", { from: "198.51.100.5" })).status,
      401,
    );
    await sayso.change("DELETE FROM attempts");
  });

  test("INV44 100 failures of one account in an hour stop strangers, but not its owner at a known address", async () => {
    await sayso.change("DELETE FROM attempts");
    const owner = await addUser(sayso);
    const home = "203.0.113.7";
    assert.equal((await login(owner.email, owner.password, { from: home })).status, 200);
    const { account_hash } = (await hashesOf(owner.email, "198.51.100.6")) ?? {};
    await plant(100, account_hash, "");
    assert.equal((await login(owner.email, owner.password, { from: "198.51.100.77" })).status, 429);
    assert.equal((await login(owner.email, "typo", { from: home })).status, 401);
    assert.equal((await login(owner.email, owner.password, { from: home })).status, 200);
    await sayso.change("DELETE FROM attempts");
  });

  test("INV44 nor at a browser that has entered the account, from wherever it asks", async () => {
    await sayso.change("DELETE FROM attempts");
    const owner = await addUser(sayso);
    const entered = await login(owner.email, owner.password, { from: "203.0.113.20" });
    const line = entered.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-browser="));
    assert.match(
      line ?? "",
      /^__Host-browser=[\w-]{43}; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Lax$/,
    );
    const browser = line?.split(";")[0] ?? "";
    const { account_hash } = (await hashesOf(owner.email, "198.51.100.6")) ?? {};
    await plant(100, account_hash, "");
    assert.equal((await login(owner.email, owner.password, { from: "203.0.113.21" })).status, 429);
    assert.equal(
      (await login(owner.email, owner.password, { from: "203.0.113.22", cookie: "__Host-browser=made-up" }))
        .status,
      429,
    );
    assert.equal(
      (await login(owner.email, owner.password, { from: "203.0.113.23", cookie: browser })).status,
      200,
    );
    await sayso.change("DELETE FROM attempts");
  });

  test("INV42 a sign-in that runs beside a change of password does not survive it", async () => {
    const user = await addUser(sayso);
    const rounds = Array.from({ length: 10 }, async () => {
      const answer = await login(user.email, user.password, {
        from: `192.0.2.${Math.ceil(Math.random() * 200)}`,
      });
      return { status: answer.status, cookie: cookieOf(answer) };
    });
    const changed = sayso
      .change("UPDATE users SET password_hash = 'gone' WHERE id = ?", user.id)
      .then(() => sayso.change("DELETE FROM sessions WHERE user_id = ?", user.id));
    const answers = await Promise.all(rounds);
    await changed;
    for (const { cookie } of answers) if (cookie) assert.equal(await session(cookie), null);
  });

  test("INV44 whoever is signed in may guess the current password no more often", async () => {
    const user = await addUser(sayso);
    const cookie = await signIn(sayso, user);
    const guess = () =>
      call(sayso, "POST", "/api/auth/password", {
        cookie,
        body: { password: "something new 1", current: "no" },
      });
    for (let i = 0; i < 5; i += 1) assert.equal((await guess()).status, 400);
    assert.equal((await guess()).status, 429);
  });

  test("INV44 what no longer counts is swept", async () => {
    await login("sweep@people.example", "wrong", { from: "198.51.100.9" });
    await sayso.schedule(new Date(Date.now() + 23 * 60 * MINUTES));
    assert.ok((await sayso.rows("SELECT 1 FROM attempts")).length > 0);
    await sayso.schedule(new Date(Date.now() + 25 * 60 * MINUTES));
    await sayso.schedule(new Date(Date.now() + 25 * 60 * MINUTES));
    await until("swept", async () => (await sayso.rows("SELECT 1 FROM attempts")).length === 0);
  });

  test("INV54 no attempt and no log line holds an address or a password", async () => {
    sayso.server.clearLogs();
    const user = await addUser(sayso, { email: "very-private@people.example" });
    await login(user.email, "very-secret", { from: "203.0.113.99" });
    const cookie = await signIn(sayso, user);
    const kept = JSON.stringify([
      await sayso.rows("SELECT * FROM attempts"),
      await sayso.rows("SELECT * FROM known_addresses"),
      sayso.log(),
    ]);
    for (const secret of [
      "very-private",
      "very-secret",
      PASSWORD,
      "203.0.113.99",
      cookie.split("=")[1] ?? "x",
    ]) {
      assert.ok(!kept.includes(secret), secret);
    }
  });
});
