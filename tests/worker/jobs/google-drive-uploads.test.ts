// Uploads to Google Drive that are cut, refused or lost on the way.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Fault } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { MIB } from "../../support/runtime/jobs.ts";

/** Size of a request. */
const PIECE = 8 * MIB;

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("an upload to Google Drive in trouble", () => {
  let owner: Owner;
  before(async () => {
    ({ owner } = await world.connectedOwner("Blue Door Bakery"));
  });

  test("INV13 a large video goes in pieces of 8 MiB, straight one after the other", async () => {
    const { submissionId, jobId, digest } = await world.plantLarge(owner, 16 * MIB + 7);
    world.google.requests.splice(0);
    await world.deliver(jobId);
    await world.processed(submissionId);
    assert.equal(world.filesOf(submissionId)[0]?.sha256, digest);
    const size = 16 * MIB + 7;
    assert.deepEqual(
      world.puts().map(({ contentRange }) => contentRange),
      [
        `bytes 0-${PIECE - 1}/${size}`,
        `bytes ${PIECE}-${2 * PIECE - 1}/${size}`,
        `bytes ${2 * PIECE}-${size - 1}/${size}`,
      ],
    );
  });

  const PASSING: { name: string; chunk: number; fault: Fault; times?: number }[] = [
    { name: "503 in the middle of a piece", chunk: 2, fault: { status: 503, stored: 3 * MIB } },
    { name: "429", chunk: 2, fault: { status: 429, headers: { "retry-after": "1" } } },
    { name: "a rate limit", chunk: 2, fault: { refuse: "userRateLimitExceeded", stored: MIB } },
    { name: "a piece that was confirmed in part", chunk: 1, fault: { confirm: 2 * MIB } },
    { name: "a connection that broke in the middle", chunk: 2, fault: { cut: MIB } },
    { name: "a lost answer to the last piece", chunk: 3, fault: { cut: "all" } },
    { name: "an access token that ended", chunk: 2, fault: { refuse: "authError" } },
  ];
  for (const { name, chunk, fault } of PASSING) {
    test(`INV13 after ${name} the upload goes on behind what was confirmed`, async () => {
      // Two pieces, or three.
      const { submissionId, jobId, digest } = await world.plantLarge(owner, (chunk < 3 ? 12 : 17) * MIB);
      world.google.requests.splice(0);
      world.google.fault({ method: "PUT", path: "/upload/", chunk }, fault);
      await world.deliver(jobId);
      await world.processed(submissionId);
      assert.deepEqual(
        world.filesOf(submissionId).map(({ sha256: found }) => found),
        [digest],
      );
      const begun = world.google.requests.filter(
        ({ method, path }) => method === "POST" && path.startsWith("/upload"),
      );
      assert.equal(begun.length, 1, "one upload");
    });
  }

  test("INV13 an attempt goes on where the one before it stopped, from what Drive has kept", async () => {
    const { submissionId, jobId, uploadId, digest } = await world.plantLarge(owner, 17 * MIB);
    world.google.requests.splice(0);
    world.google.fault(
      { method: "PUT", path: "/upload/", chunk: 2 },
      { status: 503, headers: { "retry-after": "600" } },
    );
    const first = await world.deliver(jobId);
    assert.equal(first?.status, "pending");
    assert.ok(first?.due_at - Date.now() > 500_000, "Drive's own pause is kept");
    assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 17, "our copy stays");
    world.google.requests.splice(0);
    await world.deliver(jobId, 2);
    await world.processed(submissionId);
    assert.equal(world.filesOf(submissionId)[0]?.sha256, digest);
    assert.deepEqual(
      world.puts().map(({ contentRange }) => contentRange?.split("/")[0]),
      ["bytes *", `bytes ${PIECE}-${2 * PIECE - 1}`, `bytes ${2 * PIECE}-${17 * MIB - 1}`],
    );
  });

  test("INV13 INV14 an upload whose address was not kept begins anew under the same id, and leaves one file", async () => {
    for (const sent of ["in part", "whole"] as const) {
      const { submissionId, jobId, digest } = await world.plantLarge(owner, 9 * MIB);
      world.google.fault(
        { method: "PUT", path: "/upload/", chunk: 2 },
        { status: 503, headers: { "retry-after": "600" }, stored: sent === "whole" ? "all" : 0 },
      );
      assert.equal((await world.deliver(jobId))?.status, "pending");
      // The state after a kill before the URL was recorded.
      const [{ file_id: id } = { file_id: "" }] = await world.fileRowsOf(submissionId);
      await world.sayso.change("UPDATE google_files SET upload_url = NULL WHERE file_id = ?", id);
      await world.deliver(jobId, 2);
      await world.processed(submissionId);
      assert.deepEqual(
        world.filesOf(submissionId).map((file) => [file.id, file.sha256]),
        [[id, digest]],
        sent,
      );
    }
  });

  for (const code of [404, 410] as const) {
    test(`INV14 an upload that has expired (${code}) begins anew, and leaves one file`, async () => {
      const { submissionId, jobId, digest } = await world.plantLarge(owner, 9 * MIB);
      world.google.fault(
        { method: "PUT", path: "/upload/", chunk: 2 },
        { status: 503, headers: { "retry-after": "600" } },
      );
      await world.deliver(jobId);
      world.google.expireSessions(code);
      await world.deliver(jobId, 2);
      await world.processed(submissionId);
      assert.deepEqual(
        world.filesOf(submissionId).map(({ sha256: found }) => found),
        [digest],
      );
    });
  }

  test("INV17 a copy that is not what was sent does not count, is removed, and is sent again", async () => {
    const { submissionId, jobId, uploadId, digest } = await world.plantLarge(owner, 9 * MIB);
    world.google.fault(
      { method: "PUT", path: "/upload/", chunk: 2 },
      { status: 503, headers: { "retry-after": "600" } },
    );
    await world.deliver(jobId);
    // Between two attempts, Drive finishes the file with other bytes.
    const [row] = await world.fileRowsOf(submissionId);
    const body = { size: String(9 * MIB), sha256Checksum: "0".repeat(64), trashed: false };
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 3 }, { status: 200, body, stored: "all" });
    world.google.fault({ method: "GET", path: `/drive/v3/files/${row?.file_id}` }, { status: 200, body });
    const second = await world.deliver(jobId, 2);
    assert.equal(second?.status, "pending");
    assert.match(String(second?.error_message), /not whole/);
    assert.deepEqual(world.filesOf(submissionId), []);
    assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 9, "our copy stays");
    await world.deliver(jobId, 3);
    await world.processed(submissionId);
    assert.deepEqual(
      world.filesOf(submissionId).map(({ sha256: found }) => found),
      [digest],
    );
  });
});
