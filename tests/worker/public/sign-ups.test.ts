import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { outside, status } from "../../support/outward.ts";
import { signUpToken } from "../../support/site.ts";
import { addUser, call, signIn } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

const LIST = "list.example";
const KEY = "the key of an account that does not exist";

const DAY_MS = 86_400_000;
const someone = () => `${crypto.randomUUID().slice(0, 8)}@visitors.example`;
const good = (wish: Record<string, unknown> = {}) => ({
  email: someone(),
  firstName: "Vera",
  surname: "Visitor",
  company: "Corner Shop",
  campaignId: "pre-launch",
  ...wish,
});
const signUp = (sayso: Sayso, body: object) =>
  sayso.fetch("/functions/v1/subscribe-getresponse", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const forgetMails = (sayso: Sayso) => sayso.change("DELETE FROM attempts WHERE kind = 'mail'");
const row = (sayso: Sayso, email: string) => sayso.row("SELECT * FROM sign_ups WHERE email = ?", email);
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
    const body = good();
    const answer = await signUp(sayso, body);
    assert.deepEqual([answer.status, await answer.json()], [200, { success: true, message: THANKS }]);
    const [mail] = await until("the mail", async () => {
      const mails = await mailsTo(body.email);
      return mails.length > 0 ? mails : null;
    });
    assert.match(mail?.text ?? "", /discount code/);
    assert.ok(
      !mail?.text.includes("Vera") && !mail?.html.includes("Corner"),
      "nothing that a stranger typed",
    );
    const token = /\/sign-up\/confirm#(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    assert.equal((await row(sayso, body.email))?.state, "asked");
    for (let i = 0; i < 2; i += 1) assert.equal((await confirm(token)).status, 200);
    const kept = await row(sayso, body.email);
    assert.deepEqual([kept?.state, kept?.first_name, kept?.company], ["confirmed", "Vera", "Corner Shop"]);
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
    assert.equal((await row(sayso, `${old.slice(0, 8)}@visitors.example`))?.state, "asked");
  });

  test("HOM12 HOM13 what lacks a field or has a wrong one is refused by its name", async () => {
    for (const field of ["email", "firstName", "surname", "company"]) {
      const answer = await signUp(sayso, good({ [field]: "  " }));
      const { fields } = (await answer.json()) as { fields: object };
      assert.deepEqual([answer.status, Object.keys(fields)], [400, [field]]);
    }
    for (const bad of [
      good({ email: "nobody" }),
      good({ surname: "a\r\nBcc: x@y.example" }),
      good({ company: "a".repeat(201) }),
      {},
    ]) {
      assert.equal((await signUp(sayso, bad)).status, 400);
    }
  });

  test("HOM16 whoever signs up again is answered alike, and a confirmed one is not mailed again", async () => {
    await forgetMails(sayso);
    const body = good();
    await signUp(sayso, body);
    await sayso.change("UPDATE sign_ups SET state = 'confirmed' WHERE email = ?", body.email);
    const mails = async () =>
      (await sayso.rows("SELECT 1 FROM emails WHERE recipient = ?", body.email)).length;
    const had = await mails();
    const again = await signUp(sayso, { ...body, email: body.email.toUpperCase(), company: "New Shop" });
    assert.deepEqual([again.status, await again.json()], [200, { success: true, message: THANKS }]);
    const kept = await row(sayso, body.email);
    assert.deepEqual([kept?.state, kept?.company, await mails()], ["confirmed", "Corner Shop", had]);
  });

  test("EML03 HOM14 of several sign-ups of one address at once every mail leads to the one that is kept", async () => {
    await forgetMails(sayso);
    const body = good();
    await Promise.all([signUp(sayso, body), signUp(sayso, body), signUp(sayso, body)]);
    const mails = await until("three mails", async () => {
      const found = await mailsTo(body.email);
      return found.length === 3 ? found : null;
    });
    for (const mail of mails) {
      const token = /\/sign-up\/confirm#(\S+)/.exec(mail.text)?.[1] ?? "";
      assert.equal((await confirm(token)).status, 200);
    }
    assert.equal((await row(sayso, body.email))?.state, "confirmed");
  });

  test("EML03 a link works as long as its mail says, also where somebody signed up long before", async () => {
    await forgetMails(sayso);
    const body = good();
    await signUp(sayso, body);
    const now = Date.now();
    await sayso.change("UPDATE sign_ups SET created_at = ? WHERE email = ?", now - 29.9 * DAY_MS, body.email);
    await signUp(sayso, body);
    await sayso.schedule(new Date(now + 6 * DAY_MS));
    assert.equal((await row(sayso, body.email))?.state, "asked");
  });

  test("AUT35 EML10 an admin deletes one on request, with its mails and jobs, and no note names its visitor", async () => {
    await forgetMails(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const [body, other] = [good(), good()];
    for (const one of [body, other]) {
      await signUp(sayso, one);
      await until("the mail", async () => (await mailsTo(one.email)).length > 0);
    }
    const { id } = (await row(sayso, body.email)) ?? {};
    const path = `/api/admin/sign-ups/${id}`;
    assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 200);
    assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 404);
    assert.equal(await row(sayso, body.email), undefined);
    const mails = (email: string) => sayso.rows("SELECT id FROM emails WHERE recipient = ?", email);
    assert.deepEqual(await mails(body.email), []);
    assert.deepEqual(
      [(await mails(other.email)).length, (await row(sayso, other.email))?.state],
      [1, "asked"],
    );
    assert.deepEqual(
      await sayso.rows("SELECT 1 FROM job_queue WHERE subject_id NOT IN (SELECT id FROM emails)"),
      [],
    );
    const notes = await sayso.rows("SELECT * FROM audit_log WHERE subject = ?", id);
    assert.deepEqual(
      notes.map((note) => note.action),
      ["sign-up.delete"],
    );
    assert.ok(!JSON.stringify(notes).includes(body.email));
  });

  test("SUB36 three mails to one recipient a day, then 429 with Retry-After", async () => {
    await forgetMails(sayso);
    const body = good();
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await signUp(sayso, body));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200, 429],
    );
    assert.ok(Number(answers[3]?.headers.get("retry-after")) > 80_000);
  });

  test("ADM09 INV50 an admin sees who signed up, finds them, and takes them along as a safe table", async () => {
    await forgetMails(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const body = good({ company: "=cmd()" });
    await signUp(sayso, body);
    type Page = { sign_ups: { email: string; state: string }[]; next: string | null };
    const found = (await (
      await call(sayso, "GET", `/api/admin/sign-ups?q=${body.email}`, { cookie })
    ).json()) as Page;
    assert.deepEqual(
      found.sign_ups.map((line) => [line.email, line.state]),
      [[body.email, "asked"]],
    );
    const none = (await (
      await call(sayso, "GET", `/api/admin/sign-ups?q=${body.email}&state=failed`, { cookie })
    ).json()) as Page;
    assert.deepEqual(none.sign_ups, []);
    const csv = await (await call(sayso, "GET", "/api/admin/sign-ups.csv", { cookie })).text();
    assert.match(csv, /"'=cmd\(\)"/);
  });
});

