import type { SubmitReply } from "./generated/SubmitReply.ts";
import { Backoff, isPassing, retryAfterOf } from "../lib/backoff.ts";
import { whenOnline } from "../lib/online.ts";
import { pause } from "../lib/pause.ts";
import { parseReply, withError } from "./submit-reply.ts";

/** What is waited for: the device's connection, any answer at all, or a server that can take it. */
export type Waiting = "offline" | "unreachable" | "busy";

export type SubmissionAnswer =
  | { kind: "accepted" }
  /** `text`: the body as it came, for the console. */
  | { kind: "refused"; status: number; reply: SubmitReply; text: string }
  /** Something between this page and the server answered in its place, and will do so again. */
  | { kind: "blocked" };

/** As long as an answer to a form without a video may take. A video takes its time. */
const ANSWER_MS = 60_000;

/**
 * Posts a testimonial's form. Lost connections and a server in trouble are waited for and tried again with the same
 * key, for as long as it takes: the server accepts the submission once however often it arrives. Throws only when
 * `signal` aborts.
 */
export async function sendSubmission(
  address: string,
  form: FormData,
  idempotencyKey: string,
  signal: AbortSignal,
  onWaiting: (waiting: Waiting | null) => void,
): Promise<SubmissionAnswer> {
  const backoff = new Backoff(signal);
  for (let tries = 1; ; tries += 1) {
    if (!navigator.onLine) onWaiting("offline");
    await whenOnline(signal);
    onWaiting(null);
    const headers = { "Idempotency-Key": idempotencyKey };
    const answered = fetch(address, { method: "POST", headers, body: form, signal })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch(() => null);
    const answer = await Promise.race(form.has("video") ? [answered] : [answered, pause(ANSWER_MS)]);
    signal.throwIfAborted();
    if (!answer) {
      onWaiting(navigator.onLine ? "unreachable" : "offline");
      await backoff.wait();
      continue;
    }
    const { response, text } = answer;
    const { status } = response;
    const retryAfter = retryAfterOf(response.headers.get("Retry-After"));
    const reply = parseReply(text);
    if (isPassing(status, retryAfter, reply !== null, tries)) {
      onWaiting("busy");
      await backoff.wait(retryAfter);
    } else if (!reply) return { kind: "blocked" };
    else if (response.ok) return { kind: "accepted" };
    else return { kind: "refused", status, reply: withError(reply), text };
  }
}
