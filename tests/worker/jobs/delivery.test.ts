import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, recording, submit } from "../../support/people/owner/clients.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import {
  assertWaits,
  attempts,
  crashed,
  job,
  jobOver,
  makeDue,
  plantSubmission,
  submission,
} from "../../support/runtime/jobs.ts";
import { tokenHash } from "../../support/runtime/keys.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { ORIGIN, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const processed = (id: string) =>
  until("processed", async () => (await submission(sayso, id))?.status === "processed");
const mailsTo = async (email: string) => (await sayso.mails()).filter((mail) => mail.to.includes(email));
const retry = (id: string, cookie: string, headers = {}) =>
  sayso.fetch(`/api/admin/submissions/${id}/retry`, {
    method: "POST",
    headers: { cookie, origin: ORIGIN, ...headers },
  });

/** Makes a delivery fail permanently: a stored byte is missing, so that no copy is ever complete. */
async function addPermanentFailure(client: Awaited<ReturnType<typeof addClient>>) {
  const planted = await plantSubmission(sayso, client, [(await recording()).subarray(1)]);
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    await makeDue(sayso, planted.jobId);
    await sayso.deliver(planted.jobId, attempt);
  }
  return planted;
}

describe("delivery", () => {
  test("JOB10 JOB11 a submission ends up in its own business's folder and is processed", async () => {
    const [client, other] = [await addClient(sayso), await addClient(sayso)];
    await submit(sayso, form(goodFields(client.id), await recording()));
    const row = await until("processed", () =>
      sayso.row("SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
    );
    assert.deepEqual(await sayso.keys(`drive/${client.id}/`), [`drive/${client.id}/${row.drive_path}`]);
    assert.deepEqual(await sayso.keys(`drive/${other.id}/`), []);
    assert.match(row.drive_path, /^\d{4}-\d{2}\/\d{4}-\d{2}-\d{2} Ann Example [0-9a-f]{8}\.webm$/);
  });

  test("INV11 a job message delivered three times, at once and later: one file, one email", async () => {
    const client = await addClient(sayso);
    const { submissionId, jobId } = await plantSubmission(sayso, client);
    await Promise.all([sayso.deliver(jobId), sayso.deliver(jobId), sayso.deliver(jobId)]);
    await processed(submissionId);
    await sayso.deliver(jobId);
    const email = await until("sent", () =>
      sayso.row("SELECT * FROM emails WHERE subject_id = ? AND status = 'sent'", submissionId),
    );
    const mailJob = await sayso.row("SELECT id FROM job_queue WHERE subject_id = ?", email.id);
    for (let i = 0; i < 3; i += 1) await sayso.deliver(mailJob?.id);
    assert.equal((await sayso.keys(`drive/${client.id}/`)).length, 1);
    assert.equal((await mailsTo(client.email)).length, 1);
    assert.equal(email.maybe_sent_twice, 0);
  });

  test("INV11 a crash between handing a mail over and noting it sends a second one, and flags it", async () => {
    const client = await addClient(sayso);
    const { submissionId, jobId } = await plantSubmission(sayso, client);
    await sayso.deliver(jobId);
    const email = await until("sent", () =>
      sayso.row("SELECT * FROM emails WHERE subject_id = ? AND status = 'sent'", submissionId),
    );
    const mailJob = await jobOver(sayso, email.id);
    // The state after the crash: sent, not recorded, the runner's lease expired.
    await sayso.change("UPDATE emails SET status = 'sending' WHERE id = ?", email.id);
    await crashed(sayso, mailJob.id);
    await sayso.schedule(new Date());
    const again = await until("sent again", () =>
      sayso.row("SELECT * FROM emails WHERE id = ? AND status = 'sent'", email.id),
    );
    assert.equal(again.maybe_sent_twice, 1);
    assert.equal((await mailsTo(client.email)).length, 2);
  });

  test("a video is delivered to the path it was accepted with, and one of before an update to the former path (JOB03 JOB11)", async () => {
    const client = await addClient(sayso);
    const { submissionId, jobId } = await plantSubmission(sayso, client);
    await sayso.change(
      "UPDATE submissions SET customer_name = 'Ravi s/o O’Neill' WHERE id = ?",
      submissionId,
    );
    await sayso.deliver(jobId);
    await processed(submissionId);
    const former = await sayso.row("SELECT drive_path FROM submissions WHERE id = ?", submissionId);
    assert.match(former?.drive_path, / Ravi so ONeill [0-9a-f]{8}\.webm$/);

    const other = await addClient(sayso);
    const customerName = "Ravi s/o O'Neill";
    await submit(sayso, form({ ...goodFields(other.id), customerName }, await recording()));
    const row = await until("processed", () =>
      sayso.row("SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'", other.id),
    );
    assert.match(row.drive_path, / Ravi s-o O’Neill [0-9a-f]{8}\.webm$/);
    assert.equal(row.delivery_path, row.drive_path);
    assert.deepEqual(await sayso.keys(`drive/${other.id}/`), [`drive/${other.id}/${row.drive_path}`]);
  });

  test("the longest names give files that any file system takes (JOB11 SUB16)", async () => {
    const client = await addClient(sayso);
    const customerName = "\u{20bb7}".repeat(100);
    await submit(sayso, form({ ...goodFields(client.id), customerName }, await recording()));
    const row = await until("processed", () =>
      sayso.row("SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
    );
    const file = Buffer.from(row.drive_path.split("/").at(-1));
    assert.ok(file.length > 200 && file.length <= 220, `${file.length} bytes`);
    assert.doesNotMatch(row.drive_path, /\ufffd/);
  });

  test("JOB11 a file that an earlier attempt left is found, not written again", async () => {
    const client = await addClient(sayso);
    const { submissionId, jobId, uploadId } = await plantSubmission(sayso, client);
    await sayso.deliver(jobId);
    await processed(submissionId);
    const [key] = await sayso.keys(`drive/${client.id}/`);
    const { uploaded } = await sayso.media.head(key);
    // The state after a crash between the copy and its record; even the uploaded bytes are gone.
    await sayso.change(
      "UPDATE submissions SET status = 'awaiting_drive_upload', drive_path = NULL WHERE id = ?",
      submissionId,
    );
    await crashed(sayso, jobId);
    assert.deepEqual(await sayso.keys(`uploads/${uploadId}/`), []);
    await sayso.deliver(jobId);
    await processed(submissionId);
    assert.equal(String((await sayso.media.head(key)).uploaded), String(uploaded));
    assert.deepEqual(await sayso.keys(`drive/${client.id}/`), [key]);
  });

  test("JOB11 while one runner has a job, another leaves it alone", async () => {
    const { submissionId, jobId } = await plantSubmission(sayso, await addClient(sayso));
    await sayso.change(
      "UPDATE job_queue SET lease = 'other', due_at = ? WHERE id = ?",
      Date.now() + 60_000,
      jobId,
    );
    const { explicitAcks } = await sayso.deliver(jobId);
    assert.equal(explicitAcks.length, 1);
    assert.equal((await submission(sayso, submissionId))?.status, "awaiting_drive_upload");
  });

  test("JOB11 at most one pending or running job per submission and kind", async () => {
    const { submissionId } = await plantSubmission(sayso, await addClient(sayso));
    const second = sayso.change(
      "INSERT INTO job_queue (id, job_type, subject_id, payload, status, due_at, created_at) VALUES (?, 'upload-to-drive', ?, '{}', 'pending', 0, 0)",
      crypto.randomUUID(),
      submissionId,
    );
    await assert.rejects(second, /UNIQUE/);
  });
});

describe("faults", () => {
  for (const [hasChunkSizes, description] of [
    [true, "whose chunks were noted"],
    [false, "of a build that noted none"],
  ] as const)
    test(`delivers no part of an upload ${description} while a chunk is missing, and all of it afterwards (INV17)`, async () => {
      const client = await addClient(sayso);
      const bytes = await recording();
      const [first, second] = [bytes.subarray(0, 1000), bytes.subarray(1000)];
      const { submissionId, uploadId, jobId } = await plantSubmission(sayso, client, [first, second]);
      if (!hasChunkSizes) await sayso.change("UPDATE uploads SET chunk_sizes = NULL WHERE id = ?", uploadId);
      const key = `uploads/${uploadId}/000000001000`;
      await sayso.media.delete(key);
      await sayso.deliver(jobId);
      assert.deepEqual(await sayso.keys(`drive/${client.id}/`), []);
      assert.deepEqual(
        (await attempts(sayso, submissionId)).map(({ outcome }) => outcome),
        ["retry"],
      );
      await sayso.media.put(key, second);
      await makeDue(sayso, jobId);
      await sayso.deliver(jobId, 2);
      const [delivered] = await sayso.keys(`drive/${client.id}/`);
      assert.deepEqual(new Uint8Array(await (await sayso.media.get(delivered)).arrayBuffer()), bytes);
      assert.deepEqual(await sayso.keys(`uploads/${uploadId}/`), []);
    });

  test("INV16 JOB12 seven failed attempts, each due later than the last: drive_upload_failed", async () => {
    const { submissionId, jobId } = await plantSubmission(sayso, await addClient(sayso), [
      (await recording()).subarray(1),
    ]);
    const minutes = [1, 5, 15, 60, 240, 720];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await makeDue(sayso, jobId);
      const begun = Date.now();
      const { retryMessages } = await sayso.deliver(jobId, attempt);
      const row = await job(sayso, jobId);
      assert.equal(row?.status, "pending");
      assert.equal(row?.attempts, attempt);
      assertWaits(row, minutes[attempt - 1] ?? 0, begun);
      assert.ok(retryMessages[0].delaySeconds <= 12 * 3600);
      const early = await sayso.deliver(jobId, attempt);
      assert.equal(early.explicitAcks.length, 1, "a message that comes early changes nothing");
      assert.equal((await job(sayso, jobId))?.attempts, attempt);
    }
    await makeDue(sayso, jobId);
    await sayso.deliver(jobId, 7);
    assert.equal((await job(sayso, jobId))?.status, "failed");
    const failed = await submission(sayso, submissionId);
    assert.equal(failed?.status, "drive_upload_failed");
    assert.match(failed?.error_message, /folder/i);
    const history = await attempts(sayso, submissionId);
    assert.deepEqual(
      history.map((a) => a.outcome),
      ["retry", "retry", "retry", "retry", "retry", "retry", "failed"],
    );
    assert.ok(history.every((a) => a.reason && a.finished_at >= a.started_at));
  });

  test("INV16 JOB05 JOB06 a retry clicked five times in parallel queues one new job, and the history stays", async () => {
    const client = await addClient(sayso);
    const { submissionId, uploadId, jobId } = await addPermanentFailure(client);
    // Restores the missing chunk, so that the retry can succeed.
    const bytes = await recording();
    await sayso.media.put(`uploads/${uploadId}/${"0".repeat(12)}`, bytes);
    const cookie = await adminCookie(sayso);
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(submissionId, cookie)));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200, 200, 200],
    );
    const queued = (await Promise.all(answers.map((answer) => answer.json()))).filter(
      (reply) => reply.queued === 1,
    );
    assert.equal(queued.length, 1);
    const jobs = await sayso.rows("SELECT * FROM job_queue WHERE subject_id = ?", submissionId);
    assert.equal(jobs.length, 1);
    assert.notEqual(jobs[0]?.id, jobId);
    assert.deepEqual([jobs[0]?.priority, jobs[0]?.max_attempts], [10, 7]);
    await processed(submissionId);
    assert.equal((await submission(sayso, submissionId))?.error_message, null);
    assert.equal((await attempts(sayso, submissionId)).length, 8);
    assert.equal((await sayso.keys(`drive/${client.id}/`)).length, 1);
  });

  test("INV17 the only copy of a video that was not delivered is never deleted", async () => {
    const { uploadId } = await addPermanentFailure(await addClient(sayso));
    await sayso.schedule(new Date(Date.now() + 40 * 24 * 3_600_000));
    assert.equal((await sayso.keys(`uploads/${uploadId}/`)).length, 1);
  });

  test("JOB12 a permanent fault skips the delays and says what to do", async () => {
    const client = await addClient(sayso, { drive_link: "https://files.example/some-folder" });
    const { submissionId, jobId } = await plantSubmission(sayso, client);
    await sayso.deliver(jobId);
    assert.equal((await job(sayso, jobId))?.attempts, 1);
    const failed = await submission(sayso, submissionId);
    assert.equal(failed?.status, "drive_upload_failed");
    assert.match(failed?.error_message, /drive link/i);
  });

  test("RTE14 JOB11 AUT03 a retry needs an admin: nobody else may, and nothing changes", async () => {
    const { submissionId } = await addPermanentFailure(await addClient(sayso));
    const admin = await adminCookie(sayso);
    const expired = await adminCookie(sayso);
    await sayso.change(
      "UPDATE sessions SET expires_at = 1 WHERE token_hash = ?",
      tokenHash(expired.split("=")[1] ?? ""),
    );
    const refused = [
      await retry(submissionId, ""),
      await retry(submissionId, "__Host-session=made-up"),
      await retry(submissionId, expired),
      await retry(
        submissionId,
        await signIn(sayso, await addUser(sayso, { roles: ["affiliate"] }), "affiliate"),
      ),
      // The role alone is not enough: admins have a door of their own.
      await retry(submissionId, await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "client")),
      await retry(submissionId, admin, { origin: "https://evil.example" }),
    ];
    assert.deepEqual(
      refused.map((answer) => answer.status),
      [401, 401, 401, 403, 403, 403],
    );
    assert.equal((await submission(sayso, submissionId))?.status, "drive_upload_failed");
    assert.equal((await retry(crypto.randomUUID(), admin)).status, 404);
  });

  test("INV46 a state change that carries a session cookie and a foreign or missing Origin is 403", async () => {
    const { submissionId } = await addPermanentFailure(await addClient(sayso));
    const cookie = await adminCookie(sayso);
    const path = `/api/admin/submissions/${submissionId}/retry`;
    for (const origin of ["https://evil.example", "null", `${ORIGIN}.evil.example`, undefined]) {
      const answer = await sayso.fetch(path, {
        method: "POST",
        headers: { cookie, ...(origin && { origin }) },
      });
      assert.equal(answer.status, 403, String(origin));
    }
    assert.equal((await submission(sayso, submissionId))?.status, "drive_upload_failed");
  });
});
