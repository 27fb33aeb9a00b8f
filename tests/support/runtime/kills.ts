// Customers who submit while the Worker's runtime is killed with SIGKILL, and the deliveries that go on afterwards.
import assert from "node:assert/strict";
import { addClient, form, goodFields, submit, video, type ClientRow } from "../people/owner/clients.ts";
import { PATIENCE_MS } from "./patience.ts";
import { sha256 } from "../people/owner/users.ts";
import { until, type Sayso } from "./worker.ts";

/** Customers who submit at the same time. */
const AT_ONCE = 6;
/** Credits that are left once all have submitted. */
const SPARE_CREDITS = 7;
const HOURS = 3_600_000;
const MINUTE = 60_000;
/** Expired uploads that one run of the sweeper removes. */
const SWEPT_AT_ONCE = 100;
/** Longer than any delivery of so small a video: if no attempt ends meanwhile, none is running. */
const STILL_MS = 3000;
/** How much longer each submission may take. */
const PATIENCE_EACH_MS = 1000;

export type Kills = { submissions: number; kills: number };
/** A submission, and the SHA-256 of its customer's file. */
export type Delivered = { row: Record<string, any>; sent: string };

/** A client with just enough credits. */
export const addKillsClient = (sayso: Sayso, { submissions }: Kills): Promise<ClientRow> =>
  addClient(sayso, { credits_remaining: submissions + SPARE_CREDITS });

/**
 * Kills the runtime while customers of a client submit, waits until all is delivered, and checks the invariants of any
 * drive. Returns the deliveries, to compare with the drive's files, and the number of interrupted attempts.
 */
export async function submitUnderKills(
  sayso: Sayso,
  client: ClientRow,
  { submissions, kills }: Kills,
): Promise<{ deliveries: Delivered[]; cut: number }> {
  const sent = new Map<string, string>();
  let started = 0;
  let acknowledged = 0;
  const customer = async () => {
    while (started < submissions) {
      started += 1;
      const number = started;
      const name = `Customer ${number}`;
      const bytes = await video();
      await submitUntilAnswered(sayso, client.id, name, bytes, number);
      sent.set(name, sha256(bytes));
      acknowledged += 1;
    }
  };
  const killer = async () => {
    for (let killed = 0; killed < kills; killed += 1) {
      const next = (killed * submissions) / kills;
      await until("more submissions", async () => acknowledged >= next);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      await sayso.killRuntime();
    }
  };
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, customer)]);
  await finishJobs(sayso, submissions);

  const rows = await sayso.rows("SELECT * FROM submissions WHERE client_id = ?", client.id);
  assert.equal(rows.length, submissions, "one row each");
  assert.ok(rows.every(({ status }) => status === "processed"));
  assert.deepEqual(new Set(rows.map((row) => row.customer_name)), new Set(sent.keys()));
  const credits = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
  assert.equal(credits?.n, SPARE_CREDITS);
  const mails = await sayso.rows("SELECT subject_id, status FROM emails WHERE recipient = ?", client.email);
  // In a flood, an hourly digest covers the submissions without their own email.
  const expected = await sayso.rows(
    "SELECT CASE WHEN digest_hour IS NULL THEN id ELSE client_id || '/' || digest_hour END AS mail FROM submissions WHERE client_id = ?",
    client.id,
  );
  assert.equal(expected.length, submissions);
  const due = new Set(expected.map(({ mail }) => mail as string));
  assert.deepEqual(mails.map((mail) => mail.subject_id).toSorted(), [...due].toSorted(), "told of once each");
  assert.ok(mails.every((mail) => mail.status === "sent"));

  await sweepUploads(sayso);
  assert.deepEqual(await sayso.keys("uploads/"), [], "nothing is left of the uploads");
  const cut = await count(sayso, "job_attempts WHERE job_type = 'upload-to-drive' AND finished_at IS NULL");
  return { cut, deliveries: rows.map((row) => ({ row, sent: sent.get(row.customer_name) ?? "" })) };
}

/** Sends under one idempotency key until it gets an answer, like a customer's browser. */
async function submitUntilAnswered(
  sayso: Sayso,
  clientId: string,
  customerName: string,
  bytes: Uint8Array,
  number: number,
): Promise<void> {
  const headers = {
    "idempotency-key": crypto.randomUUID(),
    "cf-connecting-ip": `198.${number >> 8}.${number & 255}.1`,
  };
  const fields = { ...goodFields(clientId), customerName };
  await until(`submission ${number} is acknowledged`, () =>
    submit(sayso, form(fields, bytes), headers, 15_000).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}

const count = async (sayso: Sayso, from: string): Promise<number> =>
  Number((await sayso.row(`SELECT count(*) AS n FROM ${from}`))?.n);

/** Advances a day, and the minutes that the sweeper needs for all uploads, since each run handles a limited number. */
async function sweepUploads(sayso: Sayso): Promise<void> {
  const runs = 1 + Math.ceil((await count(sayso, "uploads")) / SWEPT_AT_ONCE);
  for (let run = 0; run < runs && (await sayso.keys("uploads/")).length > 0; run += 1)
    await sayso.schedule(new Date(Date.now() + 26 * HOURS + run * MINUTE));
}

/** Advances time until everything is delivered and all emails are sent. */
async function finishJobs(sayso: Sayso, submissions: number): Promise<void> {
  let ended = -1;
  let movedAt = 0;
  await until(
    "all are delivered and all mails sent",
    async () => {
      if ((await count(sayso, "job_queue WHERE status IN ('pending', 'running')")) === 0) return true;
      const before = ended;
      ended = await count(sayso, "job_attempts WHERE finished_at IS NOT NULL");
      if (ended !== before) movedAt = Date.now();
      if (Date.now() - movedAt < STILL_MS) return false;
      // The queue is empty, and runners that died hold leases. A sweep before that would only flood the queue.
      await sayso.change("UPDATE job_queue SET due_at = 0 WHERE status IN ('pending', 'running')");
      await sayso.schedule(new Date());
      movedAt = Date.now();
      return false;
    },
    PATIENCE_MS + submissions * PATIENCE_EACH_MS,
  );
}
