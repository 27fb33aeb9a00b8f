import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  addSecondFactor,
  addUser,
  call,
  cookieOf,
  linkIn,
  PASSWORD,
  signIn,
  totpCode,
  type Area,
  type User,
  sha256,
  TYPED_SECRET,
} from "../../support/people/owner/users.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
/** Admins must have a second factor, as in production. */
let strict: Sayso;
before(async () => {
  [sayso, strict] = await Promise.all([startWorker(), startWorker({ adminTotp: "required" })]);
});
after(() => Promise.all([sayso.close(), strict.close()]));

type Reply = {
  code?: string;
  kind?: string;
  recovery_codes?: string[];
  secret?: string;
  otpauth_url?: string;
};
const reply = async (answer: Response) => (await answer.json()) as Reply;
const login = (on: Sayso, user: User, code?: string, area: Area = "client") =>
  call(on, "POST", "/api/auth/login", {
    body: { area, email: user.email, password: user.password, ...(code === undefined ? {} : { code }) },
  });

/** Starts a second factor; a full session requires the password. */
const begin = (on: Sayso, cookie: string, body: object = { password: PASSWORD }) =>
  call(on, "POST", "/api/auth/totp", { cookie, body });

/** Sets up a second factor; returns its secret, its recovery codes and the new session. */
async function setUp(on: Sayso, cookie: string) {
  const { secret, confirmed } = await addSecondFactor(on, cookie);
  const codes = (await reply(confirmed)).recovery_codes ?? [];
  const spent = await on.row("SELECT 1 FROM users WHERE totp_last_step > 0 AND totp_seed IS NOT NULL");
  assert.ok(spent, "what confirmed it is spent");
  // As if set up a while ago: the code of this time step is unused.
  await on.change("UPDATE users SET totp_last_step = 0 WHERE totp_seed IS NOT NULL");
  return { confirmed, secret, codes, fresh: cookieOf(confirmed) ?? "" };
}

