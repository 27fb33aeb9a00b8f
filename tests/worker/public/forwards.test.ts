import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { addClient, video } from "../../support/people/owner/clients.ts";
import { fakeHost, status } from "../../support/doubles/fake-http.ts";
import { failedForward, webhookForm } from "../../support/people/admin/site.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { deliveredFrom, postTestimonial, someone } from "../../support/doubles/webhooks.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const SECRET = "a secret that only these tests use";
const AUTOMATION = "automation.example";
let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker({ secrets: { AUTOMATION_SECRET: SECRET, DRIVE_NETWORKS: "any" } });
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

const clearMailLimit = () => sayso.change("DELETE FROM rate_limit_events WHERE kind = 'mail'");

const setUrl = (endpoint: string, url: string) =>
  sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, ?) ON CONFLICT (setting_key) DO UPDATE SET setting_value = excluded.setting_value",
    `automation_url_${endpoint.replace("-", "_")}`,
    url,
  );
type Log = {
  forwards: {
    submission_id: string;
    endpoint: string;
    status: string;
    attempts: { outcome: string; reason: string | null }[];
  }[];
};
const entry = async (id: string) => {
  const log = (await (await call(sayso, "GET", "/api/admin/forwards", { cookie })).json()) as Log;
  return log.forwards.filter((line) => line.submission_id === id);
};
const untilState = (id: string, state: string) =>
  until(state, async () => (await entry(id)).find((line) => line.status === state));

test("BRA06 without an address nothing is forwarded and the testimonial arrives all the same", async () => {
  const email = someone();
  assert.equal(
    (await postTestimonial(sayso, "career-garage", webhookForm({ email }, await video()))).status,
    200,
  );
  const row = await deliveredFrom(sayso, email);
  assert.deepEqual(
    await sayso.rows(
      "SELECT 1 FROM job_queue WHERE job_type = 'forward-submission' AND subject_id = ?",
      row?.id,
    ),
    [],
  );
});

