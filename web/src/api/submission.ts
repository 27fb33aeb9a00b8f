import type { SubmitReply } from "./generated/SubmitReply.ts";
import type { Unfinished } from "../media/generated/Unfinished.ts";
import { submitTestimonial } from "./endpoints.ts";
import { whenOnline } from "./online.ts";
import { pause } from "./pause.ts";
import { readReply } from "./submit-reply.ts";

export type Submission = {
  clientId: string;
  customerName: string;
  customerEmail: string;
  consentData: boolean;
  consentMarketing: boolean;
  /** Which wording of the consents was shown. */
  consentVersion: string;
  /** The video carries the business's watermark. */
  watermarked: boolean;
  /** Why the video is sent as it was recorded; absent when it was finished. */
  unfinished?: Unfinished;
  /** The finished upload that carries the video. */
  uploadId: string;
};

export type SubmissionAnswer =
  { kind: "accepted" } | { kind: "refused"; status: number; reply: SubmitReply } | { kind: "unreachable" };

const WAITS_MS = [1000, 2000, 4000];

/**
 * Submits an uploaded testimonial. Lost connections and server faults are tried again with the same key, so
 * that the server takes the submission once however often it arrives. Throws only when `signal` aborts.
 */
export async function sendSubmission(
  fields: Submission,
  idempotencyKey: string,
  signal: AbortSignal,
  onWaiting: (waiting: boolean) => void,
): Promise<SubmissionAnswer> {
  for (const wait of [...WAITS_MS, null]) {
    try {
      onWaiting(!navigator.onLine);
      await whenOnline(signal);
      onWaiting(false);
      const answer = await fetch(submitTestimonial, {
        method: "POST",
        headers: { "Idempotency-Key": idempotencyKey },
        body: formOf(fields),
        signal,
      });
      if (answer.status < 500) return await read(answer);
    } catch {
      signal.throwIfAborted();
      // A lost connection: the next try, or the end of the loop, answers for it.
    }
    if (wait !== null) await pause(wait, signal);
  }
  return { kind: "unreachable" };
}

function formOf(fields: Submission): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}

async function read(answer: Response): Promise<SubmissionAnswer> {
  const reply = readReply(await answer.text());
  return answer.ok && reply.success
    ? { kind: "accepted" }
    : { kind: "refused", status: answer.status, reply };
}
