// Requests of the site's visitors, and the rows they leave.
import { readFile } from "node:fs/promises";
import type { ClientRow } from "../owner/clients.ts";
import { plantSubmission } from "../../runtime/jobs.ts";
import { linkSignature } from "../../runtime/keys.ts";
import type { Sayso } from "../../runtime/worker.ts";

/** The dialog's form for a webhook. `undefined` fields are left out; the video is last. */
export function webhookForm(overrides: Record<string, string | undefined> = {}, file?: Uint8Array): FormData {
  const now = new Date();
  const fields = {
    name: "Ann Example",
    email: "ann@example.com",
    timestamp: now.toISOString(),
    privacyConsent: "true",
    marketingConsent: "true",
    ...overrides,
  };
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) data.set(name, value);
  const name = `testimonial-${now.getTime()}.webm`;
  if (file) data.set("video", new File([file as BlobPart], name, { type: "video/webm" }));
  return data;
}

/** The form that a buyer sends. */
export function setupForm(overrides: Record<string, string> = {}, logo?: Blob): FormData {
  const fields = {
    name: "Bea Buyer",
    email: `${crypto.randomUUID().slice(0, 8)}@buyers.example`,
    company: "Buyer & Daughters",
    reviewPlatform: "google",
    timestamp: new Date().toISOString(),
    ...overrides,
  };
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  if (logo) data.set("logo", logo, "logo.png");
  return data;
}

export const logoFile = async () =>
  new File([await readFile(new URL("../../films/logo.png", import.meta.url))], "logo.png", {
    type: "image/png",
  });

/** A set-up with a logo, as a buyer leaves it. */
export async function plantSetup(sayso: Sayso): Promise<string> {
  const id = crypto.randomUUID();
  await sayso.media.put(`onboarding/${id}/logo.png`, await (await logoFile()).arrayBuffer(), {
    httpMetadata: { contentType: "image/png" },
  });
  await sayso.change(
    "INSERT INTO onboarding_requests (id, name, email, company, review_link_type, logo, created_at) VALUES (?, 'Bea', ?, 'Buyer', 'None', 'logo.png', ?)",
    id,
    `${id.slice(0, 8)}@buyers.example`,
    Date.now(),
  );
  return id;
}

/** A submission that a webhook's automation address would not take: it answered each attempt with one of the statuses. */
export async function failedForward(sayso: Sayso, client: ClientRow, answers = [404]): Promise<string> {
  const { submissionId } = await plantSubmission(sayso, client);
  await sayso.change(
    "UPDATE submissions SET endpoint = 'wpms', drive_path = 'a/b.webm', status = 'processed' WHERE id = ?",
    submissionId,
  );
  const [jobId, now] = [crypto.randomUUID(), Date.now()];
  await sayso.change(
    "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business) VALUES (?, 1, 1, '2026-12', ?, ?)",
    submissionId,
    now,
    client.company_name,
  );
  await sayso.change(
    "INSERT INTO job_queue (id, job_type, subject_id, payload, status, due_at, created_at) VALUES (?, 'forward-submission', ?, '{}', 'failed', 0, ?)",
    jobId,
    submissionId,
    now,
  );
  for (const [index, status] of answers.entries())
    await sayso.change(
      "INSERT INTO job_attempts (job_id, attempt, job_type, subject_id, started_at, finished_at, outcome, reason) VALUES (?1, ?2, 'forward-submission', ?3, ?4, ?4, ?5, ?6)",
      jobId,
      index + 1,
      submissionId,
      now,
      index === answers.length - 1 ? "failed" : "retry",
      `The automation address answered ${status}.`,
    );
  return submissionId;
}

/** Token of the confirmation email of a new sign-up. */
export async function signUpToken(sayso: Sayso, expiresAt = Date.now() + 60_000): Promise<string> {
  const id = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at) VALUES (?, ?, 'Vera', 'Visitor', 'Shop', 'pending_confirmation', ?)",
    id,
    `${id.slice(0, 8)}@visitors.example`,
    Date.now(),
  );
  return `${id}.${expiresAt}.${linkSignature("sign-up", id, expiresAt)}`;
}
