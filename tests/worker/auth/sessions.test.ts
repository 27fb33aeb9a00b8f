import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { tokenHash } from "../../support/runtime/keys.ts";
import { addUser, call, cookieOf, signIn } from "../../support/people/owner/users.ts";
import { logins } from "../../support/people/owner/logins.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const MINUTES = 60_000;
const DAYS = 24 * 60 * MINUTES;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { login, session } = logins(() => sayso);
const row = (cookie: string) =>
  sayso.row("SELECT * FROM sessions WHERE token_hash = ?", tokenHash(cookie.split("=")[1] ?? ""));

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

  test("ends the least recently used of more than 20 sessions of a user, and no other user's (AUT34)", async () => {
    const [user, other] = [await addUser(sayso), await addUser(sayso)];
    const [unused, used, foreign] = [
      await signIn(sayso, user),
      await signIn(sayso, user),
      await signIn(sayso, other),
    ];
    const [oldest, begun] = [await row(unused), await row(used)];
    for (const [found, minutes] of [
      [oldest, 20],
      [begun, 10],
    ] as const)
      await sayso.change(
        "UPDATE sessions SET used_at = used_at - ? WHERE id = ?",
        minutes * MINUTES,
        found?.id,
      );
    await sayso.change(
      `INSERT INTO sessions (id, token_hash, user_id, area, kind, device, created_at, used_at, rotated_at, expires_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
       SELECT ?1 || i, ?1 || i, user_id, area, kind, device, created_at, used_at - i, rotated_at, expires_at
         FROM n, sessions WHERE id = ?1`,
      begun?.id,
    );
    const newest = await signIn(sayso, user);
    assert.equal((await sayso.rows("SELECT id FROM sessions WHERE user_id = ?", user.id)).length, 20);
    assert.equal(await row(unused), undefined);
    for (const cookie of [used, newest, foreign]) assert.ok(await row(cookie));
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

  test("AUT03 without one every call says so, and with nothing else", async () => {
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
    assert.deepEqual(
      [wrong.status, ((await wrong.json()) as { code: string }).code],
      [400, "wrong_current_password"],
    );
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
