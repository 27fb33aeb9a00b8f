// Google Drives that accept no video until somebody acts.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import type { Account, Fault } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { attempts, plantSubmission } from "../../support/runtime/jobs.ts";
import { call } from "../../support/people/owner/users.ts";

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("Google Drive that takes no video", () => {
  let owner: Owner;
  let account: Account;
  before(async () => {
    ({ owner, account } = await world.connectedOwner("Blue Door Bakery"));
    // The month's folder is there from the first video on.
    await world.deliver((await plantSubmission(world.sayso, owner.client)).jobId);
  });

  for (const how of ["removed", "binned"] as const) {
    test(`JOB10 a month's folder that was ${how} is made anew`, async () => {
      const month = world.google
        .files()
        .find(({ name, folder, trashed }) => folder && !trashed && /^\d{4}-\d{2}$/.test(name));
      if (how === "removed") world.google.remove(month?.id ?? "");
      else world.google.trash(month?.id ?? "");
      const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
      await world.deliver(jobId);
      await world.processed(submissionId);
      const [file, ...more] = world.filesOf(submissionId);
      assert.deepEqual([more.length, file?.trashed, file?.parents[0] === month?.id], [0, false, false]);
    });
  }

  const PERMANENT: {
    title: string;
    match: { method: string; path: string };
    fault: Fault;
    message: RegExp;
  }[] = [
    {
      title: "a full Drive",
      match: { method: "POST", path: "/upload/" },
      fault: { refuse: "storageQuotaExceeded" },
      message: /full.*Free some space/,
    },
    {
      title: "a right that was taken away",
      match: { method: "POST", path: "/upload/" },
      fault: { refuse: "insufficientFilePermissions" },
      message: /does not let this account write/,
    },
  ];
  for (const { title, match, fault, message } of PERMANENT) {
    test(`INV15 ${title} ends the job at once, for the admin and the owner to see, and a Drive that works again gets it`, async () => {
      const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
      world.google.fault(match, fault);
      const failed = await world.deliver(jobId);
      assert.equal(failed?.status, "failed", String(failed?.error_message));
      assert.equal((await attempts(world.sayso, submissionId)).length, 1);
      const cookie = await adminCookie(world.sayso);
      const list = await (await call(world.sayso, "GET", "/api/admin/failed-uploads", { cookie })).json();
      const line = list.uploads.find((one: { submission_id: string }) => one.submission_id === submissionId);
      assert.match(line.error_message, message);
      const { connections, parked } = await world.state(owner);
      assert.match(connections[0].fault, message);
      assert.equal(parked, 1);
      assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 1, "nothing is lost");
      const tested = await world.drive(owner, "POST", `/${connections[0].id}/test`);
      assert.equal(tested.status, 200, await tested.clone().text());
      await world.processed(submissionId);
      assert.equal(world.filesOf(submissionId).length, 1);
      assert.equal((await world.state(owner)).parked, 0);
    });
  }

  test("INV15 a folder that was binned ends the job with the way out, and restored it goes on", async () => {
    const root = world.google.files().find(({ name }) => name === "Blue Door Bakery testimonials");
    world.google.trash(root?.id ?? "");
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    const failed = await world.deliver(jobId);
    assert.equal(failed?.status, "failed");
    assert.match(String(failed?.error_message), /in the bin.*Restore it/);
    world.google.restore(root?.id ?? "");
    const [{ id }] = (await world.state(owner)).connections;
    assert.equal((await world.drive(owner, "POST", `/${id}/test`)).status, 200);
    await world.processed(submissionId);
    assert.equal(world.filesOf(submissionId).length, 1);
  });

  test("INV15 a permission that was withdrawn parks what comes, and connecting again delivers it all", async () => {
    const planted = await Promise.all([1, 2, 3].map(() => plantSubmission(world.sayso, owner.client)));
    world.google.revoke(account);
    for (const { jobId } of planted) {
      const failed = await world.deliver(jobId);
      assert.match(String(failed?.error_message), /withdrawn, or has expired. Connect it again/);
    }
    assert.equal((await world.state(owner)).parked, 3);
    await world.connect(owner, account);
    for (const { submissionId } of planted) await world.processed(submissionId);
    const { parked, connections } = await world.state(owner);
    assert.deepEqual([parked, connections.length], [0, 1], "it is the same drive, with the same folder");
    const roots = world.google.files().filter(({ name }) => name === "Blue Door Bakery testimonials");
    assert.equal(roots.length, 1);
  });
});
