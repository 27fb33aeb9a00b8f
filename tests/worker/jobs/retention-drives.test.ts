// Videos that were kept for their time in drives of businesses' own, and on their way between two drives.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { MIB } from "../../support/runtime/jobs.ts";
import { retentionOf } from "../../support/people/admin/retention.ts";
import { startMovingWorld, type MovingWorld } from "../../support/people/admin/video-moves.ts";
import { call } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";

let world: MovingWorld;
before(async () => {
  world = await startMovingWorld();
});
after(() => world.close());

const { runAt, stored } = retentionOf(() => world.sayso);

/** Its six months are over on 23 November 2025, and its business has heard of it. */
const grownOld = (submissionId: string) =>
  world.sayso.change(
    "UPDATE submissions SET delivered_at = ?, deletion_told_at = ? WHERE id = ?",
    Date.parse("2025-05-23T10:00:00Z"),
    Date.parse("2025-11-16T00:00:00Z"),
    submissionId,
  );

describe("RET01 videos in drives of businesses' own", () => {
  test("RET01 one goes from Google Drive, too; the one that is younger stays", async () => {
    const { owner, videos } = await world.ownerWith([3000, 4000]);
    await world.connect(owner, world.google.accounts[0]);
    await world.ask(owner);
    await world.moved(owner, 2);
    const [old, young] = videos;
    await grownOld(old?.submissionId ?? "");
    await runAt("2025-11-23T00:00:00Z");
    await runAt("2025-11-23T00:15:00Z");
    assert.deepEqual(world.inGoogle(), [young?.digest]);
    const { connections } = await world.state(owner);
    assert.deepEqual(
      connections.map(({ videos: held }: { videos: number }) => held),
      [1],
    );
    assert.equal((await world.played(owner, young?.submissionId ?? "")).status, 200);
    assert.equal((await world.played(owner, old?.submissionId ?? "")).status, 404);
  });

  test("RET01 a drive that does not answer is asked again, until the video is gone there", async () => {
    const { owner, videos } = await world.ownerWith([5000]);
    await world.connect(owner, world.google.accounts[0]);
    await world.ask(owner);
    await world.moved(owner, 1);
    const [{ submissionId, digest } = { submissionId: "", digest: "" }] = videos;
    await grownOld(submissionId);
    await runAt("2025-11-23T00:00:00Z");
    world.google.fault({ method: "DELETE", path: "/files/" }, { refuse: "backendError" });
    await runAt("2025-11-23T00:15:00Z");
    assert.ok(world.inGoogle().includes(digest));
    await runAt("2025-11-23T01:30:00Z");
    assert.ok(!world.inGoogle().includes(digest));
    assert.deepEqual(await world.sayso.rows("SELECT * FROM erasures"), []);
  });

  test("RET01 INV17 one whose time is over on its way to another drive leaves nothing in either", async () => {
    const { owner, videos } = await world.ownerWith([9 * MIB]);
    const [{ submissionId } = { submissionId: "" }] = videos;
    const earlier = world.inGoogle().length;
    const release = await world.holdMove(owner);
    await grownOld(submissionId);
    await runAt("2025-11-23T00:00:00Z");
    assert.equal((await stored(submissionId))?.drive_path, null);
    release();
    await until("the move is over", async () => (await world.moveOf(submissionId)).status === "done");
    await runAt(Date.now() + 20 * 60_000);
    await runAt(Date.now() + 40 * 60_000);
    assert.equal(world.inGoogle().length, earlier);
    assert.deepEqual(await world.builtIn(owner), []);
    const row = await stored(submissionId);
    assert.deepEqual([row?.drive_path, row?.drive, row?.drive_connection_id], [null, null, null]);
  });

  test("RET01 RET03 a business may keep what is in its own drive: nothing of it goes in time, nor as it leaves", async () => {
    const { owner, videos } = await world.ownerWith([6000, 7000]);
    await world.connect(owner, world.google.accounts[0]);
    await world.ask(owner);
    await world.moved(owner, 2);
    const [first, second] = videos;
    const setKeepsOwnDrive = (keeps: boolean) =>
      call(world.sayso, "PATCH", `/api/client/${owner.client.id}/drive`, {
        cookie: owner.cookie,
        body: { keeps_own_drive: keeps },
      });
    assert.equal((await setKeepsOwnDrive(true)).status, 200);
    await grownOld(first?.submissionId ?? "");
    await runAt("2025-11-23T00:00:00Z");
    await runAt("2025-11-23T00:15:00Z");
    for (const one of videos) assert.ok(world.inGoogle().includes(one.digest));
    assert.equal((await world.played(owner, first?.submissionId ?? "")).status, 200);

    assert.equal((await setKeepsOwnDrive(false)).status, 200);
    await runAt("2025-11-23T00:30:00Z");
    assert.ok(world.inGoogle().includes(first?.digest ?? ""), "its business is told anew first");
    await grownOld(first?.submissionId ?? "");
    await runAt("2025-11-23T00:45:00Z");
    await runAt("2025-11-23T01:00:00Z");
    assert.deepEqual(
      videos.map(({ digest }) => world.inGoogle().includes(digest)),
      [false, true],
    );

    await setKeepsOwnDrive(true);
    await world.sayso.change(
      "UPDATE clients SET cancelled_at = ?2, reminded_days = 1, reminded_at = ?3 WHERE id = ?1",
      owner.client.id,
      Date.parse("2025-11-01T00:00:00Z"),
      Date.parse("2025-11-14T00:00:00Z"),
    );
    await runAt("2025-11-23T01:15:00Z");
    await runAt("2025-11-23T01:30:00Z");
    assert.equal(await stored(second?.submissionId ?? ""), undefined, "all that names a customer is gone");
    assert.ok(world.inGoogle().includes(second?.digest ?? ""));
  });
});