test("BRA06 with one it gets a note that is signed over its time and its body, with a link that opens", async () => {
  const there = fakeHost(AUTOMATION, status(200));
  await setUrl("career-garage", `https://${AUTOMATION}/hook`);
  const email = someone();
  assert.equal(
    (await postTestimonial(sayso, "career-garage", webhookForm({ email }, await video()))).status,
    200,
  );
  const row = await deliveredFrom(sayso, email);
  await untilState(row?.id, "done");
  assert.equal(there.received.length, 1);
  const [{ headers, body, url, method }] = there.received as [(typeof there.received)[0]];
  assert.deepEqual(
    [url, method, headers.get("content-type"), headers.get("idempotency-key")],
    [`https://${AUTOMATION}/hook`, "POST", "application/json", row?.id],
  );
  const [, time, signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers.get("sayso-signature") ?? "") ?? [];
  assert.ok(Math.abs(Number(time) - Date.now() / 1000) < 60);
  assert.equal(signed, createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex"));
  const payload = JSON.parse(body);
  assert.deepEqual(
    [
      payload.event,
      payload.endpoint,
      payload.business,
      payload.name,
      payload.email,
      payload.privacyConsent,
      payload.marketingConsent,
      payload.consentVersion,
    ],
    ["testimonial.received", "career-garage", "Career Garage", "Ann Example", email, true, true, "2026-11"],
  );
  assert.ok(!Number.isNaN(Date.parse(payload.timestamp)));
  const link = new URL(payload.video.url);
  assert.equal((await sayso.fetch(link.pathname + link.search)).status, 200);
  assert.deepEqual(
    (await entry(row?.id))[0]?.attempts.map((attempt) => attempt.outcome),
    ["done"],
  );
  there.close();
});

test("BRA06 INV18 an address that fails is tried again, and one that says no for good is not; an admin sees why and retries", async () => {
  const there = fakeHost(AUTOMATION, status(408), status(404), status(200));
  await setUrl("wpms", `https://${AUTOMATION}/hook`);
  const email = someone();
  assert.equal((await postTestimonial(sayso, "wpms", webhookForm({ email }, await video()))).status, 200);
  const { id } = (await deliveredFrom(sayso, email)) as { id: string };
  const [first] = await until("a try", async () => {
    const lines = await entry(id);
    return lines[0]?.attempts[0]?.outcome ? lines : null;
  });
  assert.deepEqual(
    [first?.status, first?.attempts[0]?.outcome, first?.attempts[0]?.reason],
    ["pending", "retry", "The automation address answered 408."],
  );
  const early = await call(sayso, "POST", `/api/admin/forwards/${id}/retry`, { cookie });
  assert.equal(early.status, 409, "it is on its way");
  await sayso.change(
    "UPDATE job_queue SET due_at = 0 WHERE subject_id = ? AND job_type = 'forward-submission'",
    id,
  );
  await sayso.schedule(new Date());
  const failed = await untilState(id, "failed");
  assert.equal(failed.attempts.at(-1)?.reason, "The automation address answered 404.");
  const clicks = await Promise.all(
    [1, 2, 3].map(() => call(sayso, "POST", `/api/admin/forwards/${id}/retry`, { cookie })),
  );
  assert.deepEqual(clicks.map((answer) => answer.status).toSorted(), [200, 409, 409]);
  await untilState(id, "done");
  assert.equal(there.received.length, 3);
  assert.equal((await entry(id)).length, 2, "the log keeps both");
  there.close();
});

test("reports only that a demo was made, never its link (BRA06 EML02 DEM04)", async () => {
  await clearMailLimit();
  const there = fakeHost(AUTOMATION, status(200));
  await setUrl("demo", `https://${AUTOMATION}/hook`);
  const email = someone();
  assert.equal((await postTestimonial(sayso, "demo", webhookForm({ email }, await video()))).status, 200);
  const { id } = (await deliveredFrom(sayso, email)) as { id: string };
  await untilState(id, "done");
  const payload = there.received[0]?.body ?? "";
  assert.deepEqual(Object.keys(JSON.parse(payload)).toSorted(), [
    "endpoint",
    "event",
    "id",
    "timestamp",
    "video",
  ]);
  assert.ok(!payload.includes(email) && !payload.includes("Ann") && !payload.includes("/drive/"));
  there.close();
});

test("BRA06 a redirect is no success: what is sent goes nowhere else", async () => {
  const elsewhere = fakeHost("elsewhere.example", status(200));
  const there = fakeHost(AUTOMATION, status(302, { location: "https://elsewhere.example/" }));
  await setUrl("live", `https://${AUTOMATION}/hook`);
  const email = someone();
  assert.equal((await postTestimonial(sayso, "live", webhookForm({ email }, await video()))).status, 200);
  const { id } = (await deliveredFrom(sayso, email)) as { id: string };
  const failed = await untilState(id, "failed");
  assert.equal(failed.attempts.at(-1)?.reason, "The automation address answered 302.");
  assert.equal(elsewhere.received.length, 0);
  there.close();
  elsewhere.close();
});

test("BRA06 one that a runner has is shown as running, and not sent again", async () => {
  const id = await failedForward(sayso, await addClient(sayso));
  await sayso.change(
    "UPDATE job_queue SET status = 'pending', lease = 'a runner', due_at = ? WHERE subject_id = ?",
    Date.now() + 60_000,
    id,
  );
  assert.deepEqual(
    (await entry(id)).map((line) => line.status),
    ["running"],
  );
  await call(sayso, "POST", `/api/admin/forwards/${id}/retry`, { cookie });
  assert.equal((await entry(id)).length, 1);
});

test("BRA06 nothing is forwarded into a private network, however the address came to stand in the settings", async () => {
  const strict = await startWorker({ secrets: { AUTOMATION_SECRET: SECRET } });
  try {
    const admin = await signIn(strict, await addUser(strict, { roles: ["admin"] }), "admin");
    for (const url of [
      "https://127.0.0.1.nip.io/hook",
      "https://app.localtest.me/",
      "https://metadata.google.internal/computeMetadata/v1/",
      "https://printer.local/",
    ]) {
      const saved = await call(strict, "PUT", "/api/admin/settings/automation_url_wpms", {
        cookie: admin,
        body: { value: url },
      });
      assert.equal(saved.status, 400, url);
    }
    await strict.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('automation_url_wpms', 'https://app.localtest.me/')",
    );
    const email = someone();
    assert.equal((await postTestimonial(strict, "wpms", webhookForm({ email }, await video()))).status, 200);
    await until("it failed for good", () =>
      strict.row("SELECT 1 FROM job_queue WHERE job_type = 'forward-submission' AND status = 'failed'"),
    );
    const attempt = await strict.row("SELECT reason FROM job_attempts WHERE reason IS NOT NULL");
    assert.match(String(attempt?.reason), /private network/);
  } finally {
    await strict.close();
  }
});
