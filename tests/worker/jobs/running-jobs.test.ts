// A pending job with a lease is running: rescheduling waiting jobs must not touch it, or two runners would have it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { job, plantSubmission } from "../../support/runtime/jobs.ts";
import { startMovingWorld, type MovingWorld } from "../../support/people/admin/video-moves.ts";
import { until } from "../../support/runtime/worker.ts";

const MINUTE = 60_000;

let world: MovingWorld;
before(async () => {
  world = await startMovingWorld();
});
after(() => world.close());

/** Leases a job to a runner that does not exist; returns a check that the job is unchanged. */
async function leaseJob(jobId: string): Promise<() => Promise<void>> {
  await world.sayso.change(
    "UPDATE job_queue SET lease = 'a runner', attempts = 1, due_at = ? WHERE id = ?",
    Date.now() + 5 * MINUTE,
    jobId,
  );
  const taken = await job(world.sayso, jobId);
  return async () => assert.deepEqual(await job(world.sayso, jobId), taken);
}

test("INV11 JOB05 a drive that works again hurries the deliveries that wait, and none that runs", async () => {
  const { owner } = await world.connectedOwner("Blue Door Bakery");
  const [running, waiting] = [
    await plantSubmission(world.sayso, owner.client, undefined, 60 * MINUTE),
    await plantSubmission(world.sayso, owner.client, undefined, 60 * MINUTE),
  ];
  const assertUntouched = await leaseJob(running.jobId);
  const id = (await world.state(owner)).connections[0]?.id;
  await world.sayso.change(
    "UPDATE drive_connections SET fault = 'It was full.', fault_at = 1 WHERE id = ?",
    id,
  );
  assert.equal((await world.drive(owner, "POST", `/${id}/test`)).status, 200);
  await until("the other's time has come", async () => {
    const { status, due_at: dueAt } = (await job(world.sayso, waiting.jobId)) ?? {};
    return status === "done" || Number(dueAt) <= Date.now();
  });
  await assertUntouched();
});

test("INV11 moves that are asked for again begin those that wait, and none that runs", async () => {
  const { owner, videos } = await world.ownerWith([2000, 3000]);
  const [running = "", waiting = ""] = videos.map(({ submissionId }) => submissionId);
  await world.connect(owner, world.google.accounts[0]);
  const jobId = crypto.randomUUID();
  await world.sayso.change(
    `INSERT INTO job_queue (id, job_type, subject_id, payload, status, due_at, created_at, client_id)
     VALUES (?, 'move-video', ?, '{}', 'pending', 0, ?, ?)`,
    jobId,
    running,
    Date.now(),
    owner.client.id,
  );
  await leaseJob(jobId);
  const taken = await job(world.sayso, jobId);
  assert.equal((await world.ask(owner)).status, 200);
  await until("the other has moved", async () => (await world.moveOf(waiting)).status === "done");
  // All moves are recorded as requested now, in `created_at`.
  const { due_at: dueAt, attempts, lease } = (await job(world.sayso, jobId)) ?? {};
  assert.deepEqual([dueAt, attempts, lease], [taken?.due_at, 1, "a runner"]);
});
