// Moves of delivered videos that are killed, refused, overtaken by an erasure, or by their owner.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { job, MIB, submission } from "../../support/runtime/jobs.ts";
import { startMovingWorld, type MovingWorld } from "../../support/people/admin/video-moves.ts";
import { call } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";

let world: MovingWorld;
before(async () => {
  world = await startMovingWorld();
});
after(() => world.close());

describe("a move in trouble", () => {
  test("INV12 killed while its last piece is on the way: it is there once, and the old copy goes", async () => {
    const { owner, videos } = await world.ownerWith([9 * MIB]);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await world.connect(owner, world.google.accounts[0]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 2 }, { hold: promise });
    await world.ask(owner);
    await until("its last piece is on the way", () => Promise.resolve(world.puts().length >= 2));
    await world.sayso.killRuntime();
    resolve(undefined);
    assert.equal((await submission(world.sayso, submissionId))?.drive, "built-in");
    // Its lease has expired.
    await world.deliver((await world.moveOf(submissionId)).id, 2);
    await world.moved(owner, 1);
    assert.deepEqual(world.inGoogle(), [digest]);
    assert.deepEqual(await world.builtIn(owner), []);
    assert.equal((await world.played(owner, submissionId)).status, 200);
  });

  test("INV17 a drive that fails for a while: the video stays where it was until it has arrived", async () => {
    const { owner, videos } = await world.ownerWith([6000]);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await world.connect(owner, world.google.accounts[0]);
    world.google.fault(
      { method: "POST", path: "/upload/" },
      { status: 503, headers: { "retry-after": "600" } },
    );
    await world.ask(owner);
    const { id } = await world.moveOf(submissionId);
    const waiting = await until("it waits", async () => {
      const row = await job(world.sayso, id);
      return row?.status === "pending" && row.error_message ? row : undefined;
    });
    assert.match(String(waiting.error_message), /Google Drive/);
    assert.equal((await world.builtIn(owner)).length, 1);
    // A repeated request starts it at once.
    await world.ask(owner);
    await world.moved(owner, 1);
    assert.ok(world.inGoogle().includes(digest));

    // And the other way: the source is unreadable for a while.
    await world.drive(owner, "POST", "/choice", { connection: null });
    world.google.fault({ method: "GET", path: "/drive/v3/files/" }, { status: 503 }, 9);
    await world.ask(owner);
    const back = await world.moveOf(submissionId);
    await until("it waits", async () =>
      /does not answer/.test(String((await job(world.sayso, back.id))?.error_message)),
    );
    world.google.clearFaults();
    await world.ask(owner);
    await world.moved(owner, 1);
    assert.equal((await world.builtIn(owner)).length, 1);
  });

  test("INV51 a video that is erased on its way leaves nothing in either drive", async () => {
    const { owner, videos } = await world.ownerWith([9 * MIB]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    const earlier = world.inGoogle().length;
    const release = await world.holdMove(owner);
    const erased = await call(
      world.sayso,
      "DELETE",
      `/api/client/${owner.client.id}/submissions/${submissionId}`,
      { cookie: owner.cookie },
    );
    assert.deepEqual(await erased.json(), { erased: 1, left: 0, returned: 0 });
    release();
    await until("it is gone there, too", async () => {
      const row = await world.sayso.row(
        "SELECT count(*) AS n FROM google_files WHERE path LIKE ?",
        `%${submissionId.slice(0, 8)}%`,
      );
      return row?.n === 0 && world.inGoogle().length === earlier;
    });
    assert.deepEqual(await world.builtIn(owner), []);
  });

  test("INV17 a video waits while its earlier copy in the chosen drive may still be being removed", async () => {
    const { owner, videos } = await world.ownerWith([7000]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await world.connect(owner, world.google.accounts[0]);
    const { connections } = await world.state(owner);
    await world.sayso.change(
      `INSERT INTO erasures (id, client_id, submission_id, customer_hash, erased_by, erased_at, drive_path, drive,
                             drive_connection_id, sweep_after)
       VALUES ('held', ?, ?, '', 'schedule', 0, ?, 'google-drive', ?, ?)`,
      owner.client.id,
      submissionId,
      String((await submission(world.sayso, submissionId))?.drive_path),
      connections[0].id,
      Date.now() + 60_000,
    );
    await world.ask(owner);
    const { id } = await world.moveOf(submissionId);
    await until("it waits", async () =>
      /still being removed/.test(String((await job(world.sayso, id))?.error_message)),
    );
    await world.sayso.change("UPDATE erasures SET sweep_after = 0 WHERE id = 'held'");
    await world.ask(owner);
    await world.moved(owner, 1);
  });

  test("JOB10 a drive of before is chosen again without its password, once a test file has arrived there", async () => {
    const owner = await world.owner("Second Thoughts");
    await world.connect(owner, world.google.accounts[0]);
    const [{ id }] = (await world.state(owner)).connections;
    assert.equal((await world.drive(owner, "POST", "/choice", { connection: null })).status, 200);
    assert.equal((await world.state(owner)).provider, "built-in");
    world.google.fault({ method: "POST", path: "/upload/" }, { refuse: "storageQuotaExceeded" });
    const refused = await world.drive(owner, "POST", "/choice", { connection: id });
    assert.equal(refused.status, 400);
    assert.equal((await refused.json()).code, "drive_refused");
    assert.equal((await world.state(owner)).provider, "built-in");
    assert.equal((await world.drive(owner, "POST", "/choice", { connection: id })).status, 200);
    assert.equal((await world.state(owner)).provider, "google-drive");
    const other = await world.owner("Somebody Else");
    assert.equal((await world.drive(other, "POST", "/choice", { connection: id })).status, 404);
  });

  test("INV51 a drive that is left while a video is on its way there does not keep it for good", async () => {
    const { owner, videos } = await world.ownerWith([9 * MIB]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    await world.connect(owner, world.google.accounts[0]);
    const [{ id } = { id: "" }] = (await world.state(owner)).connections;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const [earlier, sent] = [world.inGoogle().length, world.puts().length];
    world.google.fault({ method: "PUT", path: "/upload/", chunk: 2 }, { hold: promise });
    await world.ask(owner);
    await until("its last piece is on the way", () => Promise.resolve(world.puts().length >= sent + 2));
    assert.equal((await world.drive(owner, "DELETE", `/${id}`)).status, 200);
    resolve(undefined);
    await until(
      "the attempt is over",
      async () => (await job(world.sayso, (await world.moveOf(submissionId)).id))?.lease === null,
    );
    assert.equal(world.inGoogle().length, earlier + 1);
    await world.attempt(submissionId);
    assert.equal((await world.played(owner, submissionId)).status, 200);
    await world.connect(owner, world.google.accounts[0]);
    await world.sayso.schedule(new Date(Date.now() + 20 * 60_000));
    assert.equal(world.inGoogle().length, earlier);
    assert.equal((await world.played(owner, submissionId)).status, 200);
  });
});
