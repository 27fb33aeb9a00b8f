// Daily drive checks warn the people responsible before a customer's video fails.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { startGoogleWorld, type GoogleWorld } from "../../support/people/owner/google-owner.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { call } from "../../support/people/owner/users.ts";
import { mailTo, until } from "../../support/runtime/worker.ts";

const DAY = 86_400_000;

let world: GoogleWorld;
before(async () => {
  world = await startGoogleWorld();
});
after(() => world.close());

/** Runs the schedule on a day relative to today. */
const look = (days: number) => world.sayso.schedule(new Date(Date.now() + days * DAY), "*/5 * * * *");

/** The email of a template to a recipient: queued for the future, sent now. */
async function mailOf(template: string, recipient: string) {
  const job = await world.sayso.row(
    `SELECT id FROM job_queue WHERE job_type = 'send-email'
        AND subject_id IN (SELECT id FROM emails WHERE template = ? AND recipient = ?)`,
    template,
    recipient,
  );
  await world.deliver(job?.id);
  return mailTo(world.sayso, recipient);
}

/** All emails, including queued ones. */
const queued = (template: string, recipient: string) =>
  world.sayso.rows("SELECT id FROM emails WHERE template = ? AND recipient = ?", template, recipient);

async function connected(company: string, account = world.google.accounts[0]): Promise<Owner> {
  const owner = await world.owner(company);
  await world.connect(owner, account);
  return owner;
}

const connection = async (owner: Owner) => (await world.state(owner)).connections[0];

