import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addUser, call, cookieOf, PASSWORD, signIn } from "../../support/people/owner/users.ts";
import { signUp, validSignUp } from "../../support/people/admin/sign-ups.ts";
import { logins } from "../../support/people/owner/logins.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const MINUTES = 60_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { login, session } = logins(() => sayso);

describe("INV44 guessing", () => {
  const hashes = () => sayso.log().findLast((line) => line.route === "/api/auth/login")?.password_hashes;

  /** Cost of the newest call of a route. */
  const workOf = (route: string) => {
    const line = sayso.log().findLast((one) => one.kind === "request" && one.route === route);
    return { statements: line?.queries, written: line?.rows_written, sends: line?.sends };
  };
  const mailJobs = () =>
    sayso.log().filter((line) => line.kind === "job" && line.job_type === "send-email").length;

  test("INV44 known and unknown accounts cost the same work and get the same answer", async () => {
    const user = await addUser(sayso);
    const unset = await addUser(sayso, { password: null });
    const seen = [];
    for (const email of [user.email, "nobody-at-all@people.example", unset.email]) {
      const answer = await login(email, "wrong", { from: "192.0.2.40" });
      const headers = [...answer.headers.keys()].toSorted();
      seen.push({ status: answer.status, body: await answer.text(), headers, hashes: hashes() });
    }
    assert.equal(seen[0]?.hashes, 1);
    const line = sayso.log().findLast(({ route }) => route === "/api/auth/login");
    assert.ok(Number(line?.ms) > 0, "the log says how long it took");
    assert.deepEqual(seen[1], seen[0]);
    assert.deepEqual(seen[2], seen[0]);
  });

  test("INV44 a reset is answered alike, by the same work, for known and unknown addresses", async () => {
    const user = await addUser(sayso);
    const disabled = await addUser(sayso);
    await sayso.change("UPDATE users SET disabled = 1 WHERE id = ?", disabled.id);
    const answers = [];
    for (const [index, email] of [user.email, "nobody-to-reset@people.example", disabled.email].entries()) {
      const headers = { "cf-connecting-ip": `192.0.2.5${index}` };
      const jobs = mailJobs();
      const answer = await call(sayso, "POST", "/api/auth/reset", {
        body: { area: "client", email },
        headers,
      });
      answers.push({ status: answer.status, body: await answer.text(), work: workOf("/api/auth/reset") });
      await until("its job has run", async () => mailJobs() === jobs + 1);
    }
    assert.deepEqual([answers[0]?.status, answers[0]?.body], [200, "{}"]);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    const mails = await sayso.rows("SELECT recipient, status FROM emails");
    assert.deepEqual(
      mails,
      [{ recipient: user.email, status: "sent" }],
      "nothing is kept of who has no account",
    );
  });

  test("INV44 a sign-up is answered alike, by the same work, for who is on the list and who is not", async () => {
    const confirmed = validSignUp();
    const signUpOf = async (body: ReturnType<typeof validSignUp>) => {
      const jobs = mailJobs();
      const answer = await signUp(sayso, body);
      const { statements, sends } = workOf("/functions/v1/subscribe-getresponse");
      const seen = { status: answer.status, body: await answer.text(), statements, sends };
      await until("its job has run", async () => mailJobs() === jobs + 1);
      return seen;
    };
    await signUpOf(confirmed);
    await sayso.change("UPDATE sign_ups SET status = 'confirmed' WHERE email = ?", confirmed.email);
    await sayso.change("DELETE FROM rate_limit_events");
    const sent = await sayso.rows("SELECT id FROM emails");
    assert.deepEqual(await signUpOf(confirmed), await signUpOf(validSignUp()));
    assert.equal((await sayso.rows("SELECT id FROM emails")).length, sent.length + 1, "one for who is new");
  });

  test("INV44 five failures per account and address in 15 minutes, then 429 with Retry-After, also for what does not exist", async () => {
    for (const email of [(await addUser(sayso)).email, "ghost@people.example"]) {
      const from = "198.51.100.1";
      const since = Date.now();
      for (let i = 0; i < 5; i += 1) assert.equal((await login(email, "wrong", { from })).status, 401);
      const refused = await login(email, PASSWORD, { from });
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get("retry-after"));
      const passed = Math.ceil((Date.now() - since) / 1000);
      assert.ok(wait >= 900 - passed && wait <= 900, `${wait} s after ${passed} s`);
      assert.match(((await refused.json()) as { error: string }).error, /try again in 15 minutes/);
      assert.equal(hashes(), undefined, "no work for who is refused");
      await sayso.change("UPDATE rate_limit_events SET at = at - ? WHERE ip_hash <> ''", 15 * MINUTES);
      assert.equal((await login(email, "wrong", { from })).status, 401);
      await sayso.change("DELETE FROM rate_limit_events");
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

  test("INV44 the owner's success forgets no failure of a stranger at another address", async () => {
    const user = await addUser(sayso);
    const stranger = { from: "198.51.100.31" };
    for (let i = 0; i < 4; i += 1) assert.equal((await login(user.email, "wrong", stranger)).status, 401);
    assert.equal((await login(user.email, user.password, { from: "198.51.100.32" })).status, 200);
    assert.equal((await login(user.email, "wrong", stranger)).status, 401);
    assert.equal((await login(user.email, "wrong", stranger)).status, 429);
  });

  /** Inserts failures of one account or from one address. */
  const plant = (count: number, account: string, address: string) =>
    sayso.change(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO rate_limit_events (id, kind, account_hash, ip_hash, at)
       SELECT ?2 || ?3 || i, 'sign_in', iif(?2 = '', 'account-' || i, ?2), iif(?3 = '', 'address-' || i, ?3), ?4 FROM n`,
      count,
      account,
      address,
      Date.now(),
    );
  /** Fails once, and returns the stored hashes. */
  const hashesOf = async (email: string, from: string) => {
    await login(email, "wrong", { from });
    return sayso.row("SELECT * FROM rate_limit_events ORDER BY at DESC LIMIT 1");
  };

  test("INV44 50 failures from one address in an hour stop it, whatever the account", async () => {
    await sayso.change("DELETE FROM rate_limit_events");
    const from = "198.51.100.4";
    const { ip_hash } = (await hashesOf("one@people.example", from)) ?? {};
    await plant(49, "", ip_hash);
    const refused = await login("quite-another@people.example", "wrong", { from });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 3500);
    assert.equal(
      (await login("quite-another@people.example", "wrong", { from: "198.51.100.5" })).status,
      401,
    );
    await sayso.change("DELETE FROM rate_limit_events");
  });

  test("INV70 the networks of a household count as one address, and the owner enters from elsewhere", async () => {
    await sayso.change("DELETE FROM rate_limit_events");
    const owner = await addUser(sayso);
    const statuses = [];
    for (let network = 0; network < 7; network += 1)
      statuses.push((await login(owner.email, "wrong", { from: `2001:db8:9:${network}::1` })).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    assert.equal((await login(owner.email, owner.password, { from: "2001:db8:8::1" })).status, 200);
    await sayso.change("DELETE FROM rate_limit_events");
  });

  test("INV44 100 failures of one account in an hour stop strangers, but not its owner at a known address", async () => {
    await sayso.change("DELETE FROM rate_limit_events");
    const owner = await addUser(sayso);
    const home = "203.0.113.7";
    assert.equal((await login(owner.email, owner.password, { from: home })).status, 200);
    const { account_hash } = (await hashesOf(owner.email, "198.51.100.6")) ?? {};
    await plant(100, account_hash, "");
    assert.equal((await login(owner.email, owner.password, { from: "198.51.100.77" })).status, 429);
    assert.equal((await login(owner.email, "typo", { from: home })).status, 401);
    assert.equal((await login(owner.email, owner.password, { from: home })).status, 200);
    await sayso.change("DELETE FROM rate_limit_events");
  });

  test("INV44 nor at a browser that has entered the account, from wherever it asks", async () => {
    await sayso.change("DELETE FROM rate_limit_events");
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
    await sayso.change("DELETE FROM rate_limit_events");
  });

  test("INV42 a sign-in that runs beside a change of password does not survive it", async () => {
    let beside = 0;
    let tooLate = 0;
    // Repeated until both outcomes have occurred: a login that came first and was ended, and one that was refused.
    for (let round = 0; round < 40 && (beside === 0 || tooLate === 0); round += 1) {
      const user = await addUser(sayso);
      const owner = await signIn(sayso, user);
      const signIns = Array.from({ length: 6 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 8 * (1 + round)));
        const answer = await login(user.email, user.password, { from: `192.0.2.${round * 6 + index + 1}` });
        return cookieOf(answer);
      });
      await new Promise((resolve) => setTimeout(resolve, round * 8));
      const changed = await call(sayso, "POST", "/api/auth/password", {
        cookie: owner,
        body: { password: "a new and longer one", current: user.password },
      });
      assert.equal(changed.status, 200);
      const cookies = await Promise.all(signIns);
      for (const cookie of cookies) {
        if (cookie) assert.equal(await session(cookie), null, "ended by the change");
      }
      beside += cookies.filter(Boolean).length;
      tooLate += cookies.filter((cookie) => !cookie).length;
    }
    assert.ok(beside > 0 && tooLate > 0, `${beside} signed in, ${tooLate} refused`);
  });

  test("limits guesses of the current password within a session too (INV44)", async () => {
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

  test("sweeps expired rate-limit events (INV44)", async () => {
    await login("sweep@people.example", "wrong", { from: "198.51.100.9" });
    await sayso.schedule(new Date(Date.now() + 23 * 60 * MINUTES));
    assert.ok((await sayso.rows("SELECT 1 FROM rate_limit_events")).length > 0);
    // Each sweep deletes a limited number of the rows that the tests above left.
    await until("swept", async () => {
      await sayso.schedule(new Date(Date.now() + 25 * 60 * MINUTES));
      return (await sayso.rows("SELECT 1 FROM rate_limit_events")).length === 0;
    });
  });

  test("INV54 no attempt and no log line holds an address or a password", async () => {
    sayso.server.clearLogs();
    const user = await addUser(sayso, { email: "very-private@people.example" });
    await login(user.email, "very-secret", { from: "203.0.113.99" });
    const cookie = await signIn(sayso, user);
    const stored = JSON.stringify([
      await sayso.rows("SELECT * FROM rate_limit_events"),
      await sayso.rows("SELECT * FROM known_devices"),
      sayso.log(),
    ]);
    for (const secret of [
      "very-private",
      "very-secret",
      PASSWORD,
      "203.0.113.99",
      cookie.split("=")[1] ?? "x",
    ]) {
      assert.ok(!stored.includes(secret), secret);
    }
  });
});
