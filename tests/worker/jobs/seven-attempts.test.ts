// Drives of businesses' own that fail seven times, and admins who have it tried again (INV16).
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { faultyServer } from "../../support/doubles/faulty-server.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import {
  assertWaits,
  attempts,
  job,
  makeDue,
  plantSubmission,
  submission,
} from "../../support/runtime/jobs.ts";
import { call } from "../../support/people/owner/users.ts";
import { folderForm } from "../../support/people/owner/webdav-owner.ts";
import { SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";

const MINUTES = [1, 5, 15, 60, 240, 720];
/** A transient error that outlasts an attempt. */
const UNAVAILABLE = { status: 503, headers: { "retry-after": "30" } };

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

type Drive = {
  owner: Owner;
  fail: () => void;
  clearFaults: () => void;
  /** How many files it holds for a submission. */
  held: (id: string) => Promise<number>;
};

function failsSevenTimes(drive: () => Drive): void {
  let submissionId: string;
  let jobId: string;

  test("INV16 JOB12 seven failed attempts, each due later than the last: drive_upload_failed, and our copy stays", async () => {
    const { owner, fail } = drive();
    const planted = await plantSubmission(world.sayso, owner.client);
    ({ submissionId, jobId } = planted);
    fail();
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const begun = Date.now();
      const row = await world.deliver(jobId, attempt);
      assert.deepEqual([row?.status, row?.attempts], ["pending", attempt], String(row?.error_message));
      assertWaits(row, MINUTES[attempt - 1] ?? 0, begun);
    }
    await makeDue(world.sayso, jobId);
    await world.sayso.deliver(jobId, 7);
    assert.equal((await job(world.sayso, jobId))?.status, "failed");
    const failed = await submission(world.sayso, submissionId);
    assert.equal(failed?.status, "drive_upload_failed");
    assert.match(String(failed?.error_message), /503/);
    assert.deepEqual(
      (await attempts(world.sayso, submissionId)).map(({ outcome }) => outcome),
      [...Array.from({ length: 6 }, () => "retry"), "failed"],
    );
    assert.equal((await world.sayso.keys(`uploads/${planted.uploadId}/`)).length, 1);
  });

  test("INV16 JOB05 JOB06 a retry clicked five times in parallel: one new job, one file, and the history stays", async () => {
    const { clearFaults, held } = drive();
    clearFaults();
    const cookie = await adminCookie(world.sayso);
    const path = `/api/admin/submissions/${submissionId}/retry`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(world.sayso, "POST", path, { cookie })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    const replies = await Promise.all(answers.map((answer) => answer.json()));
    assert.equal(replies.filter(({ queued }) => queued === 1).length, 1);
    const jobs = await world.sayso.rows("SELECT id FROM job_queue WHERE subject_id = ?", submissionId);
    assert.equal(jobs.length, 1);
    assert.notEqual(jobs[0]?.id, jobId);
    await world.processed(submissionId);
    assert.equal(await held(submissionId), 1);
    assert.equal((await attempts(world.sayso, submissionId)).length, 8);
  });
}

describe("a WebDAV folder", { skip: SERVERS.length === 0 }, () => {
  let server: WebDavServer;
  let proxy: Awaited<ReturnType<typeof faultyServer>>;
  let drive: Drive;
  before(async () => {
    server = await webDavServer("rclone");
    proxy = await faultyServer(server.address);
    const owner = await world.owner("Seven times WebDAV");
    const answer = await world.drive(owner, "POST", "/webdav", folderForm(`${proxy.address}seven`));
    assert.equal(answer.status, 200, await answer.clone().text());
    drive = {
      owner,
      fail: () => proxy.fail("PUT", UNAVAILABLE, { times: 7 }),
      clearFaults: () => proxy.clearFaults(),
      held: async (id) =>
        Object.keys(await server.files()).filter((file) => file.includes(id.slice(0, 8))).length,
    };
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });
  failsSevenTimes(() => drive);
});

describe("Google Drive", () => {
  let drive: Drive;
  before(async () => {
    const { owner } = await world.connectedOwner("Seven times Google");
    drive = {
      owner,
      fail: () => world.google.fault({ method: "POST", path: "/upload/" }, UNAVAILABLE, 7),
      clearFaults: () => world.google.clearFaults(),
      held: async (id) => world.filesOf(id).length,
    };
  });
  failsSevenTimes(() => drive);
});
