import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { addPermanentFailure, jobOver, plantSubmission } from "../../support/runtime/jobs.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { cookie, get, post } = adminCalls(() => sayso);

describe("the overview", () => {
  test("JOB02 counts the queue, the causes, the days, the mails, the clients and the schedules", async () => {
    const client = await addClient(sayso);
    await submit(sayso, form(goodFields(client.id), await video()));
    await addPermanentFailure(sayso);
    await plantSubmission(sayso, client, undefined, 3_600_000);
    await sayso.change("UPDATE emails SET status = 'failed' WHERE recipient = ?", client.email);
    await sayso.schedule(new Date());
    type Overview = {
      queue_depth: number;
      oldest_job_at: number | null;
      failures: { name: string; count: number }[];
      email_failures: object[];
      days: { day: string; submissions: number }[];
      today: string;
      schedules: { name: string; ok: boolean; ran_at: number; result: string }[];
      clients: { name: string; count: number }[];
    };
    const shown = await get<Overview>("/api/admin/overview");
    assert.ok(shown.queue_depth >= 1 && (shown.oldest_job_at ?? 0) > 0);
    assert.match(shown.failures[0]?.name ?? "", /cannot deliver to this drive link/);
    assert.deepEqual(
      [shown.days.at(-1)?.day, (shown.days.at(-1)?.submissions ?? 0) > 0],
      [shown.today, true],
    );
    assert.deepEqual([shown.schedules[0]?.name, shown.schedules[0]?.ok], ["sweep", true]);
    assert.ok(Math.abs((shown.schedules[0]?.ran_at ?? 0) - Date.now()) < 60_000);
    assert.ok(shown.clients.some((line) => line.name === "active" && line.count > 0));
  });
});

describe("the email log", () => {
  type Page = {
    emails: { id: string; recipient: string; status: string; template: string }[];
    next: string | null;
  };

  test("EML10 lists mails newest first, finds by recipient and state, and sends one again", async () => {
    const client = await addClient(sayso);
    await submit(sayso, form(goodFields(client.id), await video()));
    const mail = await until("sent", async () => {
      const { emails } = await get<Page>(
        `/api/admin/emails?q=${encodeURIComponent(client.email)}&status=sent`,
      );
      return emails[0];
    });
    assert.equal(mail.template, "submission_received");
    await jobOver(sayso, mail.id);
    const path = `/api/admin/emails/${mail.id}/resend`;
    // Its new job is not due before all three were answered.
    await sayso.change(
      `CREATE TRIGGER not_yet AFTER INSERT ON job_queue WHEN NEW.subject_id = '${mail.id}' BEGIN
         UPDATE job_queue SET due_at = NEW.created_at + 3600000 WHERE id = NEW.id;
       END`,
    );
    const answers = await Promise.all([post(path), post(path), post(path)]);
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409]);
    await sayso.change("DROP TRIGGER not_yet");
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE subject_id = ?", mail.id);
    await sayso.schedule(new Date());
    await until(
      "sent again",
      async () =>
        (await sayso.mails()).filter((sent) => [sent.to].flat().includes(client.email)).length === 2,
    );
    const [line] = await sayso.rows("SELECT * FROM audit_log WHERE subject = ?", mail.id);
    assert.equal(line?.action, "email.resend");
    assert.equal(
      (await call(sayso, "GET", "/api/admin/emails?status=lost", { cookie: await cookie() })).status,
      400,
    );
  });
});