describe("what nobody confirmed", () => {
  test("INV52 EML03 EML10 a sign-up without a confirmation is forgotten after 30 days and not before, with its mails; a confirmed one stays", async () => {
    const sayso = await startWorker();
    const now = Date.now();
    const plant = async (state: string, age: number) => {
      const id = (await signUpToken(sayso)).split(".")[0] ?? "";
      await sayso.change("UPDATE sign_ups SET state = ?, created_at = ? WHERE id = ?", state, now - age, id);
      await sayso.change(
        "INSERT INTO emails (id, template, subject_id, recipient, params, state, created_at) VALUES (?, 'confirm_sign_up', ?, 'v@visitors.example', '{}', 'sent', ?)",
        crypto.randomUUID(),
        `${id}/${crypto.randomUUID()}`,
        now - age,
      );
      return id;
    };
    for (const state of ["asked", "waiting", "failed", "handed_on"]) await plant(state, 30 * DAY_MS);
    const kept = [await plant("asked", 30 * DAY_MS - 60_000), await plant("confirmed", 300 * DAY_MS)];
    await sayso.schedule(new Date(now));
    const left = (await sayso.rows("SELECT id FROM sign_ups")).map((one) => one.id);
    assert.deepEqual(left.toSorted(), kept.toSorted());
    const mails = (await sayso.rows("SELECT subject_id FROM emails")).map(
      (one) => one.subject_id.split("/")[0],
    );
    assert.deepEqual(mails.toSorted(), kept.toSorted());
    await sayso.close();
  });
});

