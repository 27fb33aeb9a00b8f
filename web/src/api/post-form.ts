import { unlessStalled } from "#lib/stall-watch.ts";

/** As long as an answer to a form without a video may take. A video takes its time, as long as it moves. */
const ANSWER_MS = 60_000;

/**
 * Posts a form and waits for its answer; `null` where the connection is lost, the browser or `signal` ends it, or nothing
 * moves any more. `fetch` does not tell how far a body has come.
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
