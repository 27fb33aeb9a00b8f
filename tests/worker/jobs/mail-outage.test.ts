import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { isWaiting } from "../../support/runtime/jobs.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ unreliableMail: true });
});
after(() => sayso.close());

test("INV18 mail is down for an hour: submissions still succeed, and each mail goes out later, once", async () => {
  const client = await addClient(sayso);
  const service = await sayso.mailService();
  await service.setDown(true);
  let begun = Date.now();
  for (const customerName of ["Ann", "Bob", "Cy"]) {
    const { status } = await submit(sayso, form({ ...goodFields(client.id), customerName }, await video()));
    assert.equal(status, 200, "the customer notices nothing");
  }
  const jobs = () =>
    sayso.rows(
      "SELECT j.* FROM job_queue j JOIN emails e ON e.id = j.subject_id WHERE e.recipient = ?",
      client.email,
    );
  // Attempts after 0, 1, 6 and 21 minutes fall into the hour.
  const waits = [1, 5, 15, 60];
  for (const [index, wait] of waits.entries()) {
    const attempts = index + 1;
    await until(`attempt ${attempts} of each has failed`, async () => {
      const rows = await jobs();
      return rows.length === 3 && rows.every((job) => job.attempts === attempts && isWaiting(job));
    });
    const minutes = (Math.min(...(await jobs()).map((job) => job.due_at)) - begun) / 60_000;
    assert.ok(minutes >= wait * 0.8, `the next one waits ${minutes} minutes`);
    if (attempts === waits.length) await service.setDown(false);
    begun = Date.now();
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
    await sayso.schedule(new Date());
  }
  await until("all are sent", async () => (await jobs()).every((job) => job.status === "done"));
  for (const job of await jobs()) await sayso.deliver(job.id);
  const subjects = (await service.taken()).map((mail) => mail.subject).toSorted();
  assert.deepEqual(
    subjects,
    ["Ann", "Bob", "Cy"].map((name) => `${name} left Corner Shop a video testimonial`),
  );
  const files = await sayso.keys(`drive/${client.id}/`);
  assert.equal(files.length, 3, "the videos were delivered meanwhile");
});
