// Delivered videos that follow their client to another drive.
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { faultyServer } from "../../support/doubles/faulty-server.ts";
import { MIB, submission } from "../../support/runtime/jobs.ts";
import { startMovingWorld, type MovingWorld } from "../../support/people/admin/video-moves.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { folderForm } from "../../support/people/owner/webdav-owner.ts";
import { SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";
import { until } from "../../support/runtime/worker.ts";

let world: MovingWorld;
before(async () => {
  world = await startMovingWorld();
});
after(() => world.close());

/** Connects a folder below a server's address. */
async function connect(owner: Owner, address: string): Promise<void> {
  const answer = await world.drive(owner, "POST", "/webdav", folderForm(`${address}videos`));
  assert.equal(answer.status, 200, await answer.clone().text());
}

const digests = (videos: { digest: string }[]) => videos.map(({ digest }) => digest).toSorted();

describe("moving", { skip: SERVERS.length === 0 && "no WebDAV servers here" }, () => {
  let server: WebDavServer;
  before(async () => {
    server = await webDavServer("rclone");
  });
  after(() => server.close());

  test("JOB10 INV17 videos follow to each drive that is chosen, are compared there, and then gone where they were", async () => {
    const { owner, videos } = await world.ownerWith([2000, 70_000, 9 * MIB]);
    const first = await world.state(owner);
    assert.deepEqual([first.elsewhere, first.moves], [0, null]);

    await connect(owner, server.address);
    assert.equal((await world.state(owner)).elsewhere, 3);
    assert.equal((await world.ask(owner)).status, 200);
    const [webdav] = await world.moved(owner, 3);
    assert.equal(webdav?.videos, 3);
    assert.deepEqual(Object.values(await server.files()).toSorted(), digests(videos));
    assert.deepEqual(await world.builtIn(owner), []);

    await world.connect(owner, world.google.accounts[0]);
    await world.ask(owner);
    assert.deepEqual(
      (await world.moved(owner, 3)).map(({ chosen, videos: held }) => [chosen, held]),
      [
        [true, 3],
        [false, 0],
      ],
    );
    assert.deepEqual(world.inGoogle(), digests(videos));
    assert.deepEqual(await server.files(), {});
    const last = videos.at(-1)?.submissionId ?? "";
    const part = await world.played(owner, last, "bytes=1048570-1048579");
    assert.equal(part.status, 206);
    assert.equal(await part.text(), "0000001048");

    assert.equal((await world.drive(owner, "POST", "/choice", { connection: null })).status, 200);
    await world.ask(owner);
    await world.moved(owner, 3);
    assert.deepEqual(world.inGoogle(), []);
    assert.equal((await world.builtIn(owner)).length, 3);
    assert.equal((await world.played(owner, last)).status, 200);
    assert.deepEqual(await world.sayso.rows("SELECT * FROM erasures"), [], "nothing is left to be removed");
  });

  test("INV11 asked for three times at once, each video moves once", async () => {
    const { owner, videos } = await world.ownerWith([3000, 4000]);
    await connect(owner, server.address);
    const answers = await Promise.all([world.ask(owner), world.ask(owner), world.ask(owner)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    await until("both are there", async () => Object.keys(await server.files()).length === 2);
    const jobs = await Promise.all(videos.map(({ submissionId }) => world.moveOf(submissionId)));
    await Promise.all(jobs.flatMap(({ id }) => [world.sayso.deliver(id), world.sayso.deliver(id)]));
    await until("none waits", async () => (await world.state(owner)).moves.waiting === 0);
    assert.deepEqual(Object.values(await server.files()).toSorted(), digests(videos));
    await until("none is left behind", async () => (await world.builtIn(owner)).length === 0);
    assert.deepEqual(
      (await world.state(owner)).connections.map(({ videos: held }: { videos: number }) => held),
      [2],
    );
  });

  test("INV17 two accounts that see one folder: a video that moves between them is not removed from it", async () => {
    const { owner, videos } = await world.ownerWith([8000]);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await connect(owner, server.address);
    await world.ask(owner);
    await world.moved(owner, 1);
    // Another way into the same folder.
    const proxy = await faultyServer(server.address);
    await connect(owner, proxy.address);
    await world.ask(owner);
    await world.moved(owner, 1);
    await world.sayso.schedule(new Date(Date.now() + 20 * 60_000));
    assert.ok(Object.values(await server.files()).includes(digest));
    assert.equal((await world.played(owner, submissionId)).status, 200);
    await proxy.close();
  });

  test("INV17 a video that somebody has changed in its drive stays where it is, and is said to", async () => {
    const { owner, videos } = await world.ownerWith([5000]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await connect(owner, server.address);
    await world.ask(owner);
    await world.moved(owner, 1);
    const path = String((await submission(world.sayso, submissionId))?.drive_path);
    const file = join(server.folder, "videos", path);
    const bytes = await readFile(file);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(file, bytes);

    await world.drive(owner, "POST", "/choice", { connection: null });
    await world.ask(owner);
    await until("it failed", async () => (await world.state(owner)).moves.failed === 1);
    const { elsewhere, moves } = await world.state(owner);
    assert.equal(elsewhere, 1);
    assert.match(moves.reason, /somebody has changed it\. It stays where it is\.$/);
    assert.deepEqual(await world.builtIn(owner), []);
    assert.ok((await readdir(join(server.folder, "videos", path.split("/")[0] ?? ""))).length > 0);
  });

  test("INV17 a changed video in one folder with two names is refused, and not removed", async () => {
    const { owner, videos } = await world.ownerWith([5500]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await connect(owner, server.address);
    await world.ask(owner);
    await world.moved(owner, 1);
    const file = join(
      server.folder,
      "videos",
      String((await submission(world.sayso, submissionId))?.drive_path),
    );
    await writeFile(file, Buffer.alloc(5500, 7));
    const proxy = await faultyServer(server.address);
    await connect(owner, proxy.address);
    await world.ask(owner);
    await until("it failed", async () => (await world.state(owner)).moves.failed === 1);
    assert.equal((await readFile(file)).length, 5500);
    await proxy.close();
  });
});
