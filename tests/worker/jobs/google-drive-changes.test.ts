// Google Drives that are renewed, left or tidied up while a video is on its way.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Account } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { crashed, MIB, job, makeDue, plantSubmission, submission } from "../../support/runtime/jobs.ts";
import { until } from "../../support/runtime/worker.ts";

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("Google Drive that changes while a video is on its way", () => {
  let owner: Owner;
  let account: Account;
  before(async () => {
    ({ owner, account } = await world.connectedOwner("Blue Door Bakery"));
  });

  /** A delivery whose second chunk is held until `release`. */
  async function held() {
    const planted = await world.plantLarge(owner, 9 * MIB);
    let release = () => {};
    world.google.requests.splice(0);
    const until2 = new Promise<void>((resolve) => (release = resolve));
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 2 }, { hold: until2 });
    await makeDue(world.sayso, planted.jobId);
    const delivery = world.sayso.deliver(planted.jobId);
    await until("it is on its way", async () => world.puts().length === 2);
    return { ...planted, delivery, release };
  }

  test("a delivery interrupted by a renewed permission is completed with the new one (INV17 INV15)", async () => {
    const { submissionId, jobId, delivery, release, digest } = await held();
    world.google.revoke(account);
    await world.connect(owner, account);
    release();
    await delivery;
    assert.notEqual((await job(world.sayso, jobId))?.status, "failed");
    assert.equal((await world.state(owner)).connections[0].fault, null, "the new permission is not blamed");
    await world.deliver(jobId, 2);
    await world.processed(submissionId);
    assert.deepEqual(
      world.filesOf(submissionId).map(({ sha256 }) => sha256),
      [digest],
    );
  });

  test("a delivery interrupted by a disconnected drive goes to the built-in folder (INV17)", async () => {
    const { submissionId, jobId, delivery, release } = await held();
    const [{ id }] = (await world.state(owner)).connections;
    await world.drive(owner, "DELETE", `/${id}`);
    release();
    await delivery;
    assert.notEqual((await job(world.sayso, jobId))?.status, "failed");
    await world.deliver(jobId, 2);
    await world.processed(submissionId);
    assert.equal((await submission(world.sayso, submissionId))?.drive, "built-in");
    await world.connect(owner, account);
  });

  test("INV17 a runner that comes too late, and finds none of our bytes, leaves the delivered file alone", async () => {
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    await world.processed(submissionId);
    await world.sayso.change(
      "UPDATE submissions SET status = 'awaiting_drive_upload' WHERE id = ?",
      submissionId,
    );
    await crashed(world.sayso, jobId);
    await world.sayso.deliver(jobId);
    assert.equal(world.filesOf(submissionId).length, 1);
    await world.sayso.change("UPDATE submissions SET status = 'processed' WHERE id = ?", submissionId);
  });

  test("INV15 a sign-in that ends in the middle of an upload is told, and does not hang the job", async () => {
    const { submissionId, jobId } = await world.plantLarge(owner, 9 * MIB);
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 1 }, { refuse: "authError" });
    const body = { error: "invalid_grant", error_description: "Token has been expired or revoked." };
    world.google.fault({ method: "POST", path: "/token" }, { status: 400, body });
    const failed = await world.deliver(jobId);
    assert.match(String(failed?.error_message), /withdrawn, or has expired/);
    world.google.clearFaults();
    const [{ id }] = (await world.state(owner)).connections;
    assert.equal((await world.drive(owner, "POST", `/${id}/test`)).status, 200);
    await world.processed(submissionId);
  });

  test("JOB10 a video that somebody binned before it was noted is sent again, into the same folder", async () => {
    const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
    const stored = await world.sayso.media.get(`uploads/${uploadId}/000000000000`);
    const bytes = Buffer.from((await stored?.arrayBuffer()) ?? new ArrayBuffer());
    await world.deliver(jobId);
    await world.processed(submissionId);
    const [file] = world.filesOf(submissionId);
    world.google.trash(file?.id ?? "");
    await world.sayso.media.put(`uploads/${uploadId}/000000000000`, bytes);
    await world.sayso.change(
      "UPDATE submissions SET status = 'awaiting_drive_upload' WHERE id = ?",
      submissionId,
    );
    await crashed(world.sayso, jobId);
    await world.sayso.deliver(jobId);
    await world.processed(submissionId);
    const [again, ...more] = world.filesOf(submissionId);
    assert.deepEqual([more, again?.trashed, again?.parents], [[], false, file?.parents]);
  });
});
