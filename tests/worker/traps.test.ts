// After wasm traps, overflows its stack or runs out of memory, its instance must not be reused.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import { plantSubmission } from "../support/runtime/jobs.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ main: "tests/support/doubles/workers/trapping-worker.js" });
});
after(() => sayso.close());

type Trap = { error: string; after: number };
/** Makes the clock trap; returns whether the previous trap never occurred. */
const trap = async (next: Trap | null) =>
  (
    (await (await sayso.fetch("/test-trap", { method: "POST", body: JSON.stringify(next) })).json()) as {
      missed: boolean;
    }
  ).missed;

/** The next request is answered as ever, and a video arrives. */
async function works(at: string): Promise<void> {
  assert.equal(await trap(null), false, `${at}: nothing has trapped`);
  assert.equal((await sayso.fetch("/robots.txt")).status, 200, at);
  const client = await addClient(sayso);
  assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200, at);
  await until(`${at}: delivered`, async () => {
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status IN ('pending', 'running')");
    await sayso.schedule(new Date());
    return sayso.row("SELECT 1 FROM submissions WHERE client_id = ? AND status = 'processed'", client.id);
  });
  // Its email too: remaining work would trigger the next trap.
  await until(`${at}: nothing is left to do`, async () => {
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
    await sayso.schedule(new Date());
    return !(await sayso.row("SELECT 1 FROM job_queue WHERE status IN ('pending', 'running')"));
  });
}

describe("INV04 a Worker whose wasm has trapped answers the next request as ever", () => {
  for (const error of ["unreachable", "memory", "stack"]) {
    for (const after1 of [0, 1])
      test(`INV04 ${error}, in a request, at reading ${after1 + 1} of the clock`, async () => {
        await trap({ error, after: after1 });
        const answer = await sayso
          .fetch("/robots.txt", { signal: AbortSignal.timeout(10_000) })
          .catch(() => undefined);
        assert.ok(!answer || answer.status >= 500, `${answer?.status}`);
        await works("after a request");
      });

    test(`INV04 JOB01 ${error}, in a job`, async () => {
      const { jobId } = await plantSubmission(sayso, await addClient(sayso));
      await trap({ error, after: 1 });
      await sayso.deliver(jobId).catch(() => undefined);
      await works("after a job");
    });

    test(`INV04 ${error}, in a schedule`, async () => {
      await trap({ error, after: 0 });
      await sayso.schedule(new Date()).catch(() => undefined);
      await works("after a schedule");
    });
  }
});
