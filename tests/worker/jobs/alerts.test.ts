// Alerts that cannot wait until an admin looks: one email and one webhook call at the start, and at the end.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Overview } from "#api/generated/operations.ts";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { fakeHost, status } from "../../support/doubles/fake-http.ts";
import { addUser, type User } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HOST = "automation.example";

let sayso: Sayso;
let admin: User;
before(async () => {
  sayso = await startWorker({ secrets: { AUTOMATION_SECRET: "a secret that only these tests use" } });
});
after(() => sayso.close());
const { get } = adminCalls(() => sayso);

beforeEach(async () => {
  await sayso.change("DELETE FROM alerts");
  await sayso.change("DELETE FROM job_queue");
  await sayso.change("DELETE FROM schedule_runs");
  await sayso.change("DELETE FROM admin_settings");
  await sayso.change("UPDATE users SET disabled = 1 WHERE id IN (SELECT user_id FROM user_roles)");
  admin = await addUser(sayso, { roles: ["admin"] });
});

/** Runs the schedule at a time relative to now. */
const at = (minutes: number) => sayso.schedule(new Date(Date.now() + minutes * MINUTE));

const plant = (state: string, due: number, type = "subscribe") => {
  const id = crypto.randomUUID();
  return sayso
    .change(
      "INSERT INTO job_queue (id, job_type, subject_id, payload, status, attempts, due_at, created_at, lease) VALUES (?1, ?2, ?1, '{}', ?3, ?4, ?5, ?5, ?6)",
      id,
      type,
      state === "running" ? "pending" : state,
      state === "pending" ? 0 : 1,
      Date.now() + due,
      state === "running" ? "a runner" : null,
    )
    .then(() => id);
};

/** Runs the alerts' jobs, whose queue messages arrived before they were due. */
const work = async () => {
  const due = "WHERE status = 'pending' AND lease IS NULL AND job_type IN ('send-email', 'forward-alert')";
  const jobs = await sayso.rows<{ id: string }>(`SELECT id FROM job_queue ${due}`);
  await sayso.change(`UPDATE job_queue SET due_at = ? ${due}`, Date.now());
  for (const { id } of jobs) await sayso.deliver(id);
};

const mails = async () =>
  (await sayso.mails())
    .filter(({ to }) => [to].flat().includes(admin.email))
    .map(({ subject }) => subject)
    .toSorted();
const untilMails = (...subjects: string[]) =>
  until(`mails: ${subjects.join(", ")}`, async () => {
    await work();
    const found = await mails();
    return found.length === subjects.length && found.every((subject, index) => subject === subjects[index]);
  });
const open = () => sayso.rows("SELECT cause, subject, detail FROM alerts WHERE ended_at IS NULL");

test("OPS02 more than five failures in an hour are told once, and once when they are over", async () => {
  const automation = fakeHost(HOST, status(204));
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('automation_url_alerts', ?)",
    `https://${HOST}/alerts`,
  );
  for (let index = 0; index < 5; index++) await plant("failed", 0);
  await at(0);
  assert.deepEqual(await open(), []);
  await plant("failed", 0);
  await at(0);
  await at(1);
  await untilMails("Jobs are failing");
  assert.equal((await open())[0]?.detail, "6 jobs failed permanently within an hour.");
  await until("the call", async () => automation.received.length === 1);
  // An hour later no failure is within it: over once that has held for five minutes.
  await at(61);
  await at(64);
  assert.equal((await open()).length, 1);
  await at(66);
  await at(67);
  await untilMails("Jobs are failing", "Over: Jobs are failing");
  await until("the other call", async () => automation.received.length === 2);
  const [began, over] = automation.received.map(({ body }) => JSON.parse(body));
  assert.deepEqual([began.event, began.cause, began.endedAt], ["alert.began", "jobs-failing", null]);
  assert.deepEqual([over.event, over.id, typeof over.endedAt], ["alert.over", began.id, "string"]);
  assert.ok(automation.received.every(({ headers }) => headers.get("sayso-signature")));
  automation.close();
  const { alerts } = await get<Overview>("/api/admin/overview");
  assert.deepEqual(
    alerts.map(({ title, forward_error: error }) => [title, error]),
    [["Jobs are failing", null]],
  );
  assert.ok(alerts[0]?.ended_at);
});

