// Delivered videos that follow their client to another drive.
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { startGoogleWorld, type GoogleWorld } from "../../support/google-owner.ts";
import type { Owner } from "../../support/owners.ts";
import { job, makeDue, MIB, submission } from "../../support/jobs.ts";
import { faultyServer } from "../../support/faulty-server.ts";
import { call } from "../../support/users.ts";
import { ACCOUNT, SERVERS, webDavServer, type WebDavServer } from "../../support/webdav-servers.ts";
import { until } from "../../support/worker.ts";

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

/** A business with delivered videos in the built-in folder; the last one is sent in several pieces. */
async function ownerWith(sizes: number[]) {
  const who = await world.owner("Blue Door Bakery");
  const videos: { submissionId: string; digest: string }[] = [];
  for (const size of sizes) {
    const { submissionId, jobId, digest } = await world.plantLarge(who, size);
    await world.deliver(jobId);
    await world.processed(submissionId);
    videos.push({ submissionId, digest });
  }
  return { who, videos };
}

const connectWebDav = async (who: Owner, server: WebDavServer): Promise<void> => {
  const wish = { address: `${server.address}videos`, account: ACCOUNT.name, secret: ACCOUNT.password };
  const answer = await world.drive(who, "POST", "/webdav", wish);
  assert.equal(answer.status, 200, await answer.clone().text());
};

const ask = (who: Owner) => world.drive(who, "POST", "/moves");

const moved = async (who: Owner, count: number) => {
  const arrived = async () => (await world.state(who)).moves?.waiting === 0;
  await until("all have moved", arrived);
  const { elsewhere, moves, connections } = await world.state(who);
  assert.deepEqual([elsewhere, moves], [0, { waiting: 0, moved: count, failed: 0, reason: null }]);
  return connections as { chosen: boolean; videos: number }[];
};

const moveOf = async (submissionId: string) =>
  until("its move is queued", () =>
    world.sayso.row(
      "SELECT * FROM job_queue WHERE subject_id = ? AND job_type = 'move-video' ORDER BY created_at DESC",
      submissionId,
    ),
  );

const digests = (videos: { digest: string }[]) => videos.map(({ digest }) => digest).toSorted();
const inGoogle = () =>
  world.google
    .files()
    .filter(({ folder }) => !folder)
    .map(({ sha256 }) => sha256)
    .toSorted();
const builtIn = ({ client }: Owner) => world.sayso.keys(`drive/${client.id}/`);

/** What a fault of Google's leaves of a move's next attempt. */
async function attempt(submissionId: string) {
  const { id } = await moveOf(submissionId);
  await until("no attempt runs", async () => (await job(world.sayso, id))?.status !== "running");
  await makeDue(world.sayso, id);
  await world.sayso.deliver(id, 2);
  return job(world.sayso, id);
}

