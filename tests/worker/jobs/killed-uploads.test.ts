// The Worker's runtime is killed with SIGKILL while a large video is on its way into a business's drive.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { faultyServer, type Fault } from "../../support/doubles/faulty-server.ts";
import type { Fault as GoogleFault } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import { MIB, plantLarge } from "../../support/runtime/jobs.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { cases, thorough } from "../../support/runtime/thorough.ts";
import { startWebDavWorld, type WebDavWorld } from "../../support/people/owner/webdav-owner.ts";
import { SERVERS, webDavServer, type ServerName } from "../../support/doubles/webdav-servers.ts";
import { until, type Sayso } from "../../support/runtime/worker.ts";

/** Runs a job's attempt, and kills the runtime once `moment` holds. */
async function killDuring(sayso: Sayso, jobId: string, moment: () => Promise<boolean>): Promise<void> {
  sayso.deliver(jobId).catch(() => {});
  await until("the moment of the kill", moment);
  await sayso.killRuntime();
}

describe("a kill while a video goes to Google Drive", () => {
  const PIECE = 8 * MIB;
  const SIZE = 20 * MIB + 7;
  let world: GoogleWorld;
  let owner: Owner;
  before(async () => {
    world = await startGoogleWorld();
    ({ owner } = await world.connectedOwner("Blue Door Bakery"));
  });
  after(() => world.close());

  const MOMENTS: { when: string; piece: number; stop?: number }[] = [
    { when: "while the second piece is on its way", piece: 2, stop: 3 * MIB },
    { when: "after the last piece, before its answer", piece: 3 },
    { when: "while the first piece is on its way", piece: 1, stop: 3 * MIB },
    { when: "between the first piece and the second", piece: 2, stop: 0 },
    { when: "after the second piece, before its answer", piece: 2 },
  ];
  for (const { when, piece, stop } of cases(2, MOMENTS)) {
    test(`INV12 INV13 killed ${when}, the next attempt goes on where Drive is`, async (t) => {
      const { submissionId, jobId, digest } = await plantLarge(world.sayso, owner.client, SIZE);
      const { google } = world;
      google.requests.splice(0);
      const { promise: killed, resolve: release } = Promise.withResolvers<void>();
      const fault: GoogleFault = stop === undefined ? { hold: killed } : { stop, until: killed };
      google.fault({ method: "PUT", path: "/upload/", chunk: piece }, fault);
      const from = (piece - 1) * PIECE;
      const awaited = stop ?? Math.min(PIECE, SIZE - from);
      await killDuring(world.sayso, jobId, async () =>
        world
          .puts()
          .some(({ contentRange, bytes }) => contentRange?.startsWith(`bytes ${from}-`) && bytes >= awaited),
      );
      release();
      const sent = world.puts().length;

      const second = await world.deliver(jobId, 2);
      assert.equal(second?.status, "done", String(second?.error_message));
      assert.deepEqual(
        world.filesOf(submissionId).map(({ sha256 }) => sha256),
        [digest],
      );
      assert.equal(world.puts()[sent]?.contentRange, `bytes */${SIZE}`, "Drive is asked first");
      const begun = google.requests.filter(
        ({ method, path }) => method === "POST" && path.startsWith("/upload"),
      );
      assert.equal(begun.length, 1, "one upload");
      const received = world.puts().reduce((sum, { bytes }) => sum + bytes, 0);
      t.diagnostic(`${received - SIZE} bytes came twice`);
      assert.ok(received >= SIZE && received < SIZE + MIB, `${received} bytes for ${SIZE}`);
    });
  }
});

describe("a kill while a video goes to a WebDAV server", () => {
  const SIZE = 9 * MIB + 7;
  let world: WebDavWorld;
  before(async () => {
    world = await startWebDavWorld();
  });
  after(() => world.close());

  const MOMENTS: { when: string; method: string; fault: Fault }[] = [
    { when: "as the file's first bytes arrive", method: "PUT", fault: { stop: 1 } },
    { when: "in the middle of the file", method: "PUT", fault: { stop: 5 * MIB } },
    { when: "after the file, before its answer", method: "PUT", fault: "unanswered" },
    { when: "while it is moved to its name", method: "MOVE", fault: "unanswered" },
    { when: "while the file is read back", method: "GET", fault: { stop: 5 * MIB } },
  ];
  const servers: readonly ServerName[] = thorough ? SERVERS : ["Apache"];
  for (const name of servers)
    for (const { when, method, fault } of MOMENTS)
      test(`INV12 INV13 killed ${when}, ${name} ends with that file and nothing beside it`, async (t) => {
        const server = await webDavServer(name);
        t.after(() => server.close());
        const proxy = await faultyServer(server.address);
        t.after(() => proxy.close());
        const owner = await world.owner();
        await world.connect(owner, `${proxy.address}videos`);
        const { submissionId, jobId, digest } = await plantLarge(world.sayso, owner.client, SIZE);
        // First comes a lookup of the file, which finds none.
        proxy.fail(method, fault, { path: /\.webm/, times: method === "GET" ? 2 : 1 });
        await killDuring(world.sayso, jobId, async () => proxy.stopped() === 1);
        await proxy.resume();

        const second = await world.deliver(jobId, 2);
        assert.equal(second?.status, "done", String(second?.error_message));
        const row = await world.sayso.row("SELECT drive_path FROM submissions WHERE id = ?", submissionId);
        assert.deepEqual(await server.files(), { [`videos/${row?.drive_path}`]: digest });
      });
});
