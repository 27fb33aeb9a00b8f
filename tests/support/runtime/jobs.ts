// Accepted submissions and their jobs, planted as acceptance leaves them, for faults that no visitor can cause.
import assert from "node:assert/strict";
import { type ClientRow, addClient, recording } from "../people/owner/clients.ts";
import { sha256 } from "../people/owner/users.ts";
import { until, type Sayso } from "./worker.ts";

export const MIB = 1024 * 1024;

export type Planted = { submissionId: string; uploadId: string; jobId: string; size: number };

/** A submission waiting for delivery, whose queue message was lost. `pieces`: its stored bytes. */
export async function plantSubmission(
  sayso: Sayso,
  client: ClientRow,
  pieces?: Uint8Array[],
  dueIn = 0,
): Promise<Planted> {
  const bytes = await recording();
  const stored = pieces ?? [bytes];
  const [submissionId, jobId] = [crypto.randomUUID(), crypto.randomUUID()];
  const uploadId = crypto.randomUUID().replaceAll("-", "");
  let at = 0;
  for (const piece of stored) {
    await sayso.media.put(`uploads/${uploadId}/${String(at).padStart(12, "0")}`, piece);
    at += piece.length;
  }
  const now = Date.now();
  await sayso.change(
    "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at, chunk_sizes) VALUES (?, ?, '', ?, 'video/webm', 'accepted', ?, ?, ?)",
    uploadId,
    client.id,
    bytes.length,
    now,
    now,
    JSON.stringify(stored.map((piece) => piece.length)),
  );
  await sayso.change(
    `INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, final_file_path, container, size_bytes, duration_ms, status, created_at)
     VALUES (?, ?, ?, ?, 'Ann Example', 'ann@example.com', ?, 'webm', ?, 3000, 'awaiting_drive_upload', ?)`,
    submissionId,
    client.id,
    crypto.randomUUID(),
    uploadId,
    `uploads/${uploadId}/`,
    bytes.length,
    now,
  );
  await sayso.change(
    `INSERT INTO job_queue (id, job_type, subject_id, payload, status, due_at, created_at) VALUES (?, 'upload-to-drive', ?, '{}', 'pending', ?, ?)`,
    jobId,
    submissionId,
    now + dueIn,
    now,
  );
  return { submissionId, uploadId, jobId, size: bytes.length };
}

/** A submission of this many bytes, stored as an upload leaves them. */
export async function plantLarge(
  sayso: Sayso,
  client: ClientRow,
  bytes: number,
): Promise<Planted & { digest: string }> {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += MIB) content.fill(String(at), at, Math.min(at + MIB, bytes));
  const pieces = [];
  for (let at = 0; at < bytes; at += MIB) pieces.push(content.subarray(at, at + MIB));
  const planted = await plantSubmission(sayso, client, pieces);
  await sayso.change("UPDATE submissions SET size_bytes = ? WHERE id = ?", bytes, planted.submissionId);
  return { ...planted, size: bytes, digest: sha256(content) };
}

/** The runner of a job has crashed without a note, and its lease is over. */
export const crashed = (sayso: Sayso, jobId: string) =>
  sayso.change("UPDATE job_queue SET status = 'pending', lease = 'crashed', due_at = 0 WHERE id = ?", jobId);

/** Time passes for a job: it is due now. */
export const makeDue = (sayso: Sayso, jobId: string) =>
  sayso.change("UPDATE job_queue SET due_at = 0 WHERE id = ?", jobId);

export const job = (sayso: Sayso, id: string) => sayso.row("SELECT * FROM job_queue WHERE id = ?", id);

/** Waits until the job of a subject is marked as done, which follows its effects. */
export const jobOver = (sayso: Sayso, subject: string) =>
  until("its job is over", async () => {
    const row = await sayso.row("SELECT id, status FROM job_queue WHERE subject_id = ?", subject);
    return row?.status === "done" && row;
  });
export const submission = (sayso: Sayso, id: string) =>
  sayso.row("SELECT * FROM submissions WHERE id = ?", id);
export const attempts = (sayso: Sayso, subject: string) =>
  sayso.rows("SELECT * FROM job_attempts WHERE subject_id = ? ORDER BY started_at, attempt", subject);

/** A permanently failed delivery: the product cannot deliver to the kind of its drive link. */
export async function addPermanentFailure(
  sayso: Sayso,
  link = "https://drive.example/gone",
): Promise<Planted> {
  const client = await addClient(sayso, { drive_link: link });
  const planted = await plantSubmission(sayso, client);
  await makeDue(sayso, planted.jobId);
  await sayso.deliver(planted.jobId);
  await until(
    "failed",
    async () => (await submission(sayso, planted.submissionId))?.status === "drive_upload_failed",
  );
  return planted;
}

/** Whether a job is waiting: a running one has the same status, and a lease. */
export const isWaiting = (one: Record<string, unknown>): boolean =>
  one.status === "pending" && one.lease === null;

/** Asserts that a job waits `minutes`, give or take a fifth, from some time between `since` and now. */
export function assertWaits(of: Record<string, unknown> | undefined, minutes: number, since: number): void {
  const waits = (from: number) => (Number(of?.due_at) - from) / 60_000 / minutes;
  const [most, least] = [waits(since), waits(Date.now())];
  assert.ok(most >= 0.8 && least <= 1.2, `it waits ${least} to ${most} of ${minutes} minutes`);
}
