// Deliveries to the Google Drive of a business.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { form, goodFields, recording, submit } from "../../support/people/owner/clients.ts";
import type { Account } from "../../support/doubles/google-drive/google-drive.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { crashed, MIB, makeDue, plantSubmission } from "../../support/runtime/jobs.ts";
import { call, sha256 } from "../../support/people/owner/users.ts";
import { until } from "../../support/runtime/worker.ts";

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

describe("Google Drive of a business's own", () => {
  let owner: Owner;
  let account: Account;
  before(async () => {
    ({ owner, account } = await world.connectedOwner("Blue Door Bakery"));
  });

  test("JOB10 a folder is made in the owner's Drive, tried with a file that leaves nothing behind, and linked to", async () => {
    const mine = world.google.files().filter((file) => file.owner === account.email);
    assert.deepEqual(
      mine.map(({ name, folder }) => [name, folder]),
      [["Blue Door Bakery testimonials", true]],
    );
    const { provider, link, parked, connections } = await world.state(owner);
    assert.deepEqual([provider, parked], ["google-drive", 0]);
    assert.equal(link, `https://drive.google.com/drive/folders/${mine[0]?.id}`);
    const [{ chosen, account: shown, fault, videos, expires_at }] = connections;
    assert.deepEqual([chosen, shown, fault, videos, expires_at], [true, account.email, null, 0, null]);
  });

  test("JOB10 INV17 a video arrives there whole, and only then our copy goes", async () => {
    const bytes = await recording();
    await submit(world.sayso, form({ ...goodFields(owner.client.id), customerName: "Zoë Ünal" }, bytes));
    const row = await until("processed", () =>
      world.sayso.row(
        "SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'",
        owner.client.id,
      ),
    );
    const [file, ...more] = world.filesOf(row.id);
    assert.deepEqual(more, []);
    assert.deepEqual([row.sha256, file?.sha256], [sha256(bytes), sha256(bytes)]);
    assert.equal(file?.name, String(row.drive_path).split("/")[1]);
    const month = world.google.files().find(({ id }) => id === file?.parents[0]);
    assert.equal(month?.name, String(row.drive_path).split("/")[0]);
    await until(
      "our copy is gone",
      async () => (await world.sayso.keys(`uploads/${row.upload_id}/`)).length === 0,
    );
    const mail = await until("the mail", async () =>
      (await world.sayso.mails()).find(({ to }) => [to].flat().includes(owner.client.email)),
    );
    assert.ok(mail.text.includes("https://drive.google.com/drive/folders/"), "the mail opens the folder");
  });

  test("CLI03 it plays in the portal, whole and in ranges, and is erased from there", async () => {
    const bytes = Buffer.from(await recording());
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    await world.assertPlays(owner, submissionId, bytes);
    await world.erase(owner, submissionId);
    assert.deepEqual(world.filesOf(submissionId), []);
    const left = await world.fileRowsOf(submissionId);
    assert.deepEqual(left, [], "nothing that names the customer stays");
  });

  test("INV11 a job message delivered three times at once: one file, and one folder for the month", async () => {
    const planted = await Promise.all([1, 2].map(() => plantSubmission(world.sayso, owner.client)));
    await Promise.all(
      planted.flatMap(({ jobId }) => [
        world.sayso.deliver(jobId),
        world.sayso.deliver(jobId),
        world.sayso.deliver(jobId),
      ]),
    );
    for (const { submissionId } of planted) {
      await world.processed(submissionId);
      assert.equal(world.filesOf(submissionId).length, 1);
    }
    const months = world.google.files().filter(({ name, folder }) => folder && /^\d{4}-\d{2}$/.test(name));
    assert.equal(months.length, 1);
  });

  test("INV12 a kill between Drive's success and our note: still one file, and not sent again", async () => {
    const { submissionId, jobId, uploadId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    await world.processed(submissionId);
    // The state after the kill: on Drive, but not recorded.
    await world.sayso.media.put(`uploads/${uploadId}/000000000000`, Buffer.from(await recording()));
    await world.sayso.change(
      "UPDATE submissions SET status = 'awaiting_drive_upload' WHERE id = ?",
      submissionId,
    );
    await world.sayso.change(
      "UPDATE google_files SET is_stored = 0 WHERE path LIKE ?",
      `%${submissionId.slice(0, 8)}%`,
    );
    await crashed(world.sayso, jobId);
    world.google.requests.splice(0);
    await world.sayso.deliver(jobId);
    await world.processed(submissionId);
    assert.deepEqual(world.puts(), []);
    assert.equal(world.filesOf(submissionId).length, 1);
  });

  test("removes a file that was erased during its upload, whenever it arrives (INV51)", async () => {
    const { submissionId, jobId } = await world.plantLarge(owner, 9 * MIB);
    let release = () => {};
    world.google.requests.splice(0);
    world.google.fault(
      { method: "PUT", path: "/upload/", chunk: 2 },
      { hold: new Promise<void>((resolve) => (release = resolve)) },
    );
    await makeDue(world.sayso, jobId);
    const delivery = world.sayso.deliver(jobId);
    await until("it is on its way", async () => world.puts().length === 2);
    await call(world.sayso, "DELETE", `/api/client/${owner.client.id}/submissions/${submissionId}`, {
      cookie: owner.cookie,
    });
    release();
    await delivery;
    assert.deepEqual(world.filesOf(submissionId), []);
    await world.sayso.schedule(new Date(Date.now() + 20 * 60_000));
    assert.deepEqual(world.filesOf(submissionId), []);
    const left = await world.fileRowsOf(submissionId);
    assert.deepEqual(left, []);
  });
});
