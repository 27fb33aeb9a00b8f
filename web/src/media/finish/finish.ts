import { whenOnline } from "../../api/online.ts";
import { pause } from "../../api/pause.ts";
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

/** The worker's own code, or a part of it, could not be fetched. */
class CodeMissing extends Error {}

const LOOK_MS = 500;
/** As long as work without progress may take. */
const PREPARING_MS = 10_000;
const CODE_WAITS_MS = [1000, 3000, 6000];
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
  const { plan, budget } = await inTime(planFor(blob, mark, tools));
  signal.throwIfAborted();
  if (plan.kind === "raw") throw new Stopped(plan.reason, "no plan");
  if (plan.kind === "keep") return { blob, watermarked: false, unfinished: null };

  const bytes = await withinBudget(plan, budget, async (now) => {
    const image = now.kind === "transcode" && mark ? await inTime(watermarkImage(tools, mark, now)) : null;
    return withCode(signal, () => work({ blob, plan: now, mark: image }, tools, signal, onProgress));
  });
  return {
    blob: new Blob([bytes], { type: "video/mp4" }),
    watermarked: plan.kind === "transcode" && plan.watermark,
    unfinished: null,
  };
}

async function planFor(blob: Blob, mark: Watermark | null, tools: MediaTools) {
  const probed = await tools.probe(blob);
  if ("refusal" in probed) throw new Stopped("undecodable", probed.refusal);
  const [encodable, decodable] = await Promise.all([encodesH264(tools), decodes(probed.decoderCodec)]);
  return { plan: probed.finishPlan(mark !== null, encodable, decodable), budget: probed.budgetBytes };
}

/** What comes before the work has no progress to watch. */
async function inTime<T>(preparing: Promise<T>): Promise<T> {
  const late = pause(PREPARING_MS).then(() => Promise.reject(new Stopped("stalled", "while preparing")));
  return Promise.race([preparing, late]);
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

/** A connection that is gone for a moment costs nobody their watermark: the code is asked for again. */
async function withCode(signal: AbortSignal, run: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  for (const wait of CODE_WAITS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CodeMissing)) throw error;
      await pause(wait, signal);
      await whenOnline(signal);
    }
  }
  return run();
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
  const clock = new AwakeClock();
  let share = 0;
  let moved = 0;

  return new Promise<ArrayBuffer>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if (data.kind === "progress") {
        if (data.share > share) moved = clock.elapsedMs;
        share = data.share;
        onProgress(share);
      } else if (data.kind === "done") resolve(data.bytes);
      else
        reject(
          data.kind === "code-missing" ? new CodeMissing(data.cause) : new Stopped(data.reason, data.cause),
        );
    });
    // Without a message it is the script itself that could not be fetched.
    worker.addEventListener("error", ({ message }) =>
      reject(message ? new Stopped("failed", message) : new CodeMissing("the worker")),
    );
    const watch = setInterval(() => {
      clock.tick();
      const { elapsedMs } = clock;
      if (tools.isStalled(elapsedMs, share, elapsedMs - moved)) reject(new Stopped("stalled", `at ${share}`));
    }, LOOK_MS);
    over.signal.addEventListener("abort", () => clearInterval(watch));
    signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: over.signal });
    worker.postMessage(order);
  }).finally(() => {
    worker.terminate();
    over.abort();
  });
}

/** Counts the time in which work could be done: a phone that was locked meanwhile has stalled nothing. */
class AwakeClock {
  elapsedMs = 0;
  private last = performance.now();

  tick(): void {
    const now = performance.now();
    this.elapsedMs += Math.min(now - this.last, 2 * LOOK_MS);
    this.last = now;
  }
}
