// The nightly back-up of the database: consistent, a few objects per run, thirty kept, and purged of erased data.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { plantSubmission } from "../../support/runtime/jobs.ts";
import { addUser, call, sha256, signIn } from "../../support/people/owner/users.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import { ndjson, readIndex, readManifest, tablesOf } from "../../support/people/admin/back-ups.ts";
import { MAILS_AND_JOBS, SUBMISSIONS, plantMany } from "../../support/people/owner/many-submissions.ts";
import { thorough } from "../../support/runtime/thorough.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const NIGHTLY = "* 3 * * *";
const DAY = 24 * 3_600_000;
const MANY = thorough ? 100_000 : 2000;
/** D1 ends a query after 30 seconds. */
const MAX_MS = thorough ? 20_000 : 5000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const night = (day: string, minute = 0) =>
  sayso.schedule(new Date(`${day}T03:${String(minute).padStart(2, "0")}:00Z`), NIGHTLY);

describe("OPS03 the nightly back-up", () => {
  test("OPS03 holds every row of every table but those that are left out, with hashes and counts", async () => {
    const client = await addClient(sayso, {
      company_name: `O’Neill’s “Tab\there”, a 'quote', \n a line and 😀 \\u0041`,
    });
    await plantSubmission(sayso, client);
    await signIn(sayso, await addUser(sayso));
    await sayso.change("UPDATE clients SET storage_bytes = 9007199254740993 WHERE id = ?", client.id);
    const rowsBefore = await tablesOf(sayso.db);
    await night("2027-01-05");
    const manifest = await readManifest(sayso.media, "2027-01-05");
    const left = Object.keys(rowsBefore).filter((name) => !(name in manifest.tables));
    assert.deepEqual(left.toSorted(), [
      "back_up_chunks",
      "back_ups",
      "d1_migrations",
      "one_time_links",
      "rate_limit_events",
      "schedule_runs",
      "sessions",
      "submission_attempts",
      "sweep_cursors",
    ]);
    const held = await ndjson(sayso.media, manifest);
    for (const [name, rows] of Object.entries(rowsBefore)) {
      if (left.includes(name)) continue;
      assert.deepEqual(held[name] ?? [], rows, name);
      assert.equal(manifest.row_counts[name] ?? 0, rows.length, name);
    }
    for (const { key, bytes, sha256: hash } of manifest.objects) {
      const body = new Uint8Array(await (await sayso.media.get(key)).arrayBuffer());
      assert.deepEqual([body.length, sha256(body)], [bytes, hash]);
    }
    assert.equal(
      (await sayso.rows("SELECT 1 FROM back_up_chunks")).length,
      0,
      "the database is as large as before",
    );
    assert.ok(manifest.migrations.includes("0001_users.sql"));
  });

  test("OPS03 is of one moment, though it takes several runs while people go on", async () => {
    const { id } = await addClient(sayso);
    await sayso.change(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source) SELECT ?1, i + 1, i, 'adjustment', 0, 50, i || hex(randomblob(8000)) FROM n`,
      id,
    );
    await night("2027-01-06");
    const status = () => sayso.row("SELECT status FROM back_ups WHERE day = '2027-01-06'");
    assert.equal((await status())?.status, "exporting", "48 MB are more than one run stores");
    await sayso.change("UPDATE credit_ledger SET amount = 7 WHERE client_id = ?", id);
    await sayso.change(
      "INSERT INTO audit_log SELECT 'later', 1, id, '', 'x', '', '', '{}', '{}' FROM users LIMIT 1",
    );
    for (let minute = 1; (await status())?.status === "exporting"; minute++) {
      assert.ok(minute < 30);
      await night("2027-01-06", minute);
    }
    const manifest = await readManifest(sayso.media, "2027-01-06");
    assert.ok(manifest.objects.length > 10 && manifest.objects.every(({ bytes }) => bytes < 8_000_000));
    const held = await ndjson(sayso.media, manifest);
    const ledger = (held.credit_ledger ?? []).filter((row) => row.client_id === id);
    assert.equal(ledger.length, 3001);
    assert.ok(ledger.every((row) => row.amount !== 7));
    assert.ok((held.audit_log ?? []).every((row) => row.id !== "later"));
    await sayso.change("DELETE FROM credit_ledger WHERE client_id = ? AND seq > 1", id);
  });

  test("OPS03 runs twice without doing anything twice, and a broken night leaves nothing behind", async () => {
    await Promise.all([night("2027-01-07"), night("2027-01-07")]);
    await night("2027-01-07", 1);
    const index = await readIndex(sayso.media);
    assert.deepEqual(
      index.map(({ day }) => day),
      ["2027-01-07", "2027-01-06", "2027-01-05"],
    );
    await sayso.change(
      "UPDATE back_ups SET day = '2027-01-08', status = 'exporting', objects = ?",
      JSON.stringify([{ key: "back-ups/2027-01-08/000.ndjson", bytes: 1, sha256: "" }]),
    );
    await sayso.media.put("back-ups/2027-01-08/000.ndjson", "x");
    await night("2027-01-09");
    assert.deepEqual(await sayso.keys("back-ups/2027-01-08/"), []);
    assert.equal((await readIndex(sayso.media))[0]?.day, "2027-01-09");
  });

  test("OPS03 keeps thirty", async () => {
    const start = Date.parse("2027-02-01T00:00:00Z");
    for (let index = 0; index < 30; index++)
      await night(new Date(start + index * DAY).toISOString().slice(0, 10));
    const index = await readIndex(sayso.media);
    assert.deepEqual([index.length, index.at(-1)?.day], [30, "2027-02-01"]);
    assert.deepEqual(await sayso.keys("back-ups/2027-01-"), []);
  });

  test(`OPS03 the copy of ${MANY} submissions holds nobody up for long`, async (context) => {
    await plantMany(sayso.db, [...SUBMISSIONS, ...MAILS_AND_JOBS], MANY);
    const started = performance.now();
    const running = night("2027-04-10");
    // Asked meanwhile: it is answered once the copy is made.
    let worst = 0;
    const over = Symbol("over");
    const pause = () => new Promise((done) => setTimeout(done, 5));
    while ((await Promise.race([running.then(() => over), pause()])) !== over) {
      const asked = performance.now();
      await sayso.row("SELECT 1 FROM clients LIMIT 1");
      worst = Math.max(worst, performance.now() - asked);
    }
    const { n = 0, bytes = 0 } =
      (await sayso.row("SELECT count(*) AS n, sum(length(body)) AS bytes FROM back_up_chunks")) ?? {};
    context.diagnostic(
      `${MANY} submissions: the first run took ${Math.round(performance.now() - started)} ms and held others up for ${Math.round(worst)} ms; ${n} chunks of ${bytes} bytes were left`,
    );
    assert.ok(worst < MAX_MS, `${worst} ms`);
    for (let minute = 1; minute < 40; minute++) await night("2027-04-10", minute);
    const manifest = await readManifest(sayso.media, "2027-04-10");
    assert.ok((manifest.row_counts.submissions ?? 0) >= MANY);
  });
});

test("lists erased rows in the bucket within a minute, by ids alone (OPS04)", async () => {
  const client = await addClient(sayso);
  const { submissionId } = await plantSubmission(sayso, client);
  const cookie = await adminCookie(sayso);
  const path = `/api/client/${client.id}/submissions/${submissionId}`;
  assert.equal((await call(sayso, "DELETE", path, { cookie })).status, 200);
  const signUp = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at) VALUES (?1, ?1 || '@visitors.example', 'Vera', 'V', 'C', 'confirmed', 1)",
    signUp,
  );
  assert.equal((await call(sayso, "DELETE", `/api/admin/sign-ups/${signUp}`, { cookie })).status, 200);
  await sayso.schedule(new Date());
  const keys = await sayso.keys("erasures/");
  assert.equal(keys.length, 1);
  const text = await (await sayso.media.get(keys[0])).text();
  const listed = (JSON.parse(text) as { kind: string; subject_id: string }[]).map((note) => [
    note.kind,
    note.subject_id,
  ]);
  assert.deepEqual(
    listed.toSorted(),
    [
      ["sign-up", signUp],
      ["submission", submissionId],
    ].toSorted(),
  );
  assert.doesNotMatch(text, /@|Ann|Vera/);
  assert.equal((await sayso.rows("SELECT 1 FROM erasure_notes WHERE status <> 'listed'")).length, 0);
});

/** Long enough never to be part of an encrypted value. */
const ERASED = /Goner|una@example\.com/;

test("removes erased data from every back-up the same night, and each can still be restored (INV51 OPS03)", async () => {
  const client = await addClient(sayso);
  const stays = await addSubmission(sayso, client, {
    customer_name: "Stays Put",
    customer_email: "stays@example.com",
  });
  const erased = await addSubmission(sayso, client, {
    customer_name: "Una Goner",
    customer_email: "una@example.com",
  });
  await sayso.change(
    "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) VALUES ('mail-' || ?1, 'demo_submission', ?1, 'una@example.com', '{}', 'sent', 1)",
    erased,
  );
  const signUp = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at) VALUES (?1, 'una@example.com', 'Una', 'Goner', 'C', 'confirmed', 1)",
    signUp,
  );
  await sayso.change(
    "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) VALUES ('mail-' || ?1, 'confirm_sign_up', ?1 || '/once', 'una@example.com', '{}', 'sent', 1)",
    signUp,
  );
  const nights = ["2027-05-01", "2027-05-02"];
  const run = async (day: string, from: number, minutes: number) => {
    for (let minute = from; minute < from + minutes; minute++) await night(day, minute);
  };
  for (const day of nights) await run(day, 0, 40);
  const bodies = async (day: string) => {
    const { objects } = await readManifest(sayso.media, day);
    return (await Promise.all(objects.map(async ({ key }) => (await sayso.media.get(key)).text()))).join("");
  };
  for (const day of nights)
    assert.match(await bodies(day), /Una Goner[^]*una@example\.com|una@example\.com[^]*Una Goner/);
  const first = await readManifest(sayso.media, "2027-05-01");
  const path = `/api/client/${client.id}/submissions/${erased}`;
  assert.equal((await call(sayso, "DELETE", path, { cookie: await adminCookie(sayso) })).status, 200);
  const delSignUp = `/api/admin/sign-ups/${signUp}`;
  assert.equal((await call(sayso, "DELETE", delSignUp, { cookie: await adminCookie(sayso) })).status, 200);
  await sayso.change(
    "UPDATE erasure_notes SET noted_at = ? WHERE subject_id IN (?, ?)",
    Date.parse("2027-05-02T12:00:00Z"),
    erased,
    signUp,
  );
  // An unreadable one is left unchanged and does not block others.
  const last = first.objects.at(-1)?.key ?? "";
  const stored = await (await sayso.media.get(last)).text();
  await sayso.media.put(last, stored.slice(0, -5));
  await run("2027-05-03", 0, 20);
  assert.deepEqual(await readManifest(sayso.media, "2027-05-01"), first);
  assert.doesNotMatch(await bodies("2027-05-02"), ERASED);
  await sayso.media.put(last, stored);
  await run("2027-05-03", 20, 20);
  assert.deepEqual(
    (await sayso.keys("back-ups/2027-05-01/")).filter((key) => !key.includes("-1.")),
    [],
    "nothing is left of what it was",
  );
  for (const day of [...nights, "2027-05-03"]) {
    const text = await bodies(day);
    assert.doesNotMatch(text, ERASED, day);
    assert.match(text, /Stays Put/);
    // The hashes match the stored objects, and the counts their rows.
    const manifest = await readManifest(sayso.media, day);
    const held = await ndjson(sayso.media, manifest);
    for (const [name, rows] of Object.entries(held))
      assert.equal(manifest.row_counts[name], rows.length, name);
    for (const { key, sha256: hash } of manifest.objects)
      assert.equal(sha256(new Uint8Array(await (await sayso.media.get(key)).arrayBuffer())), hash);
    assert.ok((held.submissions ?? []).some((row) => row.id === stays));
  }
  const rewritten = await readManifest(sayso.media, "2027-05-01");
  assert.equal(rewritten.row_counts.submissions, (first.row_counts.submissions ?? 0) - 1);
  const earlier = (await readIndex(sayso.media)).map(({ manifest_sha256: hash }) => hash);
  await night("2027-05-03", 50);
  assert.deepEqual(
    (await readIndex(sayso.media)).map(({ manifest_sha256: hash }) => hash),
    earlier,
    "nothing is written anew for nothing",
  );
});
