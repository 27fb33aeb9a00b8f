// Health of the product, as seen from outside, by admins and by the deployment.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { DATABASE_ERRORS, setFaults } from "../../support/doubles/workers/faults.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import type { Health } from "#api/generated/operations.ts";
import { mailTo, startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

const DEPLOY_KEY = "a key that one deployment has made, 32+";
const [LOST = ""] = DATABASE_ERRORS;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({
    main: "tests/support/doubles/workers/failing-bindings.js",
    secrets: { DEPLOY_KEY },
  });
});
after(() => sayso.close());
beforeEach(() => fail());

const fail = (...words: string[]) =>
  setFaults(sayso, ...words.map((word) => ({ name: "DB" as const, words: word, error: LOST, times: 100 })));

async function look(headers: Record<string, string> = {}) {
  const answer = await sayso.fetch("/api/health", { headers });
  return { status: answer.status, health: (await answer.json()) as Health };
}
const byDeployment = { authorization: `Bearer ${DEPLOY_KEY}` };

test("OPS01 the public hears that it works, and nothing else; so does whoever has no right to more", async () => {
  const client = await signIn(sayso, await addUser(sayso));
  const strangers = [
    {},
    { cookie: client },
    { authorization: "Bearer " },
    { authorization: "Bearer a key that nobody has made, 32 and more" },
  ];
  for (const headers of strangers)
    assert.deepEqual(await look(headers), { status: 200, health: { ok: true } });
  const answer = await sayso.fetch("/api/health");
  assert.equal(answer.headers.get("cache-control"), "no-store");
});

test("OPS01 without the database it says so, and not why", async () => {
  await fail("job_queue");
  assert.deepEqual(await look(), { status: 503, health: { ok: false } });
  const { status, health } = await look(byDeployment);
  assert.deepEqual([status, health.ok], [200, false]);
  const database = health.details?.checks.find(({ part }) => part === "database");
  assert.deepEqual([database?.ok, database?.detail.includes("Network connection lost")], [false, true]);
});

test("OPS01 OPS02 jobs that wait and schedules that do not run are seen from outside", async () => {
  const now = Date.now();
  const job = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO job_queue (id, job_type, subject_id, payload, status, due_at, created_at) VALUES (?1, 'send-email', ?1, '{}', 'pending', ?2, ?2)",
    job,
    now - 11 * 60_000,
  );
  assert.deepEqual(await look(), { status: 503, health: { ok: false } });
  await sayso.change("DELETE FROM job_queue WHERE id = ?", job);
  assert.equal((await look()).status, 200);
  await sayso.change(
    "INSERT INTO schedule_runs (name, ran_at, ok, result, good_at) VALUES ('sweep', ?1, 1, '', ?1)",
    now - 4 * 60_000,
  );
  assert.deepEqual(await look(), { status: 503, health: { ok: false } });
  const { health } = await look({ cookie: await adminCookie(sayso) });
  assert.equal(health.details?.checks.find(({ part }) => part === "schedules")?.detail, "Late: sweep.");
  await sayso.change("DELETE FROM schedule_runs");
});

test("OPS01 an admin, or the deployment, has a job and a mail make the round trip, once a minute", async () => {
  const stranger = await call(sayso, "POST", "/api/health");
  assert.equal(stranger.status, 401);
  await sayso.change("UPDATE users SET disabled = 1");
  const early = await call(sayso, "POST", "/api/health", { headers: byDeployment });
  assert.deepEqual([early.status, ((await early.json()) as { code: string }).code], [409, "no_admin"]);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const cookie = await signIn(sayso, admin, "admin");
  const asked = await Promise.all([
    call(sayso, "POST", "/api/health", { cookie }),
    call(sayso, "POST", "/api/health", { headers: byDeployment }),
  ]);
  assert.deepEqual(
    asked.map(({ status }) => status),
    [200, 200],
  );
  const trip = await until("it has come back", async () => {
    const found = (await look(byDeployment)).health.details?.round_trip;
    return found?.mail === "sent" && found.job_ran ? found : null;
  });
  assert.equal(trip.error, null);
  assert.equal((await look({ cookie })).health.details?.version, "development");
  assert.match((await mailTo(sayso, admin.email)).subject, /^Test email from Sayso$/);
  const rows = await sayso.rows("SELECT DISTINCT subject_id FROM emails WHERE template = 'health_check'");
  assert.equal(
    (await sayso.rows("SELECT 1 FROM emails WHERE template = 'health_check'")).length,
    rows.length,
  );
  assert.equal(
    await (await sayso.media.get("health"))?.text().then((text: string) => Number(text) > 0),
    true,
  );
});
