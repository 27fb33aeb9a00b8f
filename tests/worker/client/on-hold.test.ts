// Testimonials on hold: those beyond a burst cost nothing until the business accepts them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Dashboard, ErasureResult, ReleaseResult, SubmissionPage } from "#api/generated/client.ts";
import { adminCookie } from "../../support/people/admin/admin-calls.ts";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { creditCalls } from "../../support/people/owner/credits.ts";
import { call, sha256 } from "../../support/people/owner/users.ts";
import { runJobs, startWorker, type Sayso, until } from "../../support/runtime/worker.ts";

const HOUR_MS = 60 * 60_000;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ submissionLimits: true });
  // Challenges are tested elsewhere.
  await sayso.change(
    "INSERT INTO admin_settings (setting_key, setting_value) VALUES ('challenge_from', '1000')",
  );
});
after(() => sayso.close());

const { ownerOf, stored, ledger } = creditCalls(() => sayso);

const send = async (client: ClientRow, ip: string) =>
  (await submit(sayso, form(goodFields(client.id), await video()), { "cf-connecting-ip": ip })).status;

/** Sends `count` videos, one after the other, alternating between the addresses. */
async function flood(client: ClientRow, count: number, address: (index: number) => string) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await send(client, address(index)));
  return statuses;
}

const held = async (client: ClientRow): Promise<string[]> => {
  const rows = await sayso.rows(
    "SELECT id FROM submissions WHERE client_id = ? AND hold IS NOT NULL ORDER BY created_at, id",
    client.id,
  );
  return rows.map(({ id }) => id as string);
};

const delivered = async (client: ClientRow) =>
  (
    await sayso.row(
      "SELECT count(*) AS n FROM submissions WHERE client_id = ? AND status = 'processed'",
      client.id,
    )
  )?.n;