describe("moving", { skip: SERVERS.length === 0 && "no WebDAV servers here" }, () => {
  let server: WebDavServer;
  before(async () => {
    server = await webDavServer("rclone");
  });
  after(() => server.close());

  test("JOB10 INV17 videos follow to each drive that is chosen, are compared there, and then gone where they were", async () => {
    const { who, videos } = await ownerWith([2000, 70_000, 9 * MIB]);
    const first = await world.state(who);
    assert.deepEqual([first.elsewhere, first.moves], [0, null]);

    await connectWebDav(who, server);
    assert.equal((await world.state(who)).elsewhere, 3);
    assert.equal((await ask(who)).status, 200);
    const [webdav] = await moved(who, 3);
    assert.equal(webdav?.videos, 3);
    assert.deepEqual(Object.values(await server.files()).toSorted(), digests(videos));
    assert.deepEqual(await builtIn(who), []);

    await world.connect(who, world.google.accounts[0]);
    await ask(who);
    assert.deepEqual(
      (await moved(who, 3)).map(({ chosen, videos: held }) => [chosen, held]),
      [
        [true, 3],
        [false, 0],
      ],
    );
    assert.deepEqual(inGoogle(), digests(videos));
    assert.deepEqual(await server.files(), {});
    const last = videos.at(-1)?.submissionId ?? "";
    const part = await world.played(who, last, "bytes=1048570-1048579");
    assert.equal(part.status, 206);
    assert.equal(await part.text(), "0000001048");

    assert.equal((await world.drive(who, "POST", "/choice", { connection: null })).status, 200);
    await ask(who);
    await moved(who, 3);
    assert.deepEqual(inGoogle(), []);
    assert.equal((await builtIn(who)).length, 3);
    assert.equal((await world.played(who, last)).status, 200);
    assert.deepEqual(await world.sayso.rows("SELECT * FROM erasures"), [], "nothing is left to be removed");
  });

  test("INV11 asked for three times at once, each video moves once", async () => {
    const { who, videos } = await ownerWith([3000, 4000]);
    await connectWebDav(who, server);
    const answers = await Promise.all([ask(who), ask(who), ask(who)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    await until("both are there", async () => Object.keys(await server.files()).length === 2);
    const jobs = await Promise.all(videos.map(({ submissionId }) => moveOf(submissionId)));
    await Promise.all(jobs.flatMap(({ id }) => [world.sayso.deliver(id), world.sayso.deliver(id)]));
    await until("none waits", async () => (await world.state(who)).moves.waiting === 0);
    assert.deepEqual(Object.values(await server.files()).toSorted(), digests(videos));
    await until("none is left behind", async () => (await builtIn(who)).length === 0);
    assert.deepEqual(
      (await world.state(who)).connections.map(({ videos: held }: { videos: number }) => held),
      [2],
    );
  });

  test("INV17 two accounts that see one folder: a video that moves between them is not removed from it", async () => {
    const { who, videos } = await ownerWith([8000]);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await connectWebDav(who, server);
    await ask(who);
    await moved(who, 1);
    // Another way into the same folder.
    const proxy = await faultyServer(server.address);
    const wish = { address: `${proxy.address}videos`, account: ACCOUNT.name, secret: ACCOUNT.password };
    assert.equal((await world.drive(who, "POST", "/webdav", wish)).status, 200);
    await ask(who);
    await moved(who, 1);
    await world.sayso.schedule(new Date(Date.now() + 20 * 60_000));
    assert.ok(Object.values(await server.files()).includes(digest));
    assert.equal((await world.played(who, submissionId)).status, 200);
    await proxy.close();
  });

  test("INV17 a video that somebody has changed in its drive stays where it is, and is said to", async () => {
    const { who, videos } = await ownerWith([5000]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await connectWebDav(who, server);
    await ask(who);
    await moved(who, 1);
    const path = String((await submission(world.sayso, submissionId))?.drive_path);
    const file = join(server.folder, "videos", path);
    const bytes = await readFile(file);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(file, bytes);

    await world.drive(who, "POST", "/choice", { connection: null });
    await ask(who);
    await until("it failed", async () => (await world.state(who)).moves.failed === 1);
    const { elsewhere, moves } = await world.state(who);
    assert.equal(elsewhere, 1);
    assert.match(moves.reason, /somebody has changed it\. It stays where it is\.$/);
    assert.deepEqual(await builtIn(who), []);
    assert.ok((await readdir(join(server.folder, "videos", path.split("/")[0] ?? ""))).length > 0);
  });
});

describe("a move in trouble", () => {
  test("INV12 killed while its last piece is on the way: it is there once, and the old copy goes", async () => {
    const { who, videos } = await ownerWith([9 * MIB]);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await world.connect(who, world.google.accounts[0]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 2 }, { hold: promise });
    await ask(who);
    await until("its last piece is on the way", () => Promise.resolve(world.puts().length >= 2));
    await world.sayso.killRuntime();
    resolve(undefined);
    assert.equal((await submission(world.sayso, submissionId))?.drive, "built-in");
    await attempt(submissionId);
    await moved(who, 1);
    assert.deepEqual(inGoogle(), [digest]);
    assert.deepEqual(await builtIn(who), []);
    assert.equal((await world.played(who, submissionId)).status, 200);
  });

  test("INV17 a drive that fails for a while: the video stays where it was until it has arrived", async () => {
    const { who, videos } = await ownerWith([6000]);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await world.connect(who, world.google.accounts[0]);
    world.google.fault(
      { method: "POST", path: "/upload/" },
      { status: 503, headers: { "retry-after": "600" } },
    );
    await ask(who);
    const { id } = await moveOf(submissionId);
    const waiting = await until("it waits", async () => {
      const row = await job(world.sayso, id);
      return row?.status === "pending" && row.error_message ? row : undefined;
    });
    assert.match(String(waiting.error_message), /Google Drive/);
    assert.equal((await builtIn(who)).length, 1);
    // Asked again, it goes at once.
    await ask(who);
    await moved(who, 1);
    assert.ok(inGoogle().includes(digest));

    // And the other way: it cannot be read for a while.
    await world.drive(who, "POST", "/choice", { connection: null });
    world.google.fault({ method: "GET", path: "/drive/v3/files/" }, { status: 503 }, 9);
    await ask(who);
    const back = await moveOf(submissionId);
    await until("it waits", async () =>
      /does not answer/.test(String((await job(world.sayso, back.id))?.error_message)),
    );
    world.google.mend();
    await ask(who);
    await moved(who, 1);
    assert.equal((await builtIn(who)).length, 1);
  });

  test("INV51 a video that is erased on its way leaves nothing in either drive", async () => {
    const { who, videos } = await ownerWith([9 * MIB]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await world.connect(who, world.google.accounts[0]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const earlier = inGoogle().length;
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 2 }, { hold: promise });
    const sent = world.puts().length;
    await ask(who);
    await until("its last piece is on the way", () => Promise.resolve(world.puts().length >= sent + 2));
    const erased = await call(
      world.sayso,
      "DELETE",
      `/api/client/${who.client.id}/submissions/${submissionId}`,
      { cookie: who.cookie },
    );
    assert.deepEqual(await erased.json(), { erased: 1, left: 0 });
    resolve(undefined);
    await until("it is gone there, too", async () => {
      const row = await world.sayso.row(
        "SELECT count(*) AS n FROM google_files WHERE path LIKE ?",
        `%${submissionId.slice(0, 8)}%`,
      );
      return row?.n === 0 && inGoogle().length === earlier;
    });
    assert.deepEqual(await builtIn(who), []);
  });

  test("INV17 a video waits while its earlier copy in the chosen drive may still be being removed", async () => {
    const { who, videos } = await ownerWith([7000]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await world.connect(who, world.google.accounts[0]);
    const { connections } = await world.state(who);
    await world.sayso.change(
      `INSERT INTO erasures (id, client_id, submission_id, customer_hash, erased_by, erased_at, drive_path, drive,
                             drive_connection_id, sweep_after)
       VALUES ('held', ?, ?, '', 'schedule', 0, ?, 'google-drive', ?, ?)`,
      who.client.id,
      submissionId,
      String((await submission(world.sayso, submissionId))?.drive_path),
      connections[0].id,
      Date.now() + 60_000,
    );
    await ask(who);
    const { id } = await moveOf(submissionId);
    await until("it waits", async () =>
      /still being removed/.test(String((await job(world.sayso, id))?.error_message)),
    );
    await world.sayso.change("UPDATE erasures SET sweep_after = 0 WHERE id = 'held'");
    await ask(who);
    await moved(who, 1);
  });

  test("JOB10 a drive of before is chosen again without its password, once a test file has arrived there", async () => {
    const who = await world.owner("Second Thoughts");
    await world.connect(who, world.google.accounts[0]);
    const [{ id }] = (await world.state(who)).connections;
    assert.equal((await world.drive(who, "POST", "/choice", { connection: null })).status, 200);
    assert.equal((await world.state(who)).provider, "built-in");
    world.google.fault({ method: "POST", path: "/upload/" }, { refuse: "storageQuotaExceeded" });
    const refused = await world.drive(who, "POST", "/choice", { connection: id });
    assert.equal(refused.status, 400);
    assert.equal((await refused.json()).code, "drive_refused");
    assert.equal((await world.state(who)).provider, "built-in");
    assert.equal((await world.drive(who, "POST", "/choice", { connection: id })).status, 200);
    assert.equal((await world.state(who)).provider, "google-drive");
    const other = await world.owner("Somebody Else");
    assert.equal((await world.drive(other, "POST", "/choice", { connection: id })).status, 404);
  });
});
