import { unlessStalled } from "#lib/stall-watch.ts";

/** Time limit for a form without a video. A video may take as long as it makes progress. */
const ANSWER_MS = 60_000;

/**
 * Posts a form and returns the response; `null` if the connection is lost, the browser or `signal` aborts it, or it
 * stalls. Uses XMLHttpRequest because `fetch` reports no upload progress.
 */
export async function postForm(
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
