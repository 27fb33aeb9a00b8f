import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { signUpToken } from "../../support/people/admin/site.ts";
import { clearMailLimit, signUp, signUpRow, validSignUp } from "../../support/people/admin/sign-ups.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const DAY_MS = 86_400_000;
const THANKS = "Thank you for signing up! Please check your email to confirm your subscription.";

describe("the mailing list of our own, without a key", () => {
  let sayso: Sayso;
  before(async () => {
    sayso = await startWorker();
  });
  after(() => sayso.close());
  const mailsTo = async (address: string) =>
    (await sayso.mails()).filter((mail) => [mail.to].flat().includes(address));
  const confirm = (token: string) =>
    sayso.fetch("/api/public/sign-ups/confirm", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });

  test("HOM14 HOM16 EML03 RTE13 a sign-up is kept, and a mail asks for its confirmation, which the link gives", async () => {
    const body = validSignUp();
    const answer = await signUp(sayso, body);
    assert.deepEqual([answer.status, await answer.json()], [200, { success: true, message: THANKS }]);
    const [mail] = await until("the mail", async () => {
      const mails = await mailsTo(body.email);
      return mails.length > 0 ? mails : null;
    });
    assert.match(mail?.text ?? "", /pre-launch discount/);
    assert.ok(
      !mail?.text.includes("Vera") && !mail?.html.includes("Corner"),
      "nothing that a stranger typed",
    );
    const token = /\/sign-up\/confirm#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    assert.equal((await signUpRow(sayso, body.email))?.status, "pending_confirmation");
    for (let i = 0; i < 2; i += 1) assert.equal((await confirm(token)).status, 200);
    const stored = await signUpRow(sayso, body.email);
    assert.deepEqual(
      [stored?.status, stored?.first_name, stored?.company],
      ["confirmed", "Vera", "Corner Shop"],
    );
    assert.ok(
      !JSON.stringify(await sayso.rows("SELECT * FROM emails")).includes(token),
      "no row holds the link",
    );
  });

  test("EML03 EML10 a link that is forged, changed or too old confirms nothing", async () => {
    const token = await signUpToken(sayso);
    const old = await signUpToken(sayso, Date.now() - 1);
    for (const [bad, code] of [
      ["", 403],
      ["a.b.c", 403],
      [token.replace(/.$/, (last) => (last === "0" ? "1" : "0")), 403],
      [token.replace(/^[^.]+/, crypto.randomUUID()), 403],
      [old, 410],
    ] as const) {
      assert.equal((await confirm(bad)).status, code, bad);
    }
    assert.equal(
      (await signUpRow(sayso, `${old.slice(0, 8)}@visitors.example`))?.status,
      "pending_confirmation",
    );
  });

  test("refuses a missing or invalid field by its name (HOM12 HOM13)", async () => {
    for (const field of ["email", "firstName", "surname", "company"]) {
      const answer = await signUp(sayso, validSignUp({ [field]: "  " }));
      const { fields } = (await answer.json()) as { fields: object };
      assert.deepEqual([answer.status, Object.keys(fields)], [400, [field]]);
    }
    for (const bad of [
      validSignUp({ email: "nobody" }),
      validSignUp({ surname: "a\r\nBcc: x@y.example" }),
      validSignUp({ company: "a".repeat(201) }),
      {},
    ]) {
      assert.equal((await signUp(sayso, bad)).status, 400);
    }
  });

  test("answers a repeated sign-up alike, and does not mail a confirmed one again (HOM16)", async () => {
    await clearMailLimit(sayso);
    const body = validSignUp();
    await signUp(sayso, body);
    await until("the first mail", async () => (await mailsTo(body.email)).length === 1);
    await sayso.change("UPDATE sign_ups SET status = 'confirmed' WHERE email = ?", body.email);
    const again = await signUp(sayso, { ...body, email: body.email.toUpperCase(), company: "New Shop" });
    assert.deepEqual([again.status, await again.json()], [200, { success: true, message: THANKS }]);
    const stored = await signUpRow(sayso, body.email);
    assert.deepEqual([stored?.status, stored?.company], ["confirmed", "Corner Shop"]);
    await until("the second mail turns out to be for nobody", async () => {
      const queued = await sayso.rows("SELECT 1 FROM emails WHERE recipient = ?", body.email);
      return queued.length === 1;
    });
    assert.equal((await mailsTo(body.email)).length, 1);
  });

  test("after concurrent sign-ups of one address every mail leads to the stored one (EML03 HOM14)", async () => {
    await clearMailLimit(sayso);
    const body = validSignUp();
    await Promise.all([signUp(sayso, body), signUp(sayso, body), signUp(sayso, body)]);
    const mails = await until("three mails", async () => {
      const found = await mailsTo(body.email);
      return found.length === 3 ? found : null;
    });
    for (const mail of mails) {
      const token = /\/sign-up\/confirm#(\S+)/.exec(mail.text)?.[1] ?? "";
      assert.equal((await confirm(token)).status, 200);
    }
    assert.equal((await signUpRow(sayso, body.email))?.status, "confirmed");
  });

  test("EML03 a link works as long as its mail says, also where somebody signed up long before", async () => {
    await clearMailLimit(sayso);
    const body = validSignUp();
    await signUp(sayso, body);
    const now = Date.now();
    await sayso.change("UPDATE sign_ups SET created_at = ? WHERE email = ?", now - 29.9 * DAY_MS, body.email);
    await signUp(sayso, body);
    await sayso.schedule(new Date(now + 6 * DAY_MS));
    assert.equal((await signUpRow(sayso, body.email))?.status, "pending_confirmation");
  });

  test("AUT35 EML10 an admin deletes one on request, with its mails and jobs, and no note names its visitor", async () => {
    await clearMailLimit(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const [body, other] = [validSignUp(), validSignUp()];
    for (const one of [body, other]) {
      await signUp(sayso, one);
      await until("the mail", async () => (await mailsTo(one.email)).length > 0);
    }
    const { id } = (await signUpRow(sayso, body.email)) ?? {};
    const mails = (email: string) => sayso.rows("SELECT id FROM emails WHERE recipient = ?", email);
    const mailIds = (await mails(body.email)).map((mail) => mail.id);
    assert.equal(mailIds.length, 1);
    const path = `/api/admin/sign-ups/${id}`;
    assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 200);
    assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 404);
    assert.equal(await signUpRow(sayso, body.email), undefined);
    assert.deepEqual(await mails(body.email), []);
    assert.deepEqual(
      [(await mails(other.email)).length, (await signUpRow(sayso, other.email))?.status],
      [1, "pending_confirmation"],
    );
    assert.deepEqual(
      await sayso.rows(
        "SELECT 1 FROM job_queue WHERE subject_id IN (SELECT value FROM json_each(?))",
        JSON.stringify([id, ...mailIds]),
      ),
      [],
    );
    const audits = await sayso.rows("SELECT * FROM audit_log WHERE subject = ?", id);
    assert.deepEqual(
      audits.map((note) => note.action),
      ["sign-up.delete"],
    );
    assert.ok(!JSON.stringify(audits).includes(body.email));
  });

  test("SUB36 three mails to one recipient a day, then 429 with Retry-After", async () => {
    await clearMailLimit(sayso);
    const body = validSignUp();
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await signUp(sayso, body));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200, 429],
    );
    assert.ok(Number(answers[3]?.headers.get("retry-after")) > 80_000);
  });

  test("ADM09 INV50 an admin sees who signed up, finds them, and takes them along as a safe table", async () => {
    await clearMailLimit(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const body = validSignUp({ company: "=cmd()" });
    await signUp(sayso, body);
    type Page = { sign_ups: { email: string; status: string }[]; next: string | null };
    const found = (await (
      await call(sayso, "GET", `/api/admin/sign-ups?q=${body.email}`, { cookie })
    ).json()) as Page;
    assert.deepEqual(
      found.sign_ups.map((line) => [line.email, line.status]),
      [[body.email, "pending_confirmation"]],
    );
    const none = (await (
      await call(sayso, "GET", `/api/admin/sign-ups?q=${body.email}&status=failed`, { cookie })
    ).json()) as Page;
    assert.deepEqual(none.sign_ups, []);
    const csv = await (await call(sayso, "GET", "/api/admin/sign-ups.csv", { cookie })).text();
    assert.match(csv, /"'=cmd\(\)"/);
  });
});

