// The daily check of WebDAV folders: the test file, the free space, and the notices.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { faultyServer, type Fault } from "../../support/doubles/faulty-server.ts";
import { call } from "../../support/people/owner/users.ts";
import { plantSubmission, submission } from "../../support/runtime/jobs.ts";
import { startWebDavWorld, type WebDavWorld } from "../../support/people/owner/webdav-owner.ts";
import { SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";
import { until } from "../../support/runtime/worker.ts";

const DAY = 86_400_000;
const GIB = 1024 ** 3;

describe("the daily look at a WebDAV folder", { skip: SERVERS.length === 0 }, () => {
  let world: WebDavWorld;
  let server: WebDavServer;
  let proxy: Awaited<ReturnType<typeof faultyServer>>;
  let admin: string;
  let owner: Owner;
  let day = 0;
  before(async () => {
    world = await startWebDavWorld();
    server = await webDavServer("rclone");
    proxy = await faultyServer(server.address);
    await adminCookie(world.sayso);
    const row = await world.sayso.row(
      "SELECT email FROM users JOIN user_roles ON user_id = id WHERE role = 'admin'",
    );
    admin = row?.email;
  });
  after(async () => {
    await proxy.close();
    await server.close();
    await world.close();
  });
  beforeEach(async () => {
    proxy.clearFaults();
    day = 0;
    // Each business for itself: the others are looked at no more.
    await world.sayso.change("UPDATE drive_connections SET credential = NULL, key_id = NULL");
    owner = await world.owner();
    await world.connect(owner, `${proxy.address}${owner.client.id}`);
    proxy.seen.splice(0);
  });

  /** The schedule runs, more than a day after the last time. */
  const look = () => world.sayso.schedule(new Date(Date.now() + (day += 1.1) * DAY), "*/5 * * * *");
  const connection = async () => (await (await world.drive(owner)).json()).connections[0];
  const asked = (method: string) => proxy.seen.filter((line) => line.startsWith(`${method} `)).length;
  /** Number of queued emails of a template to the business, and to the admin about its drive. */
  const mailsOf = async (template: string) => {
    const { id } = await connection();
    const mails = await world.sayso.rows(
      "SELECT recipient FROM emails WHERE template = ? AND subject_id LIKE ? || '/%'",
      template,
      id,
    );
    return [owner.client.email, admin].map((to) => mails.filter(({ recipient }) => recipient === to).length);
  };
  /** Waits until a requeued delivery was tried, by the product's own queue or by this. */
  const tried = (id: string, status: string) =>
    until(status, async () => {
      const sql = "SELECT id FROM job_queue WHERE subject_id = ? AND status = 'pending' AND lease IS NULL";
      const pending = await world.sayso.row(sql, id);
      if (pending) await world.deliver(pending.id);
      return (await submission(world.sayso, id))?.status === status;
    });
  const room = (used: number, left: number): Fault => ({
    status: 207,
    body: `<d:multistatus xmlns:d="DAV:"><d:resourcetype><d:collection/></d:resourcetype><d:quota-available-bytes>${left}</d:quota-available-bytes><d:quota-used-bytes>${used}</d:quota-used-bytes></d:multistatus>`,
  });

  test("INV15 a folder that works is tried with one file that leaves nothing behind, and nobody is mailed", async () => {
    await look();
    assert.deepEqual([asked("PUT"), asked("DELETE"), asked("PROPFIND")], [1, 1, 1]);
    const files = Object.keys(await server.files());
    assert.ok(!files.some((file) => file.startsWith(owner.client.id)), files.join(" "));
    assert.deepEqual(await mailsOf("drive_failing"), [0, 0]);
  });

  test("INV15 a password that was changed is told once, before any video fails; then what waited arrives", async () => {
    proxy.fail("PUT", { status: 401 }, { times: 3 });
    await look();
    await look();
    assert.match((await connection()).fault, /refused the user name or the password/);
    assert.deepEqual(await mailsOf("drive_failing"), [1, 1]);
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    assert.equal((await world.deliver(jobId))?.status, "failed");
    assert.deepEqual(await mailsOf("drive_failing"), [1, 1]);
    await look();
    await tried(submissionId, "processed");
    assert.equal((await connection()).fault, null);
  });

  test("notifies once that a failing drive works again (INV15)", async () => {
    const MINUTES = 60_000;
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    proxy.fail("PUT", { status: 507 });
    assert.equal((await world.deliver(jobId))?.status, "failed");
    assert.deepEqual(
      [await mailsOf("drive_failing"), await mailsOf("drive_works")],
      [
        [1, 1],
        [0, 0],
      ],
    );
    const trouble = async () =>
      (await (await call(world.sayso, "GET", "/api/client/dashboard", { cookie: owner.cookie })).json())
        .drive_trouble;
    const { text, parked, is_ours } = await trouble();
    assert.match(text, /The drive is full\. Free some space/);
    assert.deepEqual([parked, is_ours], [1, false]);
    // A delivery that fails for its own reason is not the drive's fault.
    const broken = await plantSubmission(world.sayso, owner.client);
    await world.sayso.change(
      "UPDATE submissions SET sha256 = ? WHERE id = ?",
      "0".repeat(64),
      broken.submissionId,
    );
    assert.equal((await world.deliver(broken.jobId))?.status, "failed");
    proxy.clearFaults();
    await look();
    await tried(submissionId, "processed");
    await tried(broken.submissionId, "drive_upload_failed");
    assert.equal(await trouble(), null);
    const worked = Date.now() + day * DAY;
    await world.sayso.schedule(new Date(worked + 5 * MINUTES), "*/5 * * * *");
    assert.deepEqual(await mailsOf("drive_works"), [0, 0], "it may be full again at the next video");
    for (const minutes of [61, 66, 1500])
      await world.sayso.schedule(new Date(worked + minutes * MINUTES), "*/5 * * * *");
    assert.deepEqual(await mailsOf("drive_works"), [1, 1]);
  });

  test("INV15 a test file that comes back changed is told as that", async () => {
    proxy.fail("GET", "changed", { path: /Sayso%20test/ });
    await look();
    assert.match((await connection()).fault, /test file came back changed/);
    assert.deepEqual(await mailsOf("drive_failing"), [1, 1]);
  });

  test("INV15 a folder that is 90 % full is told once, until there is room again", async () => {
    const looks: [Fault, number][] = [
      [room(89 * GIB, 11 * GIB), 0],
      [room(95 * GIB, 5 * GIB), 1],
      [room(96 * GIB, 4 * GIB), 1],
      // No answer changes nothing.
      [{ status: 501 }, 1],
      [room(10 * GIB, 90 * GIB), 1],
      [room(99 * GIB, 1 * GIB), 2],
    ];
    for (const [answer, mails] of looks) {
      proxy.fail("PROPFIND", answer);
      await look();
      assert.deepEqual(await mailsOf("drive_nearly_full"), [mails, mails], JSON.stringify(answer));
    }
    assert.deepEqual(await mailsOf("drive_failing"), [0, 0]);
  });

  test("INV15 a folder with room for a test file and for no video: tried each day, told once, also as small ones arrive", async () => {
    proxy.fail("PUT", { status: 507 }, { path: /\.webm/, times: 1 });
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    assert.equal((await world.deliver(jobId))?.status, "failed");
    const { fault_at: since } = await connection();
    for (let times = 0; times < 3; times += 1) {
      // A smaller one arrives in between.
      const small = await plantSubmission(world.sayso, owner.client);
      await world.deliver(small.jobId);
      await world.processed(small.submissionId);
      assert.equal((await connection()).fault, null);
      // Dates the deliveries to the schedule's last run.
      await world.sayso.change(
        "UPDATE drive_connections SET cleared_at = ? WHERE client_id = ?",
        Date.now() + day * DAY,
        owner.client.id,
      );
      proxy.fail("PUT", { status: 507 }, { path: /\.webm/, times: 1 });
      await look();
      await tried(submissionId, "drive_upload_failed");
      const { fault, fault_at: now } = await connection();
      assert.match(fault, /full/);
      assert.equal(now, since);
      assert.deepEqual(await mailsOf("drive_failing"), [1, 1]);
    }
    proxy.clearFaults();
    await look();
    await tried(submissionId, "processed");
  });
});
