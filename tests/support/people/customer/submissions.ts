// Delivered submissions, planted in numbers: rows, and on wish the video in the folder.
import { type ClientRow, recording } from "../owner/clients.ts";
import { call } from "../owner/users.ts";
import type { Sayso } from "../../runtime/worker.ts";

export type SubmissionOptions = {
  customer_name?: string;
  customer_email?: string;
  status?: string;
  created_at?: number;
  unfinished?: string | null;
  unwatermarked?: number;
  size_bytes?: number;
  duration_ms?: number;
  text_version?: string;
  /** Path in the folder; `null` if it is not there. */
  drive_path?: string | null;
  /** Puts the bytes of a real recording into the folder. */
  withVideo?: boolean;
};

/** A submission as delivery leaves it (or in another status); returns its id. */
export async function addSubmission(
  sayso: Sayso,
  client: ClientRow,
  overrides: SubmissionOptions = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const { withVideo = false, ...given } = overrides;
  const row = {
    customer_name: "Ann Example",
    customer_email: "ann@example.com",
    status: "processed",
    created_at: Date.now(),
    unfinished: null,
    unwatermarked: 0,
    duration_ms: 3000,
    text_version: "2026-11",
    ...given,
  };
  const bytes = await recording();
  const day = new Date(row.created_at).toISOString().slice(0, 10);
  const path = `${day.slice(0, 7)}/${day} ${row.customer_name.replaceAll(/[^\p{L} ]/gu, "")} ${id.slice(0, 8)}.webm`;
  if (withVideo) {
    await sayso.media.put(`drive/${client.id}/${path}`, bytes, {
      httpMetadata: { contentType: "video/webm" },
    });
  }
  await sayso.change(
    "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at) VALUES (?, ?, '', ?, 'video/webm', 'cleared', ?, ?)",
    id,
    client.id,
    bytes.length,
    row.created_at,
    row.created_at,
  );
  await sayso.change(
    `INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email, drive_path, container, size_bytes, duration_ms, status, created_at, unfinished, unwatermarked, search_text, customer_key, drive, delivered_at)
     VALUES (?1, ?2, ?1, ?1, ?3, ?4, ?5, 'webm', ?6, ?12, ?7, ?8, ?9, ?10, ?11, lower(?4), iif(?5 IS NULL, NULL, 'built-in'), iif(?5 IS NULL, NULL, ?8))`,
    id,
    client.id,
    row.customer_name,
    row.customer_email,
    row.drive_path === undefined ? (row.status === "processed" ? path : null) : row.drive_path,
    row.size_bytes ?? bytes.length,
    row.status,
    row.created_at,
    row.unfinished,
    row.unwatermarked,
    `${row.customer_name} ${row.customer_email}`.toLowerCase(),
    row.duration_ms,
  );
  await sayso.change(
    "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) VALUES (?, 1, 1, ?, ?, ?)",
    id,
    row.text_version,
    row.created_at,
    client.company_name,
  );
  return id;
}

export type SubmissionPage = {
  submissions: { id: string; customer_name: string; status: string; playable: boolean }[];
  next: string | null;
};

/** A client's list of submissions, as the portal requests it. */
export async function listSubmissions(sayso: Sayso, client: ClientRow, cookie: string, query = "") {
  const answer = await call(sayso, "GET", `/api/client/${client.id}/submissions${query}`, { cookie });
  return { status: answer.status, page: (await answer.json()) as SubmissionPage };
}