/** Calls the portal's API with this cookie. */
async function ask<Answer>(cookie: string, method: string, path: string, body?: unknown) {
  const answer = await call(sayso, method, path, { cookie, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  return { status: answer.status, reply: (text === "" ? undefined : JSON.parse(text)) as Answer };
}

const release = (client: ClientRow, cookie: string, ids: string[]) =>
  ask<ReleaseResult>(cookie, "POST", `/api/client/${client.id}/submissions/release`, { ids });
const reject = (client: ClientRow, cookie: string, ids: string[]) =>
  ask<ErasureResult>(cookie, "POST", `/api/client/${client.id}/submissions/reject`, { ids });

/** A client that reviews first, with `count` submissions on hold. */
async function withHeld(count: number, overrides: Partial<ClientRow> = {}) {
  const client = await addClient(sayso, overrides);
  await sayso.change("UPDATE clients SET holds_everything = 1 WHERE id = ?", client.id);
  assert.deepEqual(
    await flood(client, count, (index) => `192.0.2.${index}`),
    Array.from({ length: count }, () => 200),
  );
  return { client, cookie: await ownerOf(client), ids: await held(client) };
}

describe("submissions beyond a burst", () => {
  test("SUB42 INV70 256 networks of one household take 10 credits in an hour, and a stranger's testimonial is delivered", async () => {
    const client = await addClient(sayso);
    const network = (index: number) => `2001:db8:a:${index.toString(16)}::1`;
    const statuses = await flood(client, 24, (index) => network(index * 10));
    assert.deepEqual([...new Set(statuses.slice(0, 20))], [200]);
    assert.deepEqual([...new Set(statuses.slice(20))], [429]);
    assert.equal((await stored(client)).credits, 40);
    assert.equal((await held(client)).length, 10);
    assert.equal(await send(client, "203.0.113.9"), 200);
    assert.equal((await stored(client)).credits, 39);
    await until("all that took a credit is delivered", async () => (await delivered(client)) === 11);
    assert.equal((await held(client)).length, 10, "what is on hold stays there");
  });

  test("SUB42 INV70 the addresses of one /24 take 10 credits in an hour, and none of them is refused for the others", async () => {
    const client = await addClient(sayso);
    const statuses = await flood(client, 24, (index) => `198.51.100.${index}`);
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.deepEqual([(await stored(client)).credits, (await held(client)).length], [40, 14]);
    assert.equal(await send(client, "203.0.113.9"), 200);
    assert.equal((await stored(client)).credits, 39);
  });

  test("what is held of one network puts nobody else on hold, beyond the client's limit too (SUB42 INV70)", async () => {
    const client = await addClient(sayso);
    const statuses = await flood(client, 64, (index) => `198.51.100.${index}`);
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.deepEqual([(await stored(client)).credits, (await held(client)).length], [40, 54]);
    for (const ip of ["203.0.113.9", "203.0.113.9", "2001:db8:b::1"])
      assert.equal(await send(client, ip), 200, ip);
    assert.deepEqual([(await stored(client)).credits, (await held(client)).length], [37, 54]);
    const rates = await sayso.row(
      "SELECT hour_count, hour_held, day_count, day_held FROM submission_rates WHERE client_id = ? AND ip_hash = ''",
      client.id,
    );
    assert.deepEqual({ ...rates }, { hour_count: 67, hour_held: 54, day_count: 67, day_held: 54 });
  });

  test("SUB42 INV70 40 networks take 30 credits in an hour, and a stranger is not refused, but held", async () => {
    const client = await addClient(sayso);
    const statuses = await flood(client, 80, (index) => `198.51.${index % 40}.1`);
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal((await stored(client)).credits, 20);
    assert.equal(await send(client, "203.0.113.9"), 200);
    assert.deepEqual([(await stored(client)).credits, (await held(client)).length], [20, 51]);
  });

  test("SUB42 INV70 one household takes a quarter of few credits in a day, and the rest is there for others", async () => {
    const client = await addClient(sayso, { credits_remaining: 8 });
    await flood(client, 10, () => "192.0.2.1");
    assert.equal((await stored(client)).credits, 6);
    assert.equal(await send(client, "203.0.113.9"), 200);
    assert.equal((await stored(client)).credits, 5);
  });

  test("SUB42 the portal says how many wait and why, lists and plays them, and offers no download before they are accepted", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    await flood(client, 12, () => "192.0.2.1");
    const { reply: dashboard } = await ask<Dashboard>(cookie, "GET", "/api/client/dashboard");
    assert.deepEqual([dashboard.on_hold, dashboard.client.holds_everything], [2, false]);
    const { reply: page } = await ask<SubmissionPage>(
      cookie,
      "GET",
      `/api/client/${client.id}/submissions?status=held`,
    );
    assert.deepEqual(
      page.submissions.map(({ hold, status, playable }) => [hold, status, playable]),
      [
        ["unusual-traffic", "pending", true],
        ["unusual-traffic", "pending", true],
      ],
    );
    const [first = ""] = await held(client);
    const address = `/api/client/${client.id}/submissions/${first}/video`;
    const played = await call(sayso, "GET", address, { cookie });
    const row = await sayso.row("SELECT sha256 FROM submissions WHERE id = ?", first);
    assert.deepEqual([played.status, sha256(await played.bytes())], [200, row?.sha256]);
    const saved = await ask<{ error: string }>(cookie, "GET", `${address}?download`);
    assert.deepEqual(
      [saved.status, saved.reply.error],
      [409, "This video is on hold. Accept it to download it."],
    );
    assert.equal((await call(sayso, "GET", `/drive/videos/${first}`, { cookie })).status, 404);
    await until("the others are delivered", async () => (await delivered(client)) === 10);
    const { reply: archive } = await ask<{ parts: { submissions: number; videos: number }[] }>(
      cookie,
      "GET",
      `/api/client/${client.id}/archive`,
    );
    assert.deepEqual(
      archive.parts.map(({ submissions, videos }) => [submissions, videos]),
      [[12, 10]],
    );
  });

  test("SUB42 its business is told when the hour is over, once, and not of what it has taken by then", async () => {
    const { client, cookie, ids } = await withHeld(3);
    const mailed = await withHeld(2);
    await release(client, cookie, ids);
    const job = await sayso.row(
      "SELECT j.due_at FROM job_queue j JOIN emails e ON e.id = j.subject_id WHERE e.template = 'submissions_held' AND e.recipient = ?",
      mailed.client.email,
    );
    assert.ok(job?.due_at > Date.now() && job?.due_at <= Date.now() + HOUR_MS + 120_000);
    await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status = 'pending' AND lease IS NULL");
    const mailsTo = async (email: string) => {
      await runJobs(sayso, { mailsTo: email });
      return (await sayso.mails()).filter(
        ({ to, subject }) => [to].flat().includes(email) && subject.includes("on hold"),
      );
    };
    const [mail, ...more] = await mailsTo(mailed.client.email);
    assert.deepEqual([mail?.subject, more.length], ["2 testimonials are on hold", 0]);
    assert.match(mail?.text ?? "", /You review everything first\./);
    assert.match(mail?.text ?? "", /\/clients\/submissions\?status=held/);
    assert.deepEqual(await mailsTo(client.email), []);
  });
});

describe("taking and removing", () => {
  test("SUB42 taken by five at the same time each takes one credit and is delivered once", async () => {
    const { client, cookie, ids } = await withHeld(3);
    assert.equal((await stored(client)).credits, 50);
    const answers = await Promise.all(Array.from({ length: 5 }, () => release(client, cookie, ids)));
    assert.equal(
      answers.reduce((sum, { reply }) => sum + reply.released, 0),
      3,
    );
    assert.deepEqual(await ledger(client), [
      ["opening", 50],
      ["submission", -1],
      ["submission", -1],
      ["submission", -1],
    ]);
    await until("they are delivered", async () => (await delivered(client)) === 3);
    assert.deepEqual((await release(client, cookie, ids)).reply, { released: 0, left: 0 });
  });

  test("SUB42 INV01 they are taken as far as the credits reach; nothing is taken for an account that is not active", async () => {
    const { client, cookie, ids } = await withHeld(4, { credits_remaining: 2 });
    assert.deepEqual((await release(client, cookie, ids)).reply, { released: 2, left: 2 });
    assert.deepEqual([(await stored(client)).credits, await held(client)], [0, ids.slice(2)]);
    await sayso.change(
      "UPDATE clients SET credits_remaining = 5, status = 'suspended' WHERE id = ?",
      client.id,
    );
    assert.deepEqual((await release(client, await adminCookie(sayso), ids.slice(2))).reply, {
      released: 0,
      left: 2,
    });
  });

  test("SUB42 BIL05 removed it returns no credit, and taken and removed at the same time it counts once", async () => {
    const { client, cookie, ids } = await withHeld(6);
    const [first = "", ...others] = ids;
    assert.deepEqual((await reject(client, cookie, [first])).reply, { erased: 1, left: 0, returned: 0 });
    assert.equal((await stored(client)).credits, 50);
    await Promise.all(others.flatMap((id) => [release(client, cookie, [id]), reject(client, cookie, [id])]));
    const entries = await ledger(client);
    const count = (reason: string) => entries.filter(([one]) => one === reason).length;
    assert.deepEqual(await held(client), []);
    const left = (await sayso.row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", client.id))?.n;
    assert.equal(count("submission") - count("returned"), left, "each that is there has taken a credit");
  });

  test("rejecting held submissions slows their sender down (SUB42 SUB38)", async () => {
    const client = await addClient(sayso);
    const cookie = await ownerOf(client);
    await flood(client, 11, () => "192.0.2.1");
    await reject(client, cookie, await held(client));
    await sayso.change(
      "UPDATE submission_rates SET hour_began = 0, day_began = 0 WHERE client_id = ?",
      client.id,
    );
    const slowed = await sayso.row(
      "SELECT sum(rejections) AS rejections FROM submission_rates WHERE client_id = ?",
      client.id,
    );
    assert.equal(slowed?.rejections, 1);
    const asked = await submit(sayso, form(goodFields(client.id), await video()), {
      "cf-connecting-ip": "192.0.2.1",
      "idempotency-key": crypto.randomUUID(),
    });
    assert.equal(asked.reply.code, "challenge_required");
  });

  test("SUB42 only its business and admins take it, or have everything held; an admin's turn is in the log", async () => {
    const { client, ids } = await withHeld(1);
    const stranger = await ownerOf(await addClient(sayso));
    assert.equal((await release(client, stranger, ids)).status, 404);
    const holds = (cookie: string, everything: unknown) =>
      ask(cookie, "PATCH", `/api/client/${client.id}/holds`, { everything });
    assert.equal((await holds(stranger, false)).status, 404);
    assert.equal((await release(client, "", ids)).status, 401);
    assert.deepEqual(await held(client), ids);
    const admin = await adminCookie(sayso);
    assert.equal((await holds(admin, "no")).status, 400);
    for (const amount of [0, 51])
      assert.equal(
        (
          await release(
            client,
            admin,
            Array.from({ length: amount }, () => "x"),
          )
        ).status,
        400,
      );
    assert.equal((await holds(admin, false)).status, 200);
    assert.deepEqual((await release(client, admin, ids)).reply, { released: 1, left: 0 });
    const lines = await sayso.rows(
      "SELECT action, after FROM audit_log WHERE subject = ? ORDER BY action",
      client.id,
    );
    assert.deepEqual(
      lines.map(({ action, after: values }) => [action, JSON.parse(values as string)]),
      [
        ["hold.change", { holds_everything: "no" }],
        ["submission.take", { taken: 1 }],
      ],
    );
    assert.equal(await send(client, "192.0.2.77"), 200);
    assert.deepEqual(await held(client), []);
  });
});
