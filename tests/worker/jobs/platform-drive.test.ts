// Deliveries to folders in the product's own Google Drive, also when its account changes.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Account } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { job, plantSubmission } from "../../support/runtime/jobs.ts";
import { platformOf, type Platform } from "../../support/people/admin/platform-drive.ts";
import { call } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";

const DAY = 86_400_000;

let world: GoogleWorld;
let platform: Platform;
let ann: Account;
let bob: Account;
before(async () => {
  world = await startGoogleWorld();
  platform = platformOf(world);
  [ann, bob] = world.google.accounts;
  await platform.connect(ann);
});
after(() => world.close());

/** A client with a folder in the product's own Google Drive. */
async function client(company: string): Promise<Owner> {
  const owner = await world.owner(company);
  await platform.connectClient(owner);
  return owner;
}

/** A permanently failed delivery; returns its submission. */
async function parked(owner: Owner): Promise<string> {
  const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
  assert.equal((await world.deliver(jobId))?.status, "failed");
  return submissionId;
}

const connection = async (owner: Owner) => (await world.state(owner)).connections[0];
const look = (days: number) => world.sayso.schedule(new Date(Date.now() + days * DAY), "*/5 * * * *");
const mails = (template: string) =>
  world.sayso.rows("SELECT subject_id, recipient FROM emails WHERE template = ?", template);

/** Runs the jobs that were queued for waiting deliveries. */
async function arrived(...ids: string[]): Promise<void> {
  for (const id of ids) {
    const again = await world.sayso.row(
      "SELECT id FROM job_queue WHERE subject_id = ? AND status = 'pending' AND lease IS NULL",
      id,
    );
    if (again) await world.deliver(again.id);
    await world.processed(id);
  }
}

