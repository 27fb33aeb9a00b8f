import type { MediaTools } from "../core-tools.ts";
import type { Unfinished } from "../generated/Unfinished.ts";
import { watermarkImage, type Watermark } from "../watermark.ts";
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from "./finisher.worker.ts?worker&url";
import { decodes, encodesH264 } from "./can-finish.ts";
import type { Order, Report } from "./messages.ts";

/** What will be sent, and what the business is told of it. */
export type Finished = {
  blob: Blob;
  watermarked: boolean;
  /** Why the recording is sent as it was made; `null` when it is finished. */
  unfinished: Unfinished | null;
};

/** Why the worker made no file. */
class Stopped extends Error {
  readonly reason: Unfinished;

  constructor(reason: Unfinished, cause: string) {
    super(`unfinished, ${reason}: ${cause}`);
    this.reason = reason;
  }
}

/** Fetches the worker's code, so that it is there when the recording ends. */
export function warmFinisher(): void {
  void fetch(workerUrl, { priority: "low" })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
}

const LOOK_MS = 500;
/** A second try aims this much lower than the first one missed. */
const SECOND_AIM = 0.9;

/**
 * Finishes a recording on this device. Never fails: where it cannot, the recording is answered as it is, with
 * the reason. Only an abort throws.
 */
export async function finish(
  blob: Blob,
  mark: Watermark | null,
  tools: MediaTools | null,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Finished> {
  try {
    if (!tools) throw new Stopped("unsupported", "no WebAssembly");
    return await attempt(blob, mark, tools, signal, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    console.warn("sending the recording as it is:", error);
    return raw(blob, error instanceof Stopped ? error.reason : "failed");
  }
}

/** The recording as it is. */
export function raw(blob: Blob, unfinished: Unfinished): Finished {
  return { blob, watermarked: false, unfinished };
}

async function attempt(
  blob: Blob,
  mark: Watermark | null,
  tools: MediaTools,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Finished> {
  const probed = await tools.probe(blob);
  signal.throwIfAborted();
  if (!probed) throw new Stopped("undecodable", "the probe knows no such video");
  const [encodable, decodable] = await Promise.all([encodesH264(tools), decodes(probed.decoderCodec)]);
  const plan = probed.finishPlan(mark !== null, encodable, decodable);
  if (plan.kind === "raw") throw new Stopped(plan.reason, "no plan");
  if (plan.kind === "keep") return { blob, watermarked: false, unfinished: null };

  const bytes = await withinBudget(plan, probed.budgetBytes, async (now) => {
    const image = now.kind === "transcode" && mark ? await watermarkImage(tools, mark, now) : null;
    return work({ blob, plan: now, mark: image }, tools, signal, onProgress);
  });
  return {
    blob: new Blob([bytes], { type: "video/mp4" }),
    watermarked: plan.kind === "transcode" && plan.watermark,
    unfinished: null,
  };
}

/** Some encoders take a bitrate for a suggestion: what came out too large is made once more, aiming lower. */
async function withinBudget(
  plan: Order["plan"],
  budget: number,
  make: (plan: Order["plan"]) => Promise<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const first = await make(plan);
  if (first.byteLength <= budget) return first;
  if (plan.kind === "transcode") {
    const lower = Math.floor(plan.videoBitsPerSecond * (budget / first.byteLength) * SECOND_AIM);
    const second = await make({ ...plan, videoBitsPerSecond: lower });
    if (second.byteLength <= budget) return second;
  }
  throw new Stopped("too-large", `${first.byteLength} bytes`);
}

/** One run of the worker, watched: without progress, or with too much to do, it is given up. */
function work(
  order: Order,
  tools: MediaTools,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const worker = new Worker(workerUrl, { type: "module" });
  const over = new AbortController();
  const began = performance.now();
  let share = 0;
  let moved = began;

  return new Promise<ArrayBuffer>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if (data.kind === "progress") {
        if (data.share > share) moved = performance.now();
        share = data.share;
        onProgress(share);
      } else if (data.kind === "done") resolve(data.bytes);
      else reject(new Stopped(data.reason, data.cause));
    });
    worker.addEventListener("error", ({ message }) => reject(new Stopped("failed", message)));
    const watch = setInterval(() => {
      const now = performance.now();
      if (tools.isStalled(now - began, share, now - moved)) reject(new Stopped("stalled", `at ${share}`));
    }, LOOK_MS);
    over.signal.addEventListener("abort", () => clearInterval(watch));
    signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: over.signal });
    worker.postMessage(order);
  }).finally(() => {
    worker.terminate();
    over.abort();
  });
}
