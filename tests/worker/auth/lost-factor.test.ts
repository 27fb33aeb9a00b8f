// Runs the SQL from `docs/operations.md` that removes a lost second factor.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addSecondFactor, addUser, call, cookieOf, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("AUT19 AUT35 the documented SQL removes a lost second factor, ends sessions, deletes recovery codes, and records who decided on what proof", async () => {
  const decider = await addUser(sayso, { roles: ["admin"] });
  const deciderCookie = await signIn(sayso, decider, "admin");
  const setUp = async () => {
    const user = await addUser(sayso);
    const cookie = await signIn(sayso, user);
    const { confirmed } = await addSecondFactor(sayso, cookie, user.password);
    return { user, cookie: cookieOf(confirmed) ?? "" };
  };
  const [lost, other] = [await setUp(), await setUp()];
  await assert.rejects(signIn(sayso, lost.user), /totp_required/);

  const [, sql = ""] =
    /```sql\n(INSERT INTO audit_log[\s\S]*?)```/.exec(await readFile("docs/operations.md", "utf8")) ?? [];
  const statements = sql
    .replaceAll("user@example.com", lost.user.email)
    .replaceAll("admin@example.com", decider.email)
    .split(";\n")
    .filter((statement) => statement.trim() !== "");
  assert.equal(statements.length, 4);
  for (const statement of statements) await sayso.change(statement);

  assert.equal((await call(sayso, "GET", "/api/auth/sessions", { cookie: lost.cookie })).status, 401);
  await signIn(sayso, lost.user);
  const codes = "SELECT count(*) AS n FROM recovery_codes WHERE user_id = ?";
  assert.equal((await sayso.row(codes, lost.user.id))?.n, 0);
  const page = await call(sayso, "GET", `/api/admin/audit?subject=${lost.user.id}`, {
    cookie: deciderCookie,
  });
  type Entry = { actor: string; action: string; subject_name: string; after: unknown };
  const { entries } = (await page.json()) as { entries: Entry[] };
  assert.deepEqual(
    entries.map(({ actor, action, subject_name: name, after: proof }) => [actor, action, name, proof]),
    [[decider.email, "second-factor.remove", lost.user.email, { proof: "called back" }]],
  );

  assert.equal((await sayso.row(codes, other.user.id))?.n, 8, "other accounts keep theirs");
  assert.equal((await call(sayso, "GET", "/api/auth/sessions", { cookie: other.cookie })).status, 200);
});
