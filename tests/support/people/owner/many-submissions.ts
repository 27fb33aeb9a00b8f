// Hundreds of thousands of submissions, with their other rows.
/* eslint-disable @typescript-eslint/no-explicit-any -- the runtime's binding types are not installed */

/** `n` counts the rows. */
export const SUBMISSIONS = [
  "INSERT INTO clients (id, company_name, contact_name, email, custom_slug, created_at) SELECT 'c' || n, 'Shop', 'Ann', 'c' || n || '@shop.example', 'a-' || n, n FROM n WHERE n < 500",
  "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at) SELECT 'u' || n, 'c' || (n % 499 + 1), '', 9, 'video/mp4', 'cleared', n, n FROM n",
  "INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, customer_key, search_text, container, size_bytes, duration_ms, status, drive, drive_path, created_at) SELECT 's' || n, 'c' || (n % 499 + 1), 'k' || n, 'u' || n, 'Ann Example', n || '@example.com', n || '@example.com', 'ann example ' || n || '@example.com', 'mp4', 8000000, 30000, 'processed', 'built-in', '2026-11/' || n || '.mp4', 1760000000000 + n FROM n",
  "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) SELECT 's' || n, 1, 1, '1', n, 'Shop' FROM n",
];

/** The email and the job of each. */
export const MAILS_AND_JOBS = [
  "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) SELECT 'e' || n, 'submission_received', 's' || n, 'ann@shop.example', '{}', 'sent', n FROM n",
  "INSERT INTO job_queue (id, job_type, subject_id, payload, status, due_at, created_at) SELECT 'j' || n, 'upload-to-drive', 's' || n, '{}', 'done', n, n FROM n",
  "INSERT INTO job_attempts (job_id, attempt, job_type, subject_id, started_at, finished_at, outcome) SELECT 'j' || n, 1, 'upload-to-drive', 's' || n, n, n, 'done' FROM n",
];

/** Inserts `count` of them. */
export async function plantMany(db: any, kinds: string[], count: number): Promise<void> {
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  for (const sql of kinds) await db.prepare(sql.replace(/ SELECT /, ` ${numbers} SELECT `)).run();
}