describe("deliveries to the product's own Google Drive", () => {
  test("JOB10 INV11 a video arrives once in the client's own folder, plays in its portal and is erased from there", async () => {
    const [owner, other] = [await client("Bakery"), await client("Florist")];
    const planted = await plantSubmission(world.sayso, owner.client);
    await Promise.all([1, 2, 3].map(() => world.sayso.deliver(planted.jobId)));
    await world.processed(planted.submissionId);
    const [file, ...more] = world.filesOf(planted.submissionId);
    assert.deepEqual(more, []);
    assert.equal(file?.owner, ann.email);
    const month = world.google.files().find(({ id }) => id === file?.parents[0]);
    assert.deepEqual(month?.parents, [platform.folderOf("Bakery")[0]?.id]);
    assert.equal((await world.played(owner, planted.submissionId, "bytes=0-99")).status, 206);
    assert.equal((await world.played({ ...owner, cookie: other.cookie }, planted.submissionId)).status, 404);
    const path = `/api/client/${owner.client.id}/submissions/${planted.submissionId}`;
    assert.equal((await call(world.sayso, "DELETE", path, { cookie: owner.cookie })).status, 200);
    assert.deepEqual(world.filesOf(planted.submissionId), []);
  });

  test("INV15 one permission for all: when it is withdrawn each admin gets one mail and no client any; renewed, everything arrives", async () => {
    const all = [await client("First"), await client("Second"), await client("Third")];
    world.google.revoke(ann);
    const waiting = [];
    for (const owner of all) waiting.push(await parked(owner));
    await look(1.2);
    const { account } = await (await platform.drive()).json();
    assert.match(account.fault, /withdrawn, or has expired/);
    assert.match(
      (await connection(all[0] as Owner)).fault,
      /We know about it, and there is nothing you need to do/,
    );
    const [mail, ...more] = await mails("platform_drive");
    assert.deepEqual(more, [], "one mail, however many clients");
    assert.match(String(mail?.subject_id), /^failing\//);
    assert.deepEqual(await mails("drive_failing"), []);
    const { drives } = await (
      await call(world.sayso, "GET", "/api/admin/overview", { cookie: await platform.cookie() })
    ).json();
    assert.ok(
      drives.some(
        (drive: { is_platform: boolean; fault: string | null }) => drive.is_platform && drive.fault,
      ),
    );

    await platform.connect(ann);
    await arrived(...waiting);
    for (const owner of all) assert.equal((await connection(owner)).fault, null);
    assert.equal((await platform.account()).fault, null);
  });

  test("INV15 INV17 another account: what is in the old one waits, is told, and arrives once either is connected", async () => {
    const [stays, moves] = [await client("Stays"), await client("Moves")];
    const { submissionId: earlier, jobId } = await plantSubmission(world.sayso, moves.client);
    await world.deliver(jobId);
    await world.processed(earlier);
    world.google.requests.splice(0);
    await platform.connect(bob);
    await until("the account that was left is given back its permission", async () =>
      world.google.requests.some(({ path, status }) => path === "/revoke" && status === 200),
    );
    assert.equal((await platform.account()).folders, 0);
    const notified = await mails("drive_failing");
    const waiting = [await parked(stays), await parked(moves)];
    const failed = await world.sayso.row("SELECT error_message FROM submissions WHERE id = ?", waiting[0]);
    assert.match(failed?.error_message, /no longer signed in to.*in the new one/);
    assert.deepEqual(await mails("drive_failing"), notified, "admins have done it themselves");
    assert.equal((await connection(stays)).ended, true);
    assert.equal((await world.played(moves, earlier)).status, 409);

    await platform.connectClient(moves);
    await arrived(waiting[1] ?? "");
    assert.equal(world.filesOf(waiting[1] ?? "")[0]?.owner, bob.email);
    const [now, then] = (await world.state(moves)).connections;
    assert.deepEqual([now.account, now.ended, then.account, then.ended], [bob.email, false, ann.email, true]);

    await platform.connect(ann);
    await arrived(waiting[0] ?? "");
    assert.equal(world.filesOf(waiting[0] ?? "")[0]?.owner, ann.email);
    assert.equal((await connection(stays)).ended, false);
    assert.equal((await world.played(moves, earlier)).status, 200, "and earlier videos play again");
    await platform.connectClient(moves);
  });

  test("INV15 a consent screen in Testing: admins see when it ends, and on the seventh day why it did", async () => {
    const owner = await client("Tested");
    world.google.setTesting(true);
    await platform.connect(ann);
    world.google.setTesting(false);
    const { expires_at: ends } = await platform.account();
    assert.ok(Math.abs(ends - Date.now() - 7 * DAY) < 120_000, String(ends));
    world.google.revoke(ann);
    await world.sayso.change(
      "UPDATE platform_drive SET connected_at = connected_at - 604800000, expires_at = expires_at - 604800000",
    );
    const waiting = await parked(owner);
    assert.match((await platform.account()).fault, /seventh day.*Testing/);
    await platform.connect(ann);
    await arrived(waiting);
  });

  test("INV15 a full account is told once; a test file that arrives again brings what waited", async () => {
    const owner = await client("Crowded");
    const { limit } = ann.quota;
    const sent = (await mails("platform_drive")).length;
    ann.quota.limit = ann.quota.usage + 10;
    const waiting = [await parked(owner), await parked(owner)];
    assert.match((await platform.account()).fault, /full/);
    assert.equal((await mails("platform_drive")).length, sent + 1);
    ann.quota.limit = limit;
    assert.equal((await platform.drive("POST", "/test")).status, 200);
    await arrived(...waiting);
    ann.quota.limit = Math.round(ann.quota.usage * 1.05);
    await look(3);
    await look(4.5);
    ann.quota.limit = limit;
    const nearly = (await mails("platform_drive")).filter(({ subject_id: id }) =>
      String(id).startsWith("nearly"),
    );
    assert.equal(nearly.length, 1);
    assert.deepEqual(await mails("drive_nearly_full"), []);
    await platform.drive("POST", "/test");
  });

  test("INV15 a folder that somebody binned is that client's trouble alone: admins are told of it, the others go on", async () => {
    const [owner, other] = [await client("Binned"), await client("Beside")];
    const [folder] = platform.folderOf("Binned");
    world.google.trash(folder?.id ?? "");
    const sent = (await mails("platform_drive")).length;
    const waiting = await parked(owner);
    const notified = (await mails("drive_failing")).filter(({ subject_id: id }) => id);
    assert.equal(notified.length, 1);
    assert.notEqual(notified[0]?.recipient, owner.client.email);
    assert.equal((await mails("platform_drive")).length, sent);
    assert.equal((await platform.account()).fault, null);
    const { jobId } = await plantSubmission(world.sayso, other.client);
    assert.equal((await world.deliver(jobId))?.status, "done");
    world.google.restore(folder?.id ?? "");
    await platform.connectClient(owner);
    await arrived(waiting);
  });

  test("a delivery interrupted by a renewed permission is completed with the new one (INV17)", async () => {
    const owner = await client("Renewed");
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    let release = () => {};
    const earlier = world.puts().length;
    const held = new Promise<void>((resolve) => (release = resolve));
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 1 }, { hold: held });
    const delivery = world.deliver(jobId);
    await until("it is on its way", async () => world.puts().length > earlier);
    world.google.revoke(ann);
    await platform.connect(ann);
    release();
    await delivery;
    assert.notEqual((await job(world.sayso, jobId))?.status, "failed");
    await arrived(submissionId);
    assert.equal((await connection(owner)).fault, null, "the new permission is not blamed");
  });

  test("INV17 a client that is disconnected goes back to the built-in folder with what waited", async () => {
    const owner = await client("Leaves");
    world.google.revoke(ann);
    const waiting = await parked(owner);
    assert.equal((await platform.disconnectClient(owner, (await connection(owner)).id)).status, 200);
    await arrived(waiting);
    const row = await world.sayso.row("SELECT drive FROM submissions WHERE id = ?", waiting);
    assert.equal(row?.drive, "built-in");
    await platform.connect(ann);
  });
});