describe("the mailing list we rent", () => {
  let sayso: Sayso;
  let there: ReturnType<typeof outside>;
  before(async () => {
    sayso = await startWorker({
      secrets: { GETRESPONSE_API_KEY: KEY, GETRESPONSE_BASE: `https://${LIST}/v3` },
    });
    there = outside(LIST, status(202));
  });
  after(() => sayso.close());
  const untilState = (email: string, state: string) =>
    until(state, async () => ((await row(sayso, email))?.state === state ? row(sayso, email) : null));
  const attempts = async (email: string) =>
    sayso.rows(
      "SELECT outcome, reason FROM job_attempts WHERE subject_id = ? ORDER BY attempt",
      (await row(sayso, email))?.id,
    );
  const untilTried = (email: string, times: number) =>
    until("a try", async () => {
      const tries = await attempts(email);
      return tries.length === times && tries.every((one) => one.outcome) ? tries : null;
    });
  const job = async (email: string) =>
    sayso.row(
      "SELECT * FROM job_queue WHERE job_type = 'subscribe' AND subject_id = ?",
      (await row(sayso, email))?.id,
    );

  test("HOM14 a contact joins the campaign of the settings, whatever the form names", async () => {
    await forgetMails(sayso);
    there.received.length = 0;
    there.answer(status(202));
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('campaign_id', 'Xy7k')",
    );
    const body = good({ campaignId: "somebody-else" });
    assert.equal((await signUp(sayso, body)).status, 200);
    await untilState(body.email, "handed_on");
    const [posted] = there.received;
    assert.deepEqual(
      [posted?.url, posted?.method, posted?.headers.get("x-auth-token")],
      [`https://${LIST}/v3/contacts`, "POST", `api-key ${KEY}`],
    );
    assert.deepEqual(JSON.parse(posted?.body ?? ""), {
      email: body.email,
      name: "Vera Visitor",
      campaign: { campaignId: "Xy7k" },
    });
    assert.equal((await sayso.mails()).length, 0, "the list asks for the confirmation itself");
    assert.ok(!JSON.stringify(sayso.log()).includes(KEY));
    await sayso.change("DELETE FROM admin_settings");
  });

  test("HOM16 whoever is on the list already is a success", async () => {
    await forgetMails(sayso);
    there.answer(status(409));
    const body = good();
    assert.equal((await signUp(sayso, body)).status, 200);
    await untilState(body.email, "handed_on");
  });

  test("INV18 a list that is down for an hour costs no sign-up: it is handed on later, once", async () => {
    await forgetMails(sayso);
    there.received.length = 0;
    there.answer(status(500), status(503), status(202));
    const body = good();
    assert.equal((await signUp(sayso, body)).status, 200, "the visitor notices nothing");
    assert.equal((await untilTried(body.email, 1))[0]?.reason, "The mailing list answered 500.");
    for (const tries of [2, 3]) {
      await sayso.change(
        "UPDATE job_queue SET due_at = 0 WHERE job_type = 'subscribe' AND status = 'pending'",
      );
      await sayso.schedule(new Date());
      await untilTried(body.email, tries);
    }
    await untilState(body.email, "handed_on");
    assert.equal(there.received.length, 3);
  });

  test("INV18 429 is tried again when the list says so, not sooner", async () => {
    await forgetMails(sayso);
    there.answer(status(429, { "retry-after": "7200" }));
    const body = good();
    assert.equal((await signUp(sayso, body)).status, 200);
    await untilTried(body.email, 1);
    const waits = (await job(body.email))?.due_at - Date.now();
    assert.ok(waits > 7_100_000 && waits < 7_300_000, String(waits));
  });

  test("JOB02 a wrong key or an unknown list fails at once, with the reason for an admin, and a new sign-up tries again", async () => {
    await forgetMails(sayso);
    there.answer(status(401), status(400), status(202));
    const body = good();
    await signUp(sayso, body);
    assert.match(
      (await untilState(body.email, "failed"))?.error_message,
      /answered 401\. Its API key is wrong/,
    );
    const other = good();
    await signUp(sayso, other);
    assert.match(
      (await untilState(other.email, "failed"))?.error_message,
      /answered 400\. It knows no such list/,
    );
    await signUp(sayso, other);
    assert.equal((await untilState(other.email, "handed_on"))?.error_message, null);
  });

  test("JOB03 AUT35 an admin puts failed ones back to work, one or all, and each is handed on once", async () => {
    await forgetMails(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const retry = async (path: string) =>
      (await (await call(sayso, "POST", `/api/admin/sign-ups/${path}`, { cookie })).json()) as object;
    await sayso.change("UPDATE sign_ups SET state = 'handed_on'");
    there.answer(status(401));
    const bodies = [good(), good(), good()];
    for (const body of bodies) {
      await signUp(sayso, body);
      await untilState(body.email, "failed");
    }
    there.answer(status(202));
    there.received.length = 0;
    const first = await row(sayso, bodies[0]?.email ?? "");
    assert.deepEqual(await retry(`${first?.id}/retry`), { queued: 1, left: 2 });
    const clicks = await Promise.all([1, 2, 3].map(() => retry("retry-all")));
    assert.equal(
      clicks.reduce((sum: number, one) => sum + (one as { queued: number }).queued, 0),
      2,
    );
    await sayso.schedule(new Date());
    for (const { email } of bodies) await untilState(email, "handed_on");
    assert.equal(there.received.length, 3);
    assert.deepEqual(await retry("retry-all"), { queued: 0, left: 0 });
    const notes = await sayso.rows(
      "SELECT subject FROM audit_log WHERE action = 'sign-up.retry' ORDER BY at, subject",
    );
    assert.deepEqual(notes.map((note) => note.subject).toSorted(), [first?.id, "all"].toSorted());
  });
});
