// The Worker's runtime is killed with SIGKILL while testimonials are published, withdrawn and erased: nothing is half
// public, and the second run ends the same. 100 kills of each with `--thorough`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  GONE,
  own,
  press,
  PUBLIC,
  publicPath,
  publicStatuses,
  publish,
  putPoster,
  withTestimonial,
  type Owner,
} from "../support/people/owner/testimonials.ts";
import { thorough } from "../support/runtime/thorough.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";

const KILLS = thorough ? 100 : 3;
/** Longer than each of them takes, so that a kill may meet every step. */
const LONGEST_MS = 120;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** Starts a request and kills the runtime at a random moment of it. Returns whether it was answered. */
async function cut(request: () => Promise<unknown>): Promise<boolean> {
  const answered = request().then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS));
  await sayso.killRuntime();
  return answered;
}

async function testimonial(): Promise<Owner> {
  const owner = await withTestimonial(sayso);
  assert.equal((await putPoster(sayso, owner)).ok, true);
  return owner;
}

/** Ends the leases of jobs that the kill has cut, and runs the schedule. */
async function recover(): Promise<void> {
  await sayso.change("UPDATE job_queue SET lease = NULL, due_at = 0 WHERE status IN ('pending', 'running')");
  await sayso.schedule(new Date());
}

/** Objects that no row refers to. */
async function leftOver(): Promise<string[]> {
  await sayso.schedule(new Date(Date.now() + 7_200_000));
  const rows = await sayso.rows("SELECT public_copy, poster FROM submissions");
  const used = rows.flatMap((row) => [row.public_copy, row.poster]).filter(Boolean) as string[];
  const keys = [...(await sayso.keys("public/")), ...(await sayso.keys("posters/"))];
  return keys.filter((key) => !used.some((id) => key.includes(id)));
}

test(`INV63 PUB03 publishing: after each of ${KILLS} kills all or nothing is public, and in the end all`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const owner = await testimonial();
    await cut(() => publish(sayso, owner));
    const row = await sayso.row("SELECT publication, public_id FROM submissions WHERE id = ?", owner.id);
    if (row?.public_id) {
      const expected = row.publication === "public" ? PUBLIC : GONE;
      // A runner that survived in the queue may have made it public meanwhile.
      const found = await publicStatuses(sayso, `/t/${row.public_id}`);
      if (String(found) !== String(expected))
        assert.deepEqual(await publicStatuses(sayso, `/t/${row.public_id}`), PUBLIC);
    }
    await publish(sayso, owner);
    await recover();
    assert.deepEqual(await publicStatuses(sayso, await publicPath(sayso, owner)), PUBLIC);
  }
  assert.deepEqual(await leftOver(), []);
});

for (const step of ["withdraw", "erase"] as const)
  test(`INV63 CNS04 ${step}: after each of ${KILLS} kills all or nothing is public, and in the end nothing`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const owner = await testimonial();
      await publish(sayso, owner);
      const path = await publicPath(sayso, owner);
      await cut(() => press(sayso, own(owner.id, `/${step}`)));
      const found = await publicStatuses(sayso, path);
      assert.ok(
        [PUBLIC, GONE].some((all) => String(all) === String(found)),
        found.join(),
      );
      const again = await press(sayso, own(owner.id, `/${step}`));
      assert.equal(again.status, step === "erase" ? 200 : 303);
      assert.deepEqual(await publicStatuses(sayso, path), GONE);
      const kept = await sayso.row("SELECT publication FROM submissions WHERE id = ?", owner.id);
      assert.equal(kept?.publication ?? null, step === "erase" ? null : "withdrawn");
      const mails = await sayso.rows(
        "SELECT 1 FROM emails WHERE subject_id = ? AND template = 'consent_withdrawn'",
        owner.id,
      );
      assert.equal(mails.length, step === "erase" ? 0 : 1);
      await recover();
    }
    await until("nothing is left over", async () => (await leftOver()).length === 0);
  });
