// Verification that a copy on a WebDAV server is complete: on a slow server, and on one that computes checksums.
import assert from "node:assert/strict";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { faultyServer } from "../../support/doubles/faulty-server.ts";
import { attempts, crashed, job, makeDue, MIB, plantLarge, submission } from "../../support/runtime/jobs.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { thorough } from "../../support/runtime/thorough.ts";
import { startWebDavWorld, type WebDavWorld } from "../../support/people/owner/webdav-owner.ts";
import { HELD_CLOCK, heldClock } from "../../support/doubles/workers/held-clock.ts";
import { SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";
import { until } from "../../support/runtime/worker.ts";

const MINUTE = 60_000;
/** How often a lease is renewed. */
const RENEWAL_MS = 20_000;

describe("a copy on a WebDAV server", { skip: SERVERS.length === 0 }, () => {
  let world: WebDavWorld;
  let server: WebDavServer;
  let proxy: Awaited<ReturnType<typeof faultyServer>>;
  before(async () => {
    world = await startWebDavWorld(HELD_CLOCK);
    server = await webDavServer("Apache");
    proxy = await faultyServer(server.address);
  });
  const clock = heldClock(() => world.sayso);
  after(async () => {
    await proxy.close();
    await server.close();
    await world.close();
  });
  afterEach(() => proxy.clearFaults());

  const methods = () => proxy.seen.map((line) => line.split(" ")[0]);

  /** A business with this folder, and a video on its way. */
  const planted = async (folder: string, bytes: number) => {
    const owner: Owner = await world.owner();
    await world.connect(owner, `${proxy.address}${folder}`);
    const video = await plantLarge(world.sayso, owner.client, bytes);
    proxy.seen.splice(0);
    return video;
  };

  describe("in Nextcloud, which counts its files", () => {
    const FOLDER = "remote.php/dav/files/ann/Videos";
    const counted = (digest: string) => ({
      status: 204,
      headers: { "oc-checksum": `SHA256:${digest.toUpperCase()}` },
    });
    /** The lookup that precedes the upload finds nothing. */
    const look = () => proxy.fail("PATCH", { status: 404 });

    test("INV17 is compared by the SHA-256 that it counts, and not read back", async () => {
      const { submissionId, jobId, digest } = await planted(FOLDER, 2 * MIB);
      look();
      proxy.fail("PATCH", counted(digest));
      assert.equal((await world.deliver(jobId))?.status, "done");
      assert.equal((await submission(world.sayso, submissionId))?.sha256, digest);
      assert.deepEqual(
        methods().filter((method) => method !== "MKCOL"),
        ["PATCH", "GET", "PUT", "PATCH"],
      );
    });

    test("INV17 does not count where its SHA-256 is another, and until the next attempt our copy stays", async () => {
      const { jobId, uploadId, digest } = await planted(FOLDER, 2 * MIB);
      look();
      proxy.fail("PATCH", counted("0".repeat(64)));
      const first = await world.deliver(jobId);
      assert.deepEqual(
        [first?.status, first?.error_message],
        ["pending", "The copy in the drive is not whole."],
      );
      assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 2);
      proxy.fail("PATCH", counted(digest));
      assert.equal((await world.deliver(jobId, 2))?.status, "done");
    });

    for (const [name, answer] of [
      ["counts nothing, as before its version 24", { status: 501 }],
      [
        "only repeats a checksum of another kind",
        { status: 204, headers: { "oc-checksum": "SHA1:3ee962b8" } },
      ],
    ] as const)
      test(`INV17 is read back where the server ${name}`, async () => {
        const { submissionId, jobId, digest } = await planted(FOLDER, 2 * MIB);
        proxy.fail("PATCH", answer, { times: 2 });
        assert.equal((await world.deliver(jobId))?.status, "done");
        assert.equal((await submission(world.sayso, submissionId))?.sha256, digest);
        assert.equal(methods().filter((method) => method === "GET").length, 2);
      });
  });

  test("INV17 that is shorter than it should be is not read, but written again", async () => {
    const { sayso } = world;
    const { submissionId, jobId, uploadId, digest, size } = await planted("short", MIB);
    const [chunk] = await sayso.keys(`uploads/${uploadId}/`);
    const bytes = await (await sayso.media.get(chunk)).bytes();
    await world.deliver(jobId);
    await world.processed(submissionId);
    // The state after an attempt was killed while it wrote the final file.
    const path = `short/${(await submission(sayso, submissionId))?.drive_path}`;
    await truncate(join(server.folder, path), size - 1);
    await sayso.media.put(chunk, bytes);
    await sayso.change("UPDATE submissions SET status = 'awaiting_drive_upload' WHERE id = ?", submissionId);
    await crashed(sayso, jobId);
    // Downloads hang from here on, so success shows that the copy was not read back.
    proxy.fail("GET", { stop: 1 });
    await sayso.deliver(jobId, 2);
    assert.equal((await submission(sayso, submissionId))?.status, "processed");
    assert.equal((await server.files())[path], digest);
  });

  test("INV11 is waited for under a lease that is renewed, so that no other runner begins", async () => {
    const { submissionId, jobId } = await planted("renewed", MIB);
    const release = proxy.hold("GET");
    await makeDue(world.sayso, jobId);
    const delivery = world.sayso.deliver(jobId);
    await until("it looks for the file", async () => proxy.seen.some((line) => line.startsWith("GET")));
    // As if the attempt had begun four minutes ago.
    await world.sayso.change("UPDATE job_queue SET due_at = ? WHERE id = ?", Date.now() + MINUTE, jobId);
    await clock.skip(RENEWAL_MS);
    await until(
      "the lease is renewed",
      async () => (await job(world.sayso, jobId))?.due_at > Date.now() + 4 * MINUTE,
    );
    await world.sayso.deliver(jobId);
    release();
    await delivery;
    await world.processed(submissionId);
    assert.equal((await attempts(world.sayso, submissionId)).length, 1);
    assert.equal(methods().filter((method) => method === "PUT").length, 1);
  });

  test(
    "INV13 that takes longer to be read back than a lease lasts arrives with its first attempt",
    { skip: !thorough },
    async () => {
      const { submissionId, jobId, digest, size } = await planted("slow", 60 * MIB);
      // Slows the lookup of the file and the download that verifies it.
      proxy.fail("GET", { slow: size / ((5.5 * MINUTE) / 1000) }, { path: /\.webm$/, times: 2 });
      const started = Date.now();
      assert.equal((await world.deliver(jobId))?.status, "done");
      assert.ok(Date.now() - started > 5 * MINUTE, "longer than a lease");
      assert.equal((await submission(world.sayso, submissionId))?.sha256, digest);
    },
  );

  test("INV13 at a kilobyte a second arrives with its first attempt", { skip: !thorough }, async () => {
    const { submissionId, jobId, digest } = await planted("crawling", 104_000);
    proxy.fail("PUT", { slow: 1000 });
    proxy.fail("GET", { slow: 1000 }, { path: /\.webm$/, times: 2 });
    assert.equal((await world.deliver(jobId))?.status, "done");
    assert.equal((await submission(world.sayso, submissionId))?.sha256, digest);
    assert.equal(methods().filter((method) => method === "PUT").length, 1);
  });
});
