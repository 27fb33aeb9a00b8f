// Cancellations and their timeline. All times are in the past, so that the emails are due.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Cancellation } from "#api/generated/billing.ts";
import type { Dashboard } from "#api/generated/client.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { ownerOf, type Owner } from "../../support/people/owner/drive-owners.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { DAY_MS, retentionOf } from "../../support/people/admin/retention.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { delivered, runAt, folder } = retentionOf(() => sayso);

const newOwner = async (overrides: Partial<ClientRow> = {}) =>
  ownerOf(sayso, await addClient(sayso, overrides));
const ask = (owner: Owner, method: "POST" | "DELETE") =>
  call(sayso, method, `/api/client/${owner.client.id}/cancellation`, { cookie: owner.cookie });
const dashboard = async ({ client, cookie }: Owner) =>
  (await (
    await call(sayso, "GET", `/api/client/dashboard?clientId=${client.id}`, { cookie })
  ).json()) as Dashboard;
const row = async (client: ClientRow) =>
  (await sayso.row("SELECT * FROM clients WHERE id = ?", client.id)) ?? {};
const send = async (client: ClientRow) =>
  (await submit(sayso, form(goodFields(client.id), await video()))).status;
const left = async (client: ClientRow) =>
  (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n;
const mails = async (client: ClientRow) =>
  (
    await sayso.rows(
      "SELECT template FROM emails WHERE recipient = ? AND template IN ('plan_cancelled', 'deletion_ahead', 'data_deleted') ORDER BY created_at",
      client.email,
    )
  ).map((mail) => mail.template);
/** The client cancelled at a time that has passed. */
const cancelledAt = (client: ClientRow, at: string) =>
  sayso.change("UPDATE clients SET cancelled_at = ? WHERE id = ?", Date.parse(at), client.id);

describe("BIL07 RET03 cancelling", () => {
  test("BIL07 RET03 INV52 access for 14 days, told at once, 7 days and 1 day before and when it is done; then everything goes", async () => {
    const { client } = await newOwner({ company_name: "Leaving Ltd" });
    const other = await newOwner();
    for (const name of ["Ann Example", "Zoë O’Hara"])
      await delivered(client, "2025-10-20T10:00:00Z", { customer_name: name });
    const waiting = await plantSubmission(sayso, client, undefined, 100 * DAY_MS);
    await delivered(other.client, "2025-10-20T10:00:00Z");
    await cancelledAt(client, "2025-11-01T10:00:00Z");

    // Status, remaining videos and emails after each run.
    const table: [string, string, number, string[]][] = [
      ["2025-11-01T10:01:00Z", "active", 3, ["plan_cancelled"]],
      ["2025-11-08T09:59:00Z", "active", 3, ["plan_cancelled"]],
      ["2025-11-08T10:00:00Z", "active", 3, ["plan_cancelled", "deletion_ahead"]],
      ["2025-11-14T09:59:00Z", "active", 3, ["plan_cancelled", "deletion_ahead"]],
      ["2025-11-14T10:00:00Z", "active", 3, ["plan_cancelled", "deletion_ahead", "deletion_ahead"]],
      ["2025-11-15T09:59:59Z", "active", 3, ["plan_cancelled", "deletion_ahead", "deletion_ahead"]],
      ["2025-11-15T10:00:00Z", "suspended", 0, ["plan_cancelled", "deletion_ahead", "deletion_ahead"]],
      // The sweeper has looked for the files once more.
      ["2025-11-15T10:15:00Z", "suspended", 0, ["plan_cancelled", "deletion_ahead", "deletion_ahead"]],
      [
        "2025-11-15T10:16:00Z",
        "suspended",
        0,
        ["plan_cancelled", "deletion_ahead", "deletion_ahead", "data_deleted"],
      ],
      [
        "2025-11-16T10:00:00Z",
        "suspended",
        0,
        ["plan_cancelled", "deletion_ahead", "deletion_ahead", "data_deleted"],
      ],
    ];
    for (const [at, status, submissions, sent] of table) {
      await runAt(at);
      assert.deepEqual(
        [(await row(client)).status, await left(client), (await mails(client)).toSorted()],
        [status, submissions, sent.toSorted()],
        at,
      );
    }
    assert.deepEqual(await folder(client), []);
    assert.deepEqual(await sayso.keys(`uploads/${waiting.uploadId}/`), [], "also what was not delivered");
    assert.deepEqual(
      await sayso.rows("SELECT * FROM consents WHERE submission_id = ?", waiting.submissionId),
      [],
    );
    assert.equal(await left(other.client), 1, "nobody else's");
    assert.equal(await send(client), 403);
    assert.equal((await row(client)).custom_slug, client.custom_slug, "the address is kept");

    const written = await until("all mails are sent", async () => {
      const all = (await sayso.mails()).filter((mail) => String(mail.to).includes(client.email));
      return all.length >= 4 ? all : undefined;
    });
    const subjects = written.map((mail) => mail.subject).toSorted();
    assert.deepEqual(subjects, [
      "Your plan is cancelled",
      "Your videos have been deleted",
      "Your videos will be deleted on 15 November 2025",
      "Your videos will be deleted on 15 November 2025",
    ]);
    const first = written.find((mail) => mail.subject === "Your plan is cancelled");
    assert.match(
      first?.text ?? "",
      /plan of Leaving Ltd is cancelled, and nothing more is charged for it\. Your record page and the portal work until 15 November 2025/,
    );
    assert.match(first?.html ?? "", /\/clients\/billing"/);
    const ahead = written.find((mail) => mail.subject.includes("15 November"));
    assert.match(ahead?.text ?? "", /Download everything:\n.*\/clients\/drive/);
  });

  test("BIL07 cancelled five times at once it is cancelled once; a video can still come; taken up again, all is as before", async () => {
    const owner = await newOwner();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(owner, "POST")));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Cancellation[];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    const [first] = bodies;
    assert.ok(bodies.every((body) => body.cancelled_at === first?.cancelled_at));
    assert.equal((first?.access_ends_at ?? 0) - (first?.cancelled_at ?? 0), 14 * DAY_MS);
    await until("its mail is queued", async () => (await mails(owner.client)).length === 1);
    const shown = await dashboard(owner);
    assert.deepEqual([shown.access_ends_at, shown.access_ended], [first?.access_ends_at, false]);
    assert.equal(await send(owner.client), 200);

    assert.equal((await ask(owner, "DELETE")).status, 200);
    assert.equal((await ask(owner, "DELETE")).status, 200, "twice changes nothing more");
    await runAt(Date.now() + 15 * DAY_MS);
    assert.deepEqual(
      [(await row(owner.client)).status, await left(owner.client), await mails(owner.client)],
      ["active", 1, ["plan_cancelled"]],
    );
  });

  test("BIL04 BIL13 no month begins for a cancelled plan; taken up again, the one that is due begins once", async () => {
    const owner = await newOwner({ credits_remaining: 3 });
    await sayso.change(
      "UPDATE clients SET next_reset_date = '2025-06-10', reset_day = 10 WHERE id = ?",
      owner.client.id,
    );
    await cancelledAt(owner.client, "2025-06-05T10:00:00Z");
    const renew = (at: string) => sayso.schedule(new Date(at), "7 * * * *");
    await renew("2025-06-11T00:07:00Z");
    assert.equal((await row(owner.client)).credits_remaining, 3);
    await sayso.change("UPDATE clients SET cancelled_at = NULL WHERE id = ?", owner.client.id);
    await renew("2025-06-12T00:07:00Z");
    await renew("2025-06-12T01:07:00Z");
    const now = await row(owner.client);
    assert.deepEqual([now.credits_remaining, now.next_reset_date], [50, "2025-07-10"]);
  });

  test("BIL07 after the end nobody but an admin begins again, and then nothing of the cancellation is left", async () => {
    const owner = await newOwner();
    await cancelledAt(owner.client, "2025-01-01T10:00:00Z");
    await runAt("2025-01-14T10:00:00Z");
    await runAt("2025-01-15T10:00:00Z");
    const refused = await ask(owner, "DELETE");
    assert.deepEqual([refused.status, (await refused.json()).code], [409, "plan_ended"]);
    assert.equal((await dashboard(owner)).access_ended, true);
    const answer = await call(sayso, "POST", `/api/admin/clients/${owner.client.id}/status`, {
      cookie: await adminCookie(sayso),
      body: { status: "active", loaded: "suspended" },
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal(await send(owner.client), 200);
    await runAt(Date.now() + DAY_MS);
    const now = await row(owner.client);
    assert.deepEqual(
      [now.status, now.cancelled_at, now.reminded_days, now.data_deleted_at, await left(owner.client)],
      ["active", null, null, null, 1],
    );
  });

  test("BIL07 Sayso's own pages have no plan to cancel; an admin who cancels for a client is noted", async () => {
    const own = await newOwner({ counts_credits: 0 } as Partial<ClientRow>);
    await sayso.change("UPDATE clients SET counts_credits = 0 WHERE id = ?", own.client.id);
    const refused = await ask(own, "POST");
    assert.deepEqual([refused.status, (await refused.json()).code], [409, "no_plan"]);
    const { client } = await newOwner();
    const admin = await adminCookie(sayso);
    for (const method of ["POST", "DELETE"] as const)
      await call(sayso, method, `/api/client/${client.id}/cancellation`, { cookie: admin });
    const lines = await sayso.rows(
      "SELECT action FROM audit_log WHERE subject = ? ORDER BY at, action",
      client.id,
    );
    assert.deepEqual(
      lines.map((line) => line.action),
      ["plan.cancel", "plan.resume"],
    );
  });

  test("RET03 INV04 a run is bounded: 60 submissions go in three, and only then it is done", async () => {
    const { client } = await newOwner();
    await retentionOf(() => sayso).manyDelivered(client, 60, "2024-12-20T10:00:00Z");
    await cancelledAt(client, "2025-01-01T10:00:00Z");
    await runAt("2025-01-14T10:00:00Z");
    await runAt("2025-01-15T10:00:00Z");
    assert.deepEqual([await left(client), (await row(client)).data_deleted_at], [35, null]);
    await Promise.all([1, 2, 3].map((minute) => runAt(`2025-01-15T10:0${minute}:00Z`)));
    await runAt("2025-01-15T10:04:00Z");
    assert.equal(await left(client), 0);
    for (const minute of [20, 21, 22]) await runAt(`2025-01-15T10:${minute}:00Z`);
    assert.deepEqual(
      (await mails(client)).filter((template) => template === "data_deleted"),
      ["data_deleted"],
    );
  });

  test("a schedule that was stopped notifies a day before it deletes anything (RET03)", async () => {
    const { client } = await newOwner();
    await delivered(client, "2025-01-01T10:00:00Z");
    await cancelledAt(client, "2025-01-02T10:00:00Z");
    await runAt("2025-02-01T10:00:00Z");
    assert.deepEqual([await left(client), await mails(client)], [1, ["deletion_ahead"]]);
    const mail = await until("its mail is sent", async () =>
      (await sayso.mails()).find((one) => String(one.to).includes(client.email)),
    );
    assert.equal(mail.subject, "Your videos will be deleted on 2 February 2025");
    await runAt("2025-02-02T09:59:00Z");
    assert.equal(await left(client), 1);
    await runAt("2025-02-02T10:00:00Z");
    assert.equal(await left(client), 0);
  });

  test("BIL07 an admin who suspends a client and makes it active again does not take its cancellation back", async () => {
    const owner = await newOwner();
    await ask(owner, "POST");
    for (const [status, loaded] of [
      ["suspended", "active"],
      ["active", "suspended"],
    ]) {
      const answer = await call(sayso, "POST", `/api/admin/clients/${owner.client.id}/status`, {
        cookie: await adminCookie(sayso),
        body: { status, loaded },
      });
      assert.equal(answer.status, 200);
    }
    assert.ok((await row(owner.client)).cancelled_at);
  });
});
