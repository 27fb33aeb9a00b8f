import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DAY_MS = 86_400_000;
let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** Jobs that ended at a time, each with an attempt. */
async function ended(
  count: number,
  status: "done" | "failed",
  at: number,
  type = "send-email",
): Promise<string> {
  const prefix = crypto.randomUUID();
  const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";
  await sayso.change(
    `INSERT INTO job_queue (id, job_type, subject_id, payload, status, attempts, due_at, created_at)
     ${numbers} SELECT ?1 || i, ?3, ?1 || i, '{}', ?4, 1, ?5, ?5 FROM n`,
    prefix,
    count,
    type,
    status,
    at,
  );
  await sayso.change(
    `INSERT INTO job_attempts (job_id, attempt, job_type, subject_id, started_at, finished_at, outcome)
     ${numbers} SELECT ?1 || i, 1, ?3, ?1 || i, ?5, ?5, ?4 FROM n`,
    prefix,
    count,
    type,
    status,
    at,
  );
  return prefix;
}

const left = () =>
  sayso.rows<{ job_type: string; status: string; attempts: number }>(
    `SELECT job_type, status, (SELECT count(*) FROM job_attempts a WHERE a.job_id = j.id) AS attempts
       FROM job_queue j ORDER BY job_type, status`,
  );

const sweeps = () => sayso.log().filter((line) => line.kind === "schedule");

test("RET04 a job that was done 30 days ago goes with its attempts; what failed stays, and what a list or a move's progress shows", async () => {
  const now = Date.now();
  const old = now - 30 * DAY_MS;
  await ended(1, "done", old);
  await ended(1, "done", old + 60_000, "upload-to-drive");
  await ended(1, "failed", old);
  await ended(1, "done", old, "forward-submission");
  await ended(1, "done", old, "move-video");
  await sayso.schedule(new Date(now));
  const remaining = [
    { job_type: "forward-submission", status: "done", attempts: 1 },
    { job_type: "move-video", status: "done", attempts: 1 },
    { job_type: "send-email", status: "failed", attempts: 1 },
  ];
  assert.deepEqual(await left(), [
    ...remaining,
    { job_type: "upload-to-drive", status: "done", attempts: 1 },
  ]);
  await sayso.schedule(new Date(now + 60_000));
  assert.deepEqual(await left(), remaining);
});

test("RET04 the attempts of a job that a retry replaced go with the job that was done in its place", async () => {
  const now = Date.now();
  const prefix = await ended(1, "done", now - 30 * DAY_MS, "upload-to-drive");
  const waiting = await ended(1, "failed", now - 30 * DAY_MS, "upload-to-drive");
  for (const subject of [prefix, waiting]) {
    await sayso.change(
      `INSERT INTO job_attempts (job_id, attempt, job_type, subject_id, started_at, finished_at, outcome)
       VALUES ('replaced-' || ?1, 1, 'upload-to-drive', ?1 || 1, 0, 0, 'failed')`,
      subject,
    );
  }
  await sayso.schedule(new Date(now));
  const replaced = await sayso.rows("SELECT job_id FROM job_attempts WHERE job_id LIKE 'replaced-%'");
  assert.deepEqual(replaced, [{ job_id: `replaced-${waiting}` }]);
});

test("BUDGET the schedule of each minute reads no more rows with 5,000 jobs that are done than with none", async () => {
  const read = async () => {
    await sayso.schedule(new Date());
    return Number(sweeps().at(-1)?.rows_read);
  };
  await read();
  const without = await read();
  await ended(5000, "done", Date.now());
  const withThem = await read();
  assert.ok(withThem <= without + 20, `${without} rows without them, ${withThem} with them`);
});