describe("a second factor", () => {
  test("AUT05 counts once a code confirms it, and is asked for at every sign-in after the password", async () => {
    const user = await addUser(sayso);
    const cookie = await signIn(sayso, user);
    const begun = await reply(await begin(sayso, cookie));
    assert.equal((await login(sayso, user)).status, 200, "not yet");
    const wrong = await call(sayso, "POST", "/api/auth/totp/confirm", { cookie, body: { code: "000000" } });
    assert.deepEqual([wrong.status, (await reply(wrong)).code], [400, "totp_wrong"]);
    assert.match(
      begun.otpauth_url ?? "",
      new RegExp(`^otpauth://totp/Sayso:${user.email}\\?secret=${begun.secret}&issuer=Sayso$`),
    );
    const { confirmed, secret, codes } = await setUp(sayso, cookie);
    assert.deepEqual([confirmed.status, codes.length], [200, 8]);

    const asked = await login(sayso, user);
    assert.deepEqual(
      [asked.status, (await reply(asked)).code, cookieOf(asked)],
      [401, "totp_required", undefined],
    );
    const bad = await login(sayso, user, "000000");
    assert.deepEqual([bad.status, (await reply(bad)).code], [401, "totp_wrong"]);
    assert.equal((await login(sayso, { ...user, password: "wrong" }, totpCode(secret))).status, 401);
    assert.equal((await login(sayso, user, totpCode(secret))).status, 200);
  });

  test("AUT05 no code is taken twice, also side by side", async () => {
    const user = await addUser(sayso);
    const { secret } = await setUp(sayso, await signIn(sayso, user));
    const code = totpCode(secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(sayso, user, code)));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 401, 401, 401]);
    assert.equal((await login(sayso, user, totpCode(secret, -1))).status, 401, "nor an older one");
  });

  test("AUT05 each recovery code opens the account once, however it is typed", async () => {
    const user = await addUser(sayso);
    const { codes } = await setUp(sayso, await signIn(sayso, user));
    assert.equal(new Set(codes).size, 8);
    for (const code of codes) assert.match(code, TYPED_SECRET);
    const typed = (codes[0] ?? "").toUpperCase().replaceAll("-", " ");
    assert.equal((await login(sayso, user, typed)).status, 200);
    assert.equal((await login(sayso, user, codes[0])).status, 401);
    assert.equal((await login(sayso, user, codes[1])).status, 200);
    const other = await addUser(sayso);
    await setUp(sayso, await signIn(sayso, other));
    assert.equal((await login(sayso, other, codes[2])).status, 401, "of another user");
    const stored = JSON.stringify(await sayso.rows("SELECT * FROM recovery_codes"));
    assert.ok(!stored.includes((codes[3] ?? "x").replaceAll("-", "")));
    const earlier = "abcd-efgh-ijkl-mnop";
    const hash = sha256(earlier.replaceAll("-", ""));
    await sayso.change("INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)", user.id, hash);
    assert.equal((await login(sayso, user, earlier)).status, 200, "a shorter one of earlier versions");
  });

  test("AUT05 switching it off, or another one on, asks for a code", async () => {
    const user = await addUser(sayso);
    const { secret, codes, fresh: cookie } = await setUp(sayso, await signIn(sayso, user));
    const off = (code: string) => call(sayso, "DELETE", "/api/auth/totp", { cookie, body: { code } });
    assert.equal((await off("000000")).status, 400);
    for (const proof of [{ code: "000000" }, { password: PASSWORD }, {}]) {
      assert.equal((await begin(sayso, cookie, proof)).status, 400);
    }
    assert.equal((await begin(sayso, cookie, { code: codes[0] })).status, 200);
    assert.equal((await off(totpCode(secret))).status, 200);
    assert.equal((await login(sayso, user)).status, 200);
    assert.deepEqual(await sayso.rows("SELECT * FROM recovery_codes WHERE user_id = ?", user.id), []);
  });

  test("adding a second factor asks for the password, at most five times (AUT05 INV44)", async () => {
    const user = await addUser(sayso);
    const cookie = await signIn(sayso, user);
    for (const proof of [
      {},
      { password: "" },
      { password: "wrong" },
      { code: "000000" },
      { password: "wrong" },
    ]) {
      const refused = await begin(sayso, cookie, proof);
      assert.deepEqual([refused.status, (await reply(refused)).code], [400, "wrong_current_password"]);
    }
    assert.equal((await begin(sayso, cookie)).status, 429);
  });

  test("sessions opened without the second factor end, and the browser that set it up gets a new one (AUT05 INV42)", async () => {
    const user = await addUser(sayso);
    const [mine, other] = [await signIn(sayso, user), await signIn(sayso, user)];
    const { fresh } = await setUp(sayso, mine);
    const asks = async (cookie: string) =>
      (await call(sayso, "GET", "/api/auth/sessions", { cookie })).status;
    assert.deepEqual([await asks(mine), await asks(other), await asks(fresh)], [401, 401, 200]);
  });

  test("AUT05 a new one waits 15 minutes for its first code, and of two confirmations one counts", async () => {
    const user = await addUser(sayso);
    const cookie = await signIn(sayso, user);
    const late = await reply(await begin(sayso, cookie));
    await sayso.change(
      "UPDATE users SET totp_new_seed = substr(totp_new_seed, 1, instr(totp_new_seed, '.')) || ? WHERE id = ?",
      Date.now() - 16 * 60_000,
      user.id,
    );
    const confirm = (secret = "") =>
      call(sayso, "POST", "/api/auth/totp/confirm", { cookie, body: { code: totpCode(secret) } });
    assert.equal((await confirm(late.secret)).status, 400);
    const { secret } = await reply(await begin(sayso, cookie));
    const answers = await Promise.all([confirm(secret), confirm(secret)]);
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
    const won = answers.find((answer) => answer.status === 200);
    const session = won ? cookieOf(won) : undefined;
    assert.equal((await call(sayso, "GET", "/api/auth/sessions", { cookie: session ?? "" })).status, 200);
    const codes = won ? ((await reply(won)).recovery_codes ?? []) : [];
    assert.equal(
      (await login(sayso, user, codes[0])).status,
      200,
      "its recovery codes are the ones that count",
    );
  });

  test("INV44 its codes are guessed no more often than passwords, also while it is set up", async () => {
    const user = await addUser(sayso);
    await setUp(sayso, await signIn(sayso, user));
    for (let i = 0; i < 5; i += 1) assert.equal((await login(sayso, user, `00000${i}`)).status, 401);
    assert.equal((await login(sayso, user, "000009")).status, 429);
    const other = await addUser(sayso);
    const cookie = await signIn(sayso, other);
    await begin(sayso, cookie);
    const guess = () => call(sayso, "POST", "/api/auth/totp/confirm", { cookie, body: { code: "000000" } });
    for (let i = 0; i < 5; i += 1) assert.equal((await guess()).status, 400);
    assert.equal((await guess()).status, 429);
  });

  test("AUT19 in production an admin without one can set one up, and nothing else, until it is there", async () => {
    const admin = await addUser(strict, { roles: ["admin"] });
    const answer = await login(strict, admin, undefined, "admin");
    assert.deepEqual([answer.status, (await reply(answer)).kind], [200, "set_up_totp"]);
    const cookie = cookieOf(answer) ?? "";
    for (const path of ["/api/client/dashboard", "/api/auth/sessions"]) {
      assert.equal((await call(strict, "GET", path, { cookie })).status, 403, path);
    }
    const sneaky = { cookie, body: { password: "fresh plums 77", current: admin.password } };
    assert.equal((await call(strict, "POST", "/api/auth/password", sneaky)).status, 403);
    const { confirmed, secret, fresh } = await setUp(strict, cookie);
    assert.equal(confirmed.status, 200);
    assert.match(confirmed.headers.getSetCookie()[0] ?? "", /Max-Age=43200;/);
    assert.equal(
      (await call(strict, "GET", "/api/auth/sessions", { cookie })).status,
      401,
      "with more rights comes a new token",
    );
    assert.equal((await call(strict, "GET", "/api/auth/sessions", { cookie: fresh })).status, 200);
    const refused = await call(strict, "DELETE", "/api/auth/totp", {
      cookie: fresh,
      body: { code: totpCode(secret) },
    });
    assert.deepEqual([refused.status, (await reply(refused)).code], [403, "totp_mandatory"]);
    const next = await login(strict, admin, totpCode(secret), "admin");
    assert.deepEqual([next.status, (await reply(next)).kind], [200, "full"]);
  });

  test("AUT19 an admin keeps the second factor whichever door the session came through", async () => {
    const admin = await addUser(strict, { roles: ["admin"] });
    const setup = cookieOf(await login(strict, admin, undefined, "admin")) ?? "";
    const { codes } = await setUp(strict, setup);
    const cookie = cookieOf(await login(strict, admin, codes[0])) ?? "";
    const session = await (await call(strict, "GET", "/api/auth/session", { cookie })).json();
    assert.deepEqual(
      [(session as { area: string }).area, (session as { totp_required: boolean }).totp_required],
      ["client", true],
    );
    const off = await call(strict, "DELETE", "/api/auth/totp", { cookie, body: { code: codes[1] } });
    assert.deepEqual([off.status, (await reply(off)).code], [403, "totp_mandatory"]);
  });

  test("AUT26 the strictest of a user's roles rules the password, whichever door it is set through", async () => {
    for (const role of ["admin", "affiliate"] as const) {
      const user = await addUser(sayso, { roles: [role] });
      await call(sayso, "POST", "/api/auth/reset", { body: { area: "client", email: user.email } });
      const mail = await mailTo(sayso, user.email);
      const opened = await call(sayso, "POST", "/api/auth/link", { body: { token: linkIn(mail).token } });
      const set = (password: string) =>
        call(sayso, "POST", "/api/auth/password", { cookie: cookieOf(opened) ?? "", body: { password } });
      assert.equal((await set("fjordy")).status, 400);
      assert.equal((await set("fjordy77")).status, 200);
    }
  });

  test("AUT19 in production clients and affiliates need none", async () => {
    const affiliate = await addUser(strict, { roles: ["affiliate"] });
    assert.equal((await reply(await login(strict, affiliate, undefined, "affiliate"))).kind, "full");
    assert.equal((await reply(await login(strict, affiliate))).kind, "full");
  });
});
