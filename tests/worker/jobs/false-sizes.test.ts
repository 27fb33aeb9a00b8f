// Drives that report wrong sizes: no video is lost, no partial file counts, and the error names the problem.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { faultyServer, type Fault } from "../../support/doubles/faulty-server.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import { MIB, submission } from "../../support/runtime/jobs.ts";
import { folderForm } from "../../support/people/owner/webdav-owner.ts";
import { SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";

const DAY = 86_400_000;

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("a WebDAV server", { skip: SERVERS.length === 0 }, () => {
  let server: WebDavServer;
  let proxy: Awaited<ReturnType<typeof faultyServer>>;
  let owner: Owner;
  before(async () => {
    server = await webDavServer("Apache");
    proxy = await faultyServer(server.address);
    owner = await world.owner("False sizes");
    const answer = await world.drive(owner, "POST", "/webdav", folderForm(`${proxy.address}false`));
    assert.equal(answer.status, 200, await answer.clone().text());
  });
  after(async () => {
    await proxy.close();
    await server.close();
  });

  const held = async (id: string) =>
    Object.entries(await server.files()).filter(([file]) => file.includes(id.slice(0, 8)));

  for (const [name, length] of [
    ["more", 1],
    ["fewer", -1],
    ["far more", 60 * MIB],
  ] as const) {
    test(`INV17 INV13 says that a copy has ${name} bytes than it has: it does not count until that is over`, async () => {
      const { submissionId, jobId, uploadId, digest } = await world.plantLarge(owner, 2 * MIB);
      const falseSize: Fault = { length };
      // The first look finds nothing; the fault applies to the second.
      proxy.fail("GET", { status: 404 }, { path: /\.webm$/ });
      proxy.fail("GET", falseSize, { path: /\.webm$/ });
      const first = await world.deliver(jobId);
      assert.equal(first?.status, "pending");
      assert.match(
        String(first?.error_message),
        /^The copy in the drive is not whole\.$|^We cannot reach your drive\. /,
      );
      assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 2, "nothing is lost");
      const [{ fault }] = (await world.state(owner)).connections;
      assert.equal(fault, first?.error_message, "the owner sees it");
      proxy.clearFaults();
      assert.equal((await world.deliver(jobId, 2))?.status, "done");
      const files = await held(submissionId);
      assert.deepEqual(
        files.map(([, found]) => found),
        [digest],
      );
    });
  }

  test("INV15 INV17 tells of its room with a false length, or with numbers that cannot be: it still takes videos", async () => {
    const room = (used: string, left: string) => ({
      status: 207,
      body: `<multistatus xmlns="DAV:"><quota-used-bytes>${used}</quota-used-bytes><quota-available-bytes>${left}</quota-available-bytes></multistatus>`,
    });
    const answers: Fault[] = [
      { length: 40 },
      { length: -40 },
      room("5", "9223372036854775807"),
      room("18446744073709551615", "18446744073709551615"),
      room("-1", "99999999999999999999999999"),
    ];
    for (const [index, answer] of answers.entries()) {
      proxy.fail("PROPFIND", answer);
      await world.sayso.schedule(new Date(Date.now() + (index + 1) * 1.1 * DAY), "*/5 * * * *");
      const run = await world.sayso.row("SELECT ok, result FROM schedule_runs WHERE name = 'check-drives'");
      assert.deepEqual([run?.ok, run?.result], [1, "drives checked: 1"], JSON.stringify(answer));
      proxy.clearFaults();
    }
    const mails = "SELECT id FROM emails WHERE recipient = ? AND template LIKE 'drive_%'";
    assert.deepEqual(await world.sayso.rows(mails, owner.client.email), []);
    const { submissionId, jobId } = await world.plantLarge(owner, MIB);
    await world.deliver(jobId);
    await world.processed(submissionId);
    const [{ id }] = (await world.state(owner)).connections;
    await world.drive(owner, "DELETE", `/${id}`);
  });
});

describe("Google Drive", () => {
  const about = (sha256Checksum: string) => ({
    status: 200,
    body: { id: "whatever", size: "1", sha256Checksum, trashed: false, explicitlyTrashed: false },
  });

  test("INV17 says a false size with the last piece: it is asked again, and the file is not sent twice", async () => {
    const { owner } = await world.connectedOwner("False last answer");
    const { submissionId, jobId, digest } = await world.plantLarge(owner, 2 * MIB);
    world.google.fault({ method: "PUT", path: "/upload/" }, { ...about(digest), stored: "all" });
    world.google.requests.splice(0);
    assert.equal((await world.deliver(jobId))?.status, "done");
    assert.equal((await submission(world.sayso, submissionId))?.sha256, digest);
    assert.equal(world.puts().length, 1);
    assert.equal(world.filesOf(submissionId).length, 1);
  });

  test("INV17 INV13 says a false size whenever it is asked: it does not count until that is over, and there is one file", async () => {
    const { owner } = await world.connectedOwner("False size");
    const { submissionId, jobId, uploadId, digest } = await world.plantLarge(owner, 2 * MIB);
    world.google.fault({ method: "PUT", path: "/upload/" }, { ...about(digest), stored: "all" });
    world.google.fault({ method: "GET", path: /^\/drive\/v3\/files\/(?!generateIds)[^/]+$/ }, about(digest));
    const first = await world.deliver(jobId);
    assert.deepEqual(
      [first?.status, first?.error_message],
      ["pending", "The copy in Google Drive is not whole."],
    );
    assert.equal((await world.sayso.keys(`uploads/${uploadId}/`)).length, 2, "nothing is lost");
    world.google.clearFaults();
    assert.equal((await world.deliver(jobId, 2))?.status, "done");
    const [file, ...more] = world.filesOf(submissionId);
    assert.deepEqual([file?.sha256, file?.size, more.length], [digest, 2 * MIB, 0]);
  });
});
