// Checks that a submission is accepted once, by its client's state before and after.
import { form, goodFields, submit, video } from "../owner/clients.ts";
import type { Sayso } from "../../runtime/worker.ts";

/** State of a client after its first submission, with 50 credits at the start. */
export const ACCEPTED_ONCE = { submissions: 1, credits: 49, consents: 1 };

/** Sends a new video in its form under an idempotency key. */
export async function sendForm(sayso: Sayso, clientId: string, key: string) {
  const { status, reply } = await submit(sayso, form(goodFields(clientId), await video()), {
    "idempotency-key": key,
  });
  return { status, code: reply.code };
}

export async function acceptedOf(sayso: Sayso, clientId: string) {
  const submissions = await sayso.rows("SELECT id FROM submissions WHERE client_id = ?", clientId);
  const client = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", clientId);
  const consents = await sayso.rows(
    "SELECT 1 FROM consents c JOIN submissions s ON s.id = c.submission_id WHERE s.client_id = ?",
    clientId,
  );
  return { submissions: submissions.length, credits: client?.n, consents: consents.length };
}
