import type { SubmitReply } from "./generated/public.ts";
import { Backoff, isTransient, retryAfterOf } from "#lib/backoff.ts";
import { whenOnline } from "#lib/online.ts";
import { parseReply, withError } from "./submit-reply.ts";
import { unlessStalled } from "#lib/stall-watch.ts";

/**
 * Cause of a pause: the device is offline, nothing answers, or the server is overloaded; `until`: its `Retry-After`, in
 * UTC milliseconds.
 */
export type Waiting = "offline" | "unreachable" | "busy" | { until: number };

export type SubmissionAnswer =
  /** `ownPage`: the customer's private page about it. */
  | { kind: "accepted"; ownPage: string | undefined }
  /** `text`: the raw body, for the console. */
  | { kind: "refused"; status: number; reply: SubmitReply; text: string }
  /** Something between this page and the server answered in its place, and will do so again. */
  | { kind: "blocked" };

/**
 * Posts a testimonial's form. Retries lost connections and server errors with the same idempotency key, for as long as
 * it takes: the server accepts the submission once. Throws when `signal` aborts, and if a chosen video is gone from the
 * device.
 */
export async function sendSubmission(
  address: string,
  form: FormData,
  idempotencyKey: string,
  signal: AbortSignal,
  onWaiting: (waiting: Waiting | null) => void,
): Promise<SubmissionAnswer> {
  const backoff = new Backoff(signal);
  const video = form.get("video");
  // Read into memory first: in WebKit a request whose body is a file's Blob may hang (unraid/webgui #2645).
  if (video instanceof Blob)
    form.set("video", new Blob([await video.arrayBuffer()], { type: video.type }), (video as File).name);
  for (let tries = 1; ; tries += 1) {
    if (!navigator.onLine) onWaiting("offline");
    await whenOnline(signal);
    onWaiting(null);
    const answer = await postForm(address, idempotencyKey, form, signal);
    signal.throwIfAborted();
    if (!answer) {
      onWaiting(navigator.onLine ? "unreachable" : "offline");
      await backoff.wait();
      continue;
    }
    const { status, responseText: text } = answer;
    const retryAfter = retryAfterOf((name) => answer.getResponseHeader(name));
    // Every proxy passes POST, so a 500 comes from the server or its platform, even with an HTML page.
    const reply = parseReply(text) ?? (status === 500 ? { success: false } : null);
    if (isTransient(status, retryAfter, reply !== null, tries)) {
      onWaiting("busy");
      await backoff.wait(retryAfter, (until) => onWaiting({ until }));
    } else if (!reply) return { kind: "blocked" };
    else if (status < 300) return { kind: "accepted", ownPage: reply.own_page };
    else return { kind: "refused", status, reply: withError(reply), text };
  }
}

/** Time limit for a form without a video. A video may take as long as it makes progress. */
const ANSWER_MS = 60_000;

/**
 * Posts a form and returns the response; `null` if the connection is lost, the browser or `signal` aborts it, or it
 * stalls. Uses XMLHttpRequest because `fetch` reports no upload progress.
 */
async function postForm(
  address: string,
  idempotencyKey: string,
  form: FormData,
  signal: AbortSignal,
): Promise<XMLHttpRequest | null> {
  const request = new XMLHttpRequest();
  request.open("POST", address);
  request.setRequestHeader("Idempotency-Key", idempotencyKey);
  const end = () => request.abort();
  signal.addEventListener("abort", end);
  const sending = (moved: (left: number) => void) =>
    new Promise((resolve) => {
      request.upload.addEventListener("progress", ({ loaded, total }) => moved(total - loaded));
      request.addEventListener("loadend", resolve);
      request.send(form);
    });
  await unlessStalled(1, sending, end, form.has("video") ? undefined : ANSWER_MS).catch(() => undefined);
  return request.status ? request : null;
}