describe("the daily look at drives", () => {
  test("INV15 a drive that works is tried once a day, leaves nothing behind, and nobody is mailed", async () => {
    const owner = await connected("Works");
    const files = world.google.files().length;
    world.google.requests.splice(0);
    await look(0);
    const tried = () =>
      world.google.requests.filter(({ method, path }) => method === "POST" && path.startsWith("/upload"));
    assert.equal(tried().length, 1);
    await look(0.5);
    assert.equal(tried().length, 1, "not again on the same day");
    await look(1.1);
    assert.equal(tried().length, 2);
    assert.equal(world.google.files().length, files);
    assert.deepEqual(await queued("drive_failing", owner.client.email), []);
    const run = await world.sayso.row("SELECT ok, result FROM schedule_runs WHERE name = 'check-drives'");
    assert.deepEqual([run?.ok, run?.result], [1, "drives checked: 1"]);
    await world.drive(owner, "DELETE", `/${(await connection(owner)).id}`);
  });

  test("INV15 a permission that was withdrawn is told once, to the business and the admin, before any video fails", async () => {
    const cookie = await adminCookie(world.sayso);
    const admin = await world.sayso.row(
      "SELECT email FROM users JOIN user_roles ON user_id = id WHERE role = 'admin'",
    );
    const owner = await connected("Withdrawn", world.google.accounts[1]);
    world.google.revoke(world.google.accounts[1]);
    await look(1.2);
    await look(2.4);
    const mail = await mailOf("drive_failing", owner.client.email);
    assert.match(mail.text, /Google Drive of bob@example\.com/);
    assert.match(mail.text, /withdrawn, or has expired\. Connect it again/);
    assert.ok(mail.text.includes(`${world.sayso.origin}/clients/drive`));
    const adminMail = await mailOf("drive_failing", admin?.email);
    assert.ok(adminMail.text.includes(`/clients/drive?clientId=${owner.client.id}`));
    // A delivery that fails for the same reason sends no second notice.
    const { jobId } = await plantSubmission(world.sayso, owner.client);
    await world.deliver(jobId);
    assert.equal((await queued("drive_failing", owner.client.email)).length, 1);
    assert.equal((await queued("drive_failing", admin?.email)).length, 1);
    const { drives } = await (await call(world.sayso, "GET", "/api/admin/overview", { cookie })).json();
    assert.equal(drives[0].company_name, "Withdrawn");
    assert.match(drives[0].fault, /withdrawn/);
    assert.equal(drives[0].last_video_at, null, "the test file of its connection is no video");
    await world.connect(owner, world.google.accounts[1]);
    await world.google.revoke(world.google.accounts[1]);
    await look(4);
    assert.equal(
      (await queued("drive_failing", owner.client.email)).length,
      2,
      "the next time is told again",
    );
    await world.drive(owner, "DELETE", `/${(await connection(owner)).id}`);
  });

  test("INV15 a business's own drive that is full is tried each hour: what waits arrives soon after space was freed", async () => {
    const [account] = world.google.accounts;
    const owner = await connected("Space was freed", account);
    const tried = () =>
      world.google.requests.filter(
        ({ method, path, query }) =>
          method === "POST" && path.startsWith("/upload") && query.includes("multipart"),
      ).length;
    const HOURS = 1 / 24;
    await look(0);
    const { quota } = account;
    account.quota = { ...quota, limit: quota.usage };
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    assert.equal((await world.deliver(jobId))?.status, "failed");
    const earlier = tried();
    await look(0.8 * HOURS);
    assert.equal(tried(), earlier, "not within the hour");
    await look(1.2 * HOURS);
    assert.equal(tried(), earlier + 1);
    assert.match((await connection(owner)).fault, /full/);
    await look(2 * HOURS);
    assert.equal(tried(), earlier + 1, "not within the next one");
    account.quota = { ...quota, usage: account.quota.usage };
    await look(2.4 * HOURS);
    assert.equal((await connection(owner)).fault, null);
    const again = await world.sayso.row(
      "SELECT id FROM job_queue WHERE subject_id = ? AND status = 'pending' AND lease IS NULL",
      submissionId,
    );
    if (again) await world.deliver(again.id);
    await world.processed(submissionId);
    await look(12 * HOURS);
    assert.equal(tried(), earlier + 3, "once more, to tell that it works again");
    await look(20 * HOURS);
    assert.equal(tried(), earlier + 3, "once a day from then on");
    await world.drive(owner, "DELETE", `/${(await connection(owner)).id}`);
  });

  test("notifies of transient faults after a day, and delivers queued videos once the drive works again (INV15)", async () => {
    const owner = await connected("Passing");
    world.google.fault({ path: "/upload/" }, { status: 503 }, 100);
    await look(5);
    assert.deepEqual(await queued("drive_failing", owner.client.email), []);
    assert.match((await connection(owner)).fault, /503/);
    await look(6.1);
    assert.equal((await queued("drive_failing", owner.client.email)).length, 1);
    const planted = await plantSubmission(world.sayso, owner.client);
    await world.sayso.change(
      "UPDATE submissions SET status = 'drive_upload_failed' WHERE id = ?",
      planted.submissionId,
    );
    await world.sayso.change("UPDATE job_queue SET status = 'failed' WHERE id = ?", planted.jobId);
    world.google.clearFaults();
    await look(7.2);
    const again = await world.sayso.row(
      "SELECT id FROM job_queue WHERE subject_id = ? AND status = 'pending' AND lease IS NULL",
      planted.submissionId,
    );
    await world.deliver(again?.id);
    await world.processed(planted.submissionId);
    assert.equal((await connection(owner)).fault, null);
    await world.drive(owner, "DELETE", `/${(await connection(owner)).id}`);
  });

  test("INV15 a drive that is 90 % full is told once, until there is room again", async () => {
    const [account] = world.google.accounts;
    const owner = await connected("Crowded", account);
    const quota = { ...account.quota };
    account.quota.limit = 1000 * 1024 * 1024;
    account.quota.usage = 899 * 1024 * 1024;
    await look(8.5);
    assert.deepEqual(await queued("drive_nearly_full", owner.client.email), []);
    account.quota.usage = 950 * 1024 * 1024;
    await look(10);
    await look(11.5);
    const mail = await mailOf("drive_nearly_full", owner.client.email);
    assert.match(mail.text, /95 % full/);
    assert.equal((await queued("drive_nearly_full", owner.client.email)).length, 1);
    account.quota.usage = 100 * 1024 * 1024;
    await look(13);
    account.quota.usage = 990 * 1024 * 1024;
    await look(14.5);
    assert.equal(
      (await queued("drive_nearly_full", owner.client.email)).length,
      2,
      "the next time is told again",
    );
    Object.assign(account.quota, quota);
    await world.drive(owner, "DELETE", `/${(await connection(owner)).id}`);
  });

  test("INV15 a drive with room for a test file and for no video: tried each day, told once, until it has taken videos", async () => {
    const [account] = world.google.accounts;
    const owner = await connected("No room for videos", account);
    const quota = { ...account.quota };
    const admin = await world.sayso.row(
      "SELECT email FROM users JOIN user_roles ON user_id = id WHERE role = 'admin'",
    );
    const mails = async () =>
      (await Promise.all([owner.client.email, admin?.email].map((to) => queued("drive_failing", to)))).map(
        ({ length }) => length,
      );
    const [, earlier = 0] = await mails();
    account.quota.limit = account.quota.usage + 1000;
    const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
    assert.equal((await world.deliver(jobId))?.status, "failed");
    const { fault, fault_at: since } = await connection(owner);
    assert.match(fault, /full/);
    assert.deepEqual(await mails(), [1, earlier + 1]);
    const again = () =>
      world.sayso.row(
        "SELECT id FROM job_queue WHERE subject_id = ? AND status = 'pending' AND lease IS NULL",
        submissionId,
      );
    for (const day of [16, 17.1, 18.2]) {
      await look(day);
      const retried = await until("it has been tried again", async () => {
        const pending = await again();
        if (pending) await world.deliver(pending.id);
        return (await connection(owner)).fault;
      });
      assert.match(retried, /full/);
      assert.equal((await connection(owner)).fault_at, since, "it is still the same");
      assert.deepEqual(await mails(), [1, earlier + 1], `once by day ${day}`);
    }
    Object.assign(account.quota, quota);
    await look(19.3);
    const pending = await again();
    if (pending) await world.deliver(pending.id);
    await world.processed(submissionId);
    assert.equal((await connection(owner)).fault, null);
    // Days later it is full again.
    await world.sayso.change(
      "UPDATE drive_connections SET cleared_at = 1 WHERE client_id = ?",
      owner.client.id,
    );
    account.quota.limit = account.quota.usage + 1000;
    await world.deliver((await plantSubmission(world.sayso, owner.client)).jobId);
    assert.deepEqual(await mails(), [2, earlier + 2], "the next time is told again");
    Object.assign(account.quota, quota);
    await world.drive(owner, "DELETE", `/${(await connection(owner)).id}`);
  });
});

test("JOB02 the overview says how soon videos arrive", async () => {
  const cookie = await adminCookie(world.sayso);
  const { sayso } = world;
  const owner = await world.owner("Soon");
  await sayso.change("UPDATE submissions SET delivered_at = NULL");
  for (let n = 1; n <= 20; n += 1) {
    const { submissionId } = await plantSubmission(sayso, owner.client);
    await sayso.change(
      "UPDATE submissions SET drive_path = id, delivered_at = created_at + ? WHERE id = ?",
      n * 1000,
      submissionId,
    );
  }
  const { arrivals } = await (await call(sayso, "GET", "/api/admin/overview", { cookie })).json();
  assert.deepEqual(arrivals, { count: 20, p50_ms: 11_000, p95_ms: 20_000 });
});
