// A drive works again or is replaced, and the Worker is killed before it has queued the waiting videos: the schedule
// does.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { plantSubmission, submission } from "../../support/runtime/jobs.ts";
import { platformOf, type Platform } from "../../support/people/admin/platform-drive.ts";
import { call } from "../../support/people/owner/users.ts";

const DAY = 86_400_000;

let world: GoogleWorld;
let platform: Platform;
before(async () => {
  world = await startGoogleWorld();
  platform = platformOf(world);
});
after(() => world.close());

/** A permanently failed delivery. */
async function parked({ client }: Owner): Promise<string> {
  const { submissionId, jobId } = await plantSubmission(world.sayso, client);
  await world.sayso.change(
    "UPDATE submissions SET status = 'drive_upload_failed' WHERE id = ?",
    submissionId,
  );
  await world.sayso.change("UPDATE job_queue SET status = 'failed' WHERE id = ?", jobId);
  return submissionId;
}

/** The state after a kill: the change is committed, but no delivery is queued. */
async function cut(act: () => Promise<unknown>): Promise<void> {
  await world.sayso.change(
    "CREATE TRIGGER cut BEFORE INSERT ON job_queue WHEN NEW.priority = 10 BEGIN SELECT RAISE(ABORT, 'cut'); END",
  );
  await act();
  await world.sayso.change("DROP TRIGGER cut");
}

const connection = async (owner: Owner) => (await world.state(owner)).connections[0];
const again = (id: string) =>
  world.sayso.rows(
    "SELECT id FROM job_queue WHERE subject_id = ? AND status = 'pending' AND lease IS NULL",
    id,
  );
const marks = () => world.sayso.rows("SELECT client_id FROM resumed_deliveries");

/** An owner with a faulty drive. */
async function troubled(company: string): Promise<{ owner: Owner; id: string }> {
  const { owner } = await world.connectedOwner(company);
  const { id } = await connection(owner);
  await world.sayso.change(
    "UPDATE drive_connections SET fault = 'It was full.', fault_at = 1 WHERE id = ?",
    id,
  );
  return { owner, id };
}

type Cut = { name: string; act: (owner: Owner, id: string) => Promise<unknown> };

const CUTS: Cut[] = [
  {
    name: "it is connected again",
    act: async (owner) =>
      world.drive(owner, "POST", "/google/code", await world.answered(owner, world.google.accounts[0])),
  },
  { name: "a test file arrives", act: (owner, id) => world.drive(owner, "POST", `/${id}/test`) },
  { name: "it is chosen", act: (owner, id) => world.drive(owner, "POST", "/choice", { connection: id }) },
  {
    name: "the built-in folder is chosen",
    act: (owner) => world.drive(owner, "POST", "/choice", { connection: null }),
  },
  { name: "it is disconnected", act: (owner, id) => world.drive(owner, "DELETE", `/${id}`) },
  {
    name: "an admin changes the link",
    act: async ({ client }) => {
      const folder = `/drive/folder/${client.id}`;
      const { drive_link: loaded } = (await world.sayso.row(
        "SELECT drive_link FROM clients WHERE id = ?",
        client.id,
      )) as { drive_link: string };
      return call(world.sayso, "PATCH", `/api/admin/clients/${client.id}`, {
        cookie: await platform.cookie(),
        body: { changed: { drive_link: folder }, loaded: { drive_link: loaded } },
      });
    },
  },
  {
    name: "the daily look finds that it works",
    act: () => world.sayso.schedule(new Date(Date.now() + 1.1 * DAY), "*/5 * * * *"),
  },
];

for (const { name, act } of CUTS) {
  test(`JOB05 INV15 the Worker is killed when ${name}: the sweep delivers what waited, once`, async () => {
    const { owner, id } = await troubled(`Cut when ${name}`);
    const waiting = [await parked(owner), await parked(owner)];
    await cut(() => act(owner, id));
    for (const one of waiting)
      assert.equal((await submission(world.sayso, one))?.status, "drive_upload_failed");
    await world.sayso.schedule(new Date());
    for (const one of waiting) {
      const jobs = await again(one);
      assert.ok(jobs.length <= 1);
      if (jobs[0]) await world.deliver(jobs[0].id);
      await world.processed(one);
    }
    assert.deepEqual(await marks(), []);
    // A video that fails later for its own reason does not count as waiting.
    const later = await parked(owner);
    await world.sayso.schedule(new Date());
    assert.equal((await submission(world.sayso, later))?.status, "drive_upload_failed");
    const left = (await world.state(owner)).connections.find((one: { ended: boolean }) => !one.ended);
    if (left) await world.drive(owner, "DELETE", `/${left.id}`);
  });
}

test("JOB05 INV15 the Worker is killed when the product's own Google Drive works again: the sweep delivers for all its folders", async () => {
  const [, account] = world.google.accounts;
  await platform.connect(account);
  const owners = [await world.owner("Folder one"), await world.owner("Folder two")];
  const waiting: string[] = [];
  for (const owner of owners) {
    await platform.connectClient(owner);
    waiting.push(await parked(owner));
  }
  await cut(() => platform.drive("POST", "/test"));
  assert.equal((await marks()).length, 2);
  await world.sayso.schedule(new Date());
  for (const one of waiting) {
    const [job] = await again(one);
    if (job) await world.deliver(job.id);
    await world.processed(one);
  }
  assert.deepEqual(await marks(), []);
});

test("leaves no resume mark if nothing waits, nor after a queued video (JOB05 INV15)", async () => {
  const { owner, id } = await troubled("Nothing waits");
  await cut(() => world.drive(owner, "POST", `/${id}/test`));
  assert.deepEqual(await marks(), []);
  const waiting = await parked(owner);
  assert.equal((await world.drive(owner, "POST", `/${id}/test`)).status, 200);
  assert.deepEqual(await marks(), []);
  const [job] = await again(waiting);
  if (job) await world.deliver(job.id);
  await world.processed(waiting);
});

test("JOB05 INV15 a fault that passed with a video, not with a look: the next look tries again what had failed", async () => {
  const { owner } = await troubled("A small one came");
  const waiting = await parked(owner);
  const small = await plantSubmission(world.sayso, owner.client);
  await world.deliver(small.jobId);
  await world.processed(small.submissionId);
  assert.equal((await connection(owner)).fault, null);
  assert.equal((await submission(world.sayso, waiting))?.status, "drive_upload_failed");
  await world.sayso.schedule(new Date(Date.now() + 1.1 * DAY), "*/5 * * * *");
  const [job] = await again(waiting);
  await world.deliver(job?.id);
  await world.processed(waiting);
});
