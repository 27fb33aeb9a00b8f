import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/admin-calls.ts";
import { addClient, form, goodFields, submit, video } from "../../support/clients.ts";
import { failForGood, jobOver, plantSubmission } from "../../support/jobs.ts";
import { call } from "../../support/users.ts";
import { startWorker, until, type Sayso } from "../../support/worker.ts";

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
    await failForGood(sayso);
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
    const answers = await Promise.all([post(path), post(path), post(path)]);
    const statuses = answers.map((answer) => answer.status).toSorted();
    // One that comes once the first was sent begins another.
    const resent = statuses.filter((status) => status === 200).length;
    assert.ok(resent >= 1, `${statuses}`);
    assert.deepEqual(statuses.slice(resent), Array(3 - resent).fill(409));
    await until("sent again", async () => {
      const sent = (await sayso.mails()).filter(({ to }) => [to].flat().includes(client.email));
      return sent.length === 1 + resent;
    });
    const [line] = await sayso.rows("SELECT * FROM audit_log WHERE subject = ?", mail.id);
    assert.equal(line?.action, "email.resend");
    assert.equal(
      (await call(sayso, "GET", "/api/admin/emails?status=lost", { cookie: await cookie() })).status,
      400,
    );
  });
});
