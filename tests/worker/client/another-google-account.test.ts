// A business that connects another Google account than before.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Account } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { plantSubmission, submission, type Planted } from "../../support/runtime/jobs.ts";

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("another Google account", () => {
  let owner: Owner;
  let first: Account;
  let second: Account;
  let early: Planted;
  let waiting: Planted;
  before(async () => {
    [first, second] = world.google.accounts;
    owner = await world.owner("Moved Bakery");
    await world.connect(owner, first);
    early = await plantSubmission(world.sayso, owner.client);
    await world.deliver(early.jobId);
    world.google.revoke(first);
    waiting = await plantSubmission(world.sayso, owner.client);
    assert.equal((await world.deliver(waiting.jobId))?.status, "failed");
    await world.connect(owner, second);
    await world.processed(waiting.submissionId);
  });

  const ownersOf = (id: string) => world.filesOf(id).map((file) => [file.owner, file.trashed]);

  test("queued videos and new ones are delivered once to the newly connected account (INV15 JOB10)", async () => {
    const late = await plantSubmission(world.sayso, owner.client);
    await world.deliver(late.jobId);
    await world.processed(late.submissionId);
    for (const { submissionId } of [waiting, late])
      assert.deepEqual(ownersOf(submissionId), [[second.email, false]]);
    const { connections, parked } = await world.state(owner);
    assert.equal(parked, 0);
    assert.deepEqual(
      connections.map(({ account, chosen, videos }: Record<string, unknown>) => [account, chosen, videos]),
      [
        [second.email, true, 2],
        [first.email, false, 1],
      ],
    );
  });

  test("INV17 CLI03 a video in the earlier one is told to be away, and plays again once that is connected as well", async () => {
    assert.equal((await submission(world.sayso, early.submissionId))?.status, "processed");
    const refused = await world.played(owner, early.submissionId);
    assert.equal(refused.status, 409);
    assert.equal((await refused.json()).code, "drive_ended");
    await world.connect(owner, first);
    for (const { submissionId } of [early, waiting]) {
      const played = await world.played(owner, submissionId);
      assert.equal(played.status, 200);
      await played.body?.cancel();
    }
    const roots = world.google.files().filter(({ name }) => name === "Moved Bakery testimonials");
    assert.deepEqual(
      roots.map((root) => root.owner).toSorted(),
      [first.email, second.email],
      "one folder in each",
    );
  });

  test("INV54 ending the earlier one gives its permission back, and leaves the other's", async () => {
    await world.connect(owner, first);
    const { connections } = await world.state(owner);
    const earlier = connections.find(({ account }: { account: string }) => account === second.email);
    world.google.requests.splice(0);
    assert.equal((await world.drive(owner, "DELETE", `/${earlier.id}`)).status, 200);
    assert.ok(world.google.requests.some(({ path, status }) => path === "/revoke" && status === 200));
    const next = await plantSubmission(world.sayso, owner.client);
    await world.deliver(next.jobId);
    await world.processed(next.submissionId);
    assert.deepEqual(ownersOf(next.submissionId), [[first.email, false]]);
  });
});
