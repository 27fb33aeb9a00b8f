// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from "./challenge.worker.ts?worker&url";
import type { Task } from "./challenge.worker.ts";
import { proofOfWork } from "./proof-of-work.ts";

/** Time limit of the worker: it needs a second on a slow phone. */
const WORKER_MS = 20_000;

/** Prefix of a Cloudflare Turnstile challenge; the site key follows. */
const TURNSTILE = "turnstile.";

/** Solves a challenge, which the server sends when there are many submissions. */
export async function solveChallenge(challenge: string): Promise<string> {
  if (challenge.startsWith(TURNSTILE)) {
    const { turnstileToken } = await import("./turnstile.ts");
    return `${TURNSTILE}${await turnstileToken(challenge.slice(TURNSTILE.length))}`;
  }
  // Without a worker the page solves it itself.
  return inWorker(challenge).catch(() => proofOfWork(challenge));
}

function inWorker(challenge: string): Promise<string> {
  const worker = new Worker(workerUrl, { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener("error", reject);
    setTimeout(reject, WORKER_MS);
    worker.postMessage({ challenge } satisfies Task, []);
  }).finally(() => worker.terminate());
}
