import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fakeHost, status } from "../../support/doubles/fake-http.ts";
import { clearMailLimit, signUp, signUpRow, validSignUp } from "../../support/people/admin/sign-ups.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { runJobs, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const LIST = "list.example";
const KEY = "the key of an account that does not exist";

describe("the mailing list we rent", () => {
  let sayso: Sayso;
  let there: ReturnType<typeof fakeHost>;
  before(async () => {
    sayso = await startWorker({
      secrets: { GETRESPONSE_API_KEY: KEY, GETRESPONSE_BASE: `https://${LIST}/v3` },
    });
    there = fakeHost(LIST, status(202));
  });
  after(() => sayso.close());
  const runJob = async (email: string) => runJobs(sayso, { subject: (await signUpRow(sayso, email))?.id });
  const isState = async (email: string, state: string) => {
    const found = await signUpRow(sayso, email);
    return found?.status === state ? found : null;
  };
  const untilState = async (email: string, state: string) => {
    await runJob(email);
    return until(state, () => isState(email, state));
  };
  const attempts = async (email: string) =>
    sayso.rows(
      "SELECT outcome, reason FROM job_attempts WHERE subject_id = ? ORDER BY attempt",
      (await signUpRow(sayso, email))?.id,
    );
  const untilTried = async (email: string, times: number) => {
    await runJob(email);
    return until("a try", async () => {
      const tries = await attempts(email);
      return tries.length === times && tries.every((one) => one.outcome) ? tries : null;
    });
  };
  const job = async (email: string) =>
    sayso.row(
      "SELECT * FROM job_queue WHERE job_type = 'subscribe' AND subject_id = ?",
      (await signUpRow(sayso, email))?.id,
    );

  test("HOM14 a contact joins the campaign of the settings, whatever the form names", async () => {
    await clearMailLimit(sayso);
    there.received.length = 0;
    there.answer(status(202));
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('campaign_id', 'Xy7k')",
    );
    const body = validSignUp({ campaignId: "somebody-else" });
    assert.equal((await signUp(sayso, body)).status, 200);
    await until("the queue has run the job", () => isState(body.email, "synced"));
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

  test("a subscriber who is already on the list counts as a success (HOM16)", async () => {
    await clearMailLimit(sayso);
    there.answer(status(409));
    const body = validSignUp();
    assert.equal((await signUp(sayso, body)).status, 200);
    await untilState(body.email, "synced");
  });

  test("INV18 a list that is down for an hour costs no sign-up: it is handed on later, once", async () => {
    await clearMailLimit(sayso);
    there.received.length = 0;
    there.answer(status(500), status(503), status(202));
    const body = validSignUp();
    assert.equal((await signUp(sayso, body)).status, 200, "the visitor notices nothing");
    assert.equal((await untilTried(body.email, 1))[0]?.reason, "The mailing list answered 500.");
    for (const tries of [2, 3]) {
      await sayso.change(
        "UPDATE job_queue SET due_at = 0 WHERE job_type = 'subscribe' AND status = 'pending' AND lease IS NULL",
      );
      await sayso.schedule(new Date());
      await untilTried(body.email, tries);
    }
    await untilState(body.email, "synced");
    assert.equal(there.received.length, 3);
  });

  test("INV18 429 is tried again when the list says so, not sooner", async () => {
    await clearMailLimit(sayso);
    there.answer(status(429, { "retry-after": "7200" }));
    const body = validSignUp();
    assert.equal((await signUp(sayso, body)).status, 200);
    await untilTried(body.email, 1);
    const waits = (await job(body.email))?.due_at - Date.now();
    assert.ok(waits > 7_100_000 && waits < 7_300_000, String(waits));
  });

  test("JOB02 a wrong key or an unknown list fails at once, with the reason for an admin, and a new sign-up tries again", async () => {
    await clearMailLimit(sayso);
    there.answer(status(401), status(400), status(202));
    const body = validSignUp();
    await signUp(sayso, body);
    assert.match(
      (await untilState(body.email, "failed"))?.error_message,
      /answered 401\. Its API key is wrong/,
    );
    const other = validSignUp();
    await signUp(sayso, other);
    assert.match(
      (await untilState(other.email, "failed"))?.error_message,
      /answered 400\. It does not know this list/,
    );
    await signUp(sayso, other);
    assert.equal((await untilState(other.email, "synced"))?.error_message, null);
  });

  test("JOB03 AUT35 an admin puts failed ones back to work, one or all, and each is handed on once", async () => {
    await clearMailLimit(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
    const retry = async (path: string) =>
      (await (await call(sayso, "POST", `/api/admin/sign-ups/${path}`, { cookie })).json()) as object;
    await sayso.change("UPDATE sign_ups SET status = 'synced'");
    there.answer(status(401));
    const bodies = [validSignUp(), validSignUp(), validSignUp()];
    for (const body of bodies) {
      await signUp(sayso, body);
      await untilState(body.email, "failed");
    }
    there.answer(status(202));
    there.received.length = 0;
    const first = await signUpRow(sayso, bodies[0]?.email ?? "");
    assert.deepEqual(await retry(`${first?.id}/retry`), { queued: 1, left: 2 });
    const clicks = await Promise.all([1, 2, 3].map(() => retry("retry-all")));
    assert.equal(
      clicks.reduce((sum: number, one) => sum + (one as { queued: number }).queued, 0),
      2,
    );
    await sayso.schedule(new Date());
    for (const { email } of bodies) await untilState(email, "synced");
    assert.equal(there.received.length, 3);
    assert.deepEqual(await retry("retry-all"), { queued: 0, left: 0 });
    const audits = await sayso.rows(
      "SELECT subject FROM audit_log WHERE action = 'sign-up.retry' ORDER BY at, subject",
    );
    assert.deepEqual(audits.map((note) => note.subject).toSorted(), [first?.id, "all"].toSorted());
  });
});
