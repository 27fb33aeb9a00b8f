import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addUser, cookieOf, PASSWORD, signIn, type Area } from "../../support/people/owner/users.ts";
import { logins } from "../../support/people/owner/logins.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { login, session } = logins(() => sayso);

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

  test("AUT10 a password and an address are the same however a keyboard composes them", async () => {
    const [composed, decomposed] = ["fresh plums é 7", "fresh plums e\u0301 7"];
    const email = `ada-${crypto.randomUUID().slice(0, 8)}@bücher.example`;
    await addUser(sayso, { email, password: composed });
    const ascii = email.replace("bücher", "xn--bcher-kva");
    for (const [typed, password] of [
      [email, decomposed],
      [email.replace("ü", "u\u0308"), composed],
      [ascii.toUpperCase(), composed],
      [email.replace("@", "\uff20"), composed],
    ] as const) {
      assert.equal((await login(typed, password)).status, 200, typed);
    }
    // Hashed as it was typed, before passwords were brought into one form.
    const early = await addUser(sayso, { password: decomposed });
    assert.equal((await login(early.email, decomposed)).status, 200);
    assert.equal((await login(early.email, "fresh plums e 7")).status, 401);
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