test("OPS02 a cause that comes back within minutes is not told again", async () => {
  for (let index = 0; index < 6; index++) await plant("failed", 0);
  await at(0);
  await untilMails("Jobs are failing");
  await sayso.change("UPDATE job_queue SET due_at = 0 WHERE job_type = 'subscribe'");
  await at(1);
  await sayso.change("UPDATE job_queue SET due_at = ? WHERE job_type = 'subscribe'", Date.now());
  await at(7);
  await at(8);
  assert.deepEqual(await mails(), ["Jobs are failing"]);
  assert.equal((await open()).length, 1);
});

test("OPS02 jobs that have not moved for ten minutes are told; one that runs, or a drive that moves, is none", async () => {
  // The running job is unclaimed: its attempts are used up, and it is not failed yet because it has only just become
  // due.
  await plant("running", 20 * MINUTE);
  await plant("pending", 5 * MINUTE, "move-video");
  await plant("pending", 5 * MINUTE);
  await sayso.schedule(new Date(Date.now() + 14 * MINUTE), "*/5 * * * *");
  assert.deepEqual(await open(), []);
  await sayso.schedule(new Date(Date.now() + 16 * MINUTE), "*/5 * * * *");
  assert.deepEqual(await open(), [], "a runner is at work");
  await sayso.change("DELETE FROM job_queue WHERE lease IS NOT NULL");
  await sayso.schedule(new Date(Date.now() + 16 * MINUTE), "*/5 * * * *");
  assert.deepEqual(
    (await open()).map(({ cause }) => cause),
    ["jobs-stalled"],
  );
  await untilMails("Jobs have stopped moving");
});

test("OPS02 a schedule that misses two turns is noticed by another one; one that fails has missed them", async () => {
  await at(0);
  await sayso.schedule(new Date(Date.now() + 2 * MINUTE), "*/5 * * * *");
  assert.deepEqual(await open(), []);
  await sayso.schedule(new Date(Date.now() + 4 * MINUTE), "*/5 * * * *");
  assert.deepEqual(
    (await open()).map(({ cause, subject }) => [cause, subject]),
    [["schedule-late", "sweep"]],
  );
  await untilMails("A schedule has missed two turns");
  await sayso.change(
    "UPDATE schedule_runs SET ok = 0, good_at = ran_at - ? WHERE name = 'check-drives'",
    DAY,
  );
  await at(5);
  assert.deepEqual((await open()).map(({ subject }) => subject).toSorted(), ["check-drives", "sweep"]);
});

test("OPS02 permissions that end within 14 days are told", async () => {
  const ends = Date.now() + 13 * DAY;
  await sayso.change(
    "INSERT INTO platform_drive (id, account, root_id, credential, key_id, connected_at, expires_at, checked_at) VALUES (1, 'drive@sayso.example', 'r', 'c', 'k', 0, ?, ?)",
    ends + 2 * DAY,
    Date.now() + DAY,
  );
  await at(0);
  assert.deepEqual(await open(), []);
  await sayso.change("UPDATE platform_drive SET expires_at = ?", ends);
  await at(0);
  await at(1);
  await untilMails("A permission ends soon");
  assert.match(
    String((await open())[0]?.detail),
    /^The permission for Sayso’s Google Drive .* ends on \d+ \w+ 20\d\d\.$/,
  );
  await sayso.change("DELETE FROM platform_drive");
});

test("OPS02 an alert that has been over for 90 days is removed, one that is not over never", async () => {
  const began = Date.now() - 200 * DAY;
  for (const [id, ended] of [
    ["old", Date.now() - 91 * DAY],
    ["recent", Date.now() - 89 * DAY],
    ["open", null],
  ] as const)
    await sayso.change(
      "INSERT INTO alerts (id, cause, subject, detail, began_at, ended_at) VALUES (?1, 'credential-ending', ?1, 'A permission ends.', ?2, ?3)",
      id,
      began,
      ended,
    );
  await sayso.schedule(new Date());
  const left = await sayso.rows<{ id: string }>(
    "SELECT id FROM alerts WHERE cause = 'credential-ending' ORDER BY id",
  );
  assert.deepEqual(
    left.map(({ id }) => id),
    ["open", "recent"],
  );
});

test("OPS02 two schedules that notice the same at once tell it once", async () => {
  for (let index = 0; index < 6; index++) await plant("failed", 0);
  const now = new Date();
  await Promise.all([
    sayso.schedule(now),
    sayso.schedule(now, "*/5 * * * *"),
    sayso.schedule(now, "7 * * * *"),
    sayso.schedule(now, "2 * * * *"),
  ]);
  await untilMails("Jobs are failing");
  assert.equal((await open()).length, 1);
});
