import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient, video } from "../../support/people/owner/clients.ts";
import { attempts, job, plantSubmission, submission } from "../../support/runtime/jobs.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";
import { thorough } from "../../support/runtime/thorough.ts";

const HOURS = 3_600_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const counts = () =>
  sayso
    .log()
    .filter((line) => line.kind === "schedule")
    .at(-1)?.counts as Record<string, number>;

test("INV04 an object stored before a crash, without a row, is swept once it is old enough; sweeping twice changes nothing more", async () => {
  const key = `uploads/${crypto.randomUUID().replaceAll("-", "")}/000000000000`;
  await sayso.media.put(key, await video());
  await sayso.schedule(new Date(Date.now() + 24 * HOURS));
  assert.deepEqual(await sayso.keys("uploads/"), [key], "a slow upload may still be at work");
  await sayso.schedule(new Date(Date.now() + 26 * HOURS));
  assert.deepEqual(await sayso.keys("uploads/"), []);
  await sayso.schedule(new Date(Date.now() + 26 * HOURS));
  assert.deepEqual(counts(), {
    resent: 0,
    resumed: 0,
    exhausted: 0,
    objects: 0,
    orphans: 0,
    erased: 0,
    repeated: 0,
    listed: 0,
    outdated: 0,
    notified: 0,
    undelivered: 0,
    closed: 0,
    ended: 0,
    "videos-of-leavers": 0,
    "demo-videos": 0,
    "delivered-videos": 0,
    "unfinished-uploads": 0,
    "unconfirmed-sign-ups": 0,
    "set-ups": 0,
    "undecided-applications": 0,
    "names-of-erased-partners": 0,
    "payment-events": 0,
    "unpaid-notified": 0,
    "leavers-notified": 0,
  });
});

test(
  "INV04 one run of the sweep is bounded: it stops after 2,000 objects, and the next run resumes there",
  { skip: !thorough },
  async () => {
    const folder = `uploads/${crypto.randomUUID().replaceAll("-", "")}`;
    const keys = Array.from({ length: 2100 }, (_, i) => `${folder}/${String(i).padStart(12, "0")}`);
    for (let at = 0; at < keys.length; at += 300)
      await Promise.all(keys.slice(at, at + 300).map((key) => sayso.media.put(key, "x")));
    const cursor = () => sayso.row("SELECT value FROM sweep_cursors WHERE name = 'orphans'");
    await sayso.schedule(new Date(Date.now() + 28 * HOURS));
    assert.equal(counts()?.orphans, 2000);
    assert.deepEqual(await sayso.keys(`${folder}/`), keys.slice(2000));
    assert.ok(await cursor(), "where it stopped is kept");
    await sayso.schedule(new Date(Date.now() + 28 * HOURS));
    assert.equal(counts()?.orphans, 100);
    assert.deepEqual(await sayso.keys(`${folder}/`), []);
    assert.equal(await cursor(), undefined, "the walk has reached the end");
  },
);

test("INV04 a walk over all that is stored begins once an hour", async () => {
  const now = Date.now() + 40 * HOURS;
  const runAt = (minute: number) => sayso.schedule(new Date(now + minute * 60_000));
  await runAt(0);
  const key = `uploads/${crypto.randomUUID().replaceAll("-", "")}/000000000000`;
  await sayso.media.put(key, "a crash left this");
  await runAt(59);
  assert.deepEqual(await sayso.keys("uploads/"), [key]);
  await runAt(60);
  assert.deepEqual(await sayso.keys("uploads/"), []);
});

test("INV04 a body whose request died leaves its bytes to the sweeper, with their row", async () => {
  const client = await addClient(sayso);
  const id = crypto.randomUUID().replaceAll("-", "");
  await sayso.change(
    "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at) VALUES (?, ?, '', 10, 'x', 'receiving', ?, ?)",
    id,
    client.id,
    Date.now(),
    Date.now() + 24 * HOURS,
  );
  await sayso.media.put(`uploads/${id}/000000000000`, "x");
  await sayso.schedule(new Date(Date.now() + 25 * HOURS));
  assert.deepEqual(await sayso.keys(`uploads/${id}/`), []);
  assert.deepEqual(await sayso.rows("SELECT id FROM uploads WHERE id = ?", id), []);
});

test("INV04 bytes that a row still needs are never swept", async () => {
  const { uploadId } = await plantSubmission(sayso, await addClient(sayso), undefined, 900 * HOURS);
  await sayso.schedule(new Date(Date.now() + 800 * HOURS));
  assert.equal((await sayso.keys(`uploads/${uploadId}/`)).length, 1);
});

test("INV04 bytes left behind by a crash after delivery are swept", async () => {
  const { submissionId, uploadId, jobId } = await plantSubmission(sayso, await addClient(sayso));
  await sayso.deliver(jobId);
  await until("processed", async () => (await submission(sayso, submissionId))?.status === "processed");
  await sayso.media.put(`uploads/${uploadId}/000000000000`, await video());
  await sayso.schedule(new Date(Date.now() + 26 * HOURS));
  assert.deepEqual(await sayso.keys(`uploads/${uploadId}/`), []);
});

test("JOB11 a job whose message was lost is sent again", async () => {
  const { submissionId } = await plantSubmission(sayso, await addClient(sayso));
  await sayso.schedule(new Date(Date.now() + 1000));
  await until("processed", async () => (await submission(sayso, submissionId))?.status === "processed");
});

/** A runner of this build, and one of a build that noted in the status that a job runs. */
for (const [status, build] of [
  ["pending", "this build"],
  ["running", "an earlier one"],
] as const) {
  async function plantCrashed(failedAttempts: number) {
    const planted = await plantSubmission(sayso, await addClient(sayso));
    await sayso.change(
      "UPDATE job_queue SET status = ?, lease = 'crashed', attempts = ?, due_at = ? WHERE id = ?",
      status,
      failedAttempts,
      Date.now() - 1,
      planted.jobId,
    );
    return planted;
  }

  test(`JOB11 a job whose runner, of ${build}, crashed is taken up again after its lease`, async () => {
    const { submissionId, jobId } = await plantCrashed(1);
    await sayso.schedule(new Date());
    await until("processed", async () => (await submission(sayso, submissionId))?.status === "processed");
    assert.equal((await job(sayso, jobId))?.attempts, 2);
  });

  test(`JOB11 a job whose last attempt, by ${build}, crashed fails, and its submission with it`, async () => {
    const { submissionId, jobId } = await plantCrashed(7);
    await sayso.schedule(new Date());
    assert.equal((await job(sayso, jobId))?.status, "failed");
    const failed = await submission(sayso, submissionId);
    assert.equal(failed?.status, "drive_upload_failed");
    assert.match(failed?.error_message, /last attempt/);
    assert.deepEqual(await attempts(sayso, submissionId), []);
  });
}