describe("unconfirmed sign-ups", () => {
  test("INV52 EML03 EML10 a sign-up without a confirmation is forgotten after 30 days and not before, with its mails; a confirmed one stays", async () => {
    const sayso = await startWorker();
    const now = Date.now();
    const plant = async (state: string, age: number) => {
      const id = (await signUpToken(sayso)).split(".")[0] ?? "";
      await sayso.change("UPDATE sign_ups SET status = ?, created_at = ? WHERE id = ?", state, now - age, id);
      await sayso.change(
        "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) VALUES (?, 'confirm_sign_up', ?, 'v@visitors.example', '{}', 'sent', ?)",
        crypto.randomUUID(),
        `${id}/${crypto.randomUUID()}`,
        now - age,
      );
      return id;
    };
    for (const state of ["pending_confirmation", "waiting", "failed", "synced"])
      await plant(state, 30 * DAY_MS);
    const remaining = [
      await plant("pending_confirmation", 30 * DAY_MS - 60_000),
      await plant("confirmed", 300 * DAY_MS),
    ];
    await sayso.change("INSERT INTO bounced_recipients VALUES ('v@visitors.example', ?)", now);
    await sayso.schedule(new Date(now));
    assert.deepEqual(await sayso.rows("SELECT 1 FROM bounced_recipients"), []);
    const left = (await sayso.rows("SELECT id FROM sign_ups")).map((one) => one.id);
    assert.deepEqual(left.toSorted(), remaining.toSorted());
    const mails = (await sayso.rows("SELECT subject_id FROM emails")).map(
      (one) => one.subject_id.split("/")[0],
    );
    assert.deepEqual(mails.toSorted(), remaining.toSorted());
    await sayso.close();
  });
});
