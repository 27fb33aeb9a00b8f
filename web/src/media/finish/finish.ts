import { whenOnline } from "../../lib/online.ts";
import { pause } from "../../lib/pause.ts";
import type { MediaTools } from "../media-tools.ts";
import type { RawReason } from "../generated/RawReason.ts";
import { watermarkImage } from "../draw-watermark.ts";
import type { Thumbnail } from "../camera/thumbnail.ts";
import type { Watermark } from "../watermark.ts";
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from "./finisher.worker.ts?worker&url";
import { decodes, encodesAac, encodesH264 } from "./can-finish.ts";
import { raw, type Finished } from "./finished.ts";
import type { FinishRequest, WorkerMessage, WorkerRequest } from "./messages.ts";
import { liesAcross, turnOf } from "./turn.ts";

/** Why the worker made no file. */
class FinishError extends Error {
  readonly reason: RawReason;

  constructor(reason: RawReason, cause: string) {
    super(`unfinished, ${reason}: ${cause}`);
    this.reason = reason;
  }
}

/** Fetches the worker's code, so that it is there when the recording ends. */
export async function prefetchFinisher(): Promise<void> {
  await (await fetch(workerUrl, { priority: "low" })).arrayBuffer();
  if (await encodesAac()) return;
  const worker = new Worker(workerUrl, { type: "module" });
  for (const end of ["message", "error"]) worker.addEventListener(end, () => worker.terminate());
  worker.postMessage({ kind: "fetch-code" } satisfies WorkerRequest);
}

/** The worker's own code, or a part of it, could not be fetched. */
class CodeMissing extends Error {}

const CHECK_MS = 500;
/** As long as its code may take to come: what is made here is sent on the same line. */
const FETCHING_MS = 60_000;
/** As long as work without progress may take: a busy phone answers what it can decode after seconds. */
const PREPARING_MS = 10_000;
const ASKING_MS = 5000;
const CODE_WAITS_MS = [1000, 3000, 6000, 10_000, 20_000, 20_000];
/** A second try aims this much lower than the first one missed. */
const SECOND_AIM = 0.9;

/** What is finished. */
type Recording = { blob: Blob; watermark: Watermark | null; opening: Thumbnail | null };

/**
 * Finishes a recording on this device; `crashes` says how many pages it has ended: 1 also where the device has too
 * little memory for more. Never fails: where it cannot, the recording is answered as it is, with the reason. Only an
 * abort throws.
 */
export async function finish(
  recording: Recording,
  crashes: number,
  tools: MediaTools | null,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Finished> {
  try {
    if (!tools) throw new FinishError("unsupported", "no WebAssembly");
    return await attempt(recording, crashes, tools, signal, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    console.warn("sending the recording as it is:", error);
    return raw(recording.blob, error instanceof FinishError ? error.reason : "failed");
  }
}

async function attempt(
  recording: Recording,
  crashes: number,
  tools: MediaTools,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Finished> {
  const { blob, watermark } = recording;
  const { plan, budget } = await withTimeout(planFor(recording, crashes, tools));
  signal.throwIfAborted();
  if (plan.kind === "raw") throw new FinishError(plan.reason, "no plan");
  if (plan.kind === "keep") return { blob, watermarked: false, unfinished: null };

  const bytes = await withinBudget(plan, budget, async (now) => {
    const image =
      now.kind === "transcode" && watermark ? await withTimeout(watermarkImage(tools, watermark, now)) : null;
    return withCode(signal, () =>
      runWorker({ kind: "finish", blob, plan: now, watermark: image }, tools, signal, onProgress),
    );
  });
  return {
    blob: new Blob([bytes], { type: "video/mp4" }),
    watermarked: plan.kind === "transcode" && plan.watermark,
    unfinished: null,
  };
}

async function planFor({ blob, watermark, opening }: Recording, crashes: number, tools: MediaTools) {
  const probed = await tools.probe(blob);
  if ("refusal" in probed) throw new FinishError("undecodable", probed.refusal);
  const across = opening && liesAcross(probed.size, opening);
  const [turn, encodable, decodable] = await Promise.all([
    across ? turnOf(blob, opening, tools) : 0,
    encodesH264(tools),
    decodes(probed.decoderCodec),
  ]);
  return {
    plan: probed.finishPlan(watermark !== null, turn, encodable, decodable, crashes),
    budget: probed.budgetBytes,
  };
}

/** What comes before the work has no progress to watch. */
async function withTimeout<T>(preparing: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = new Promise<never>((_, reject) =>
    watchAwake(over.signal, (elapsedMs) => {
      if (elapsedMs > PREPARING_MS) reject(new FinishError("stalled", "while preparing"));
    }),
  );
  return Promise.race([preparing, late]).finally(() => over.abort());
}

/** Some encoders take a bitrate for a suggestion: what came out too large is made once more, aiming lower. */
async function withinBudget(
  plan: FinishRequest["plan"],
  budget: number,
  make: (plan: FinishRequest["plan"]) => Promise<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const first = await make(plan);
  if (first.byteLength <= budget) return first;
  if (plan.kind === "transcode") {
    const lower = (budget / first.byteLength) * SECOND_AIM;
    const second = await make({
      ...plan,
      videoBitsPerSecond: Math.floor(plan.videoBitsPerSecond * lower),
      maxRecordedPercent: plan.maxRecordedPercent * lower,
      maxBitsPerFrame: plan.maxBitsPerFrame * lower,
      minBitsPerSecond: plan.minBitsPerSecond * lower,
    });
    if (second.byteLength <= budget) return second;
  }
  throw new FinishError("too-large", `${first.byteLength} bytes`);
}

/** A connection that is gone for a moment costs nobody their watermark: the code is asked for again. */
async function withCode(signal: AbortSignal, run: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  for (const wait of CODE_WAITS_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CodeMissing) || (await isBuildGone())) throw error;
      await pause(wait, signal);
      await whenOnline(signal);
    }
  }
  return run();
}

/** Whether a new version has taken this one's files away: then they never come. */
async function isBuildGone(): Promise<boolean> {
  const asked = fetch(workerUrl, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return (await Promise.race([asked, pause(ASKING_MS)]))?.status === 404;
}

/** One run of the worker, watched: without progress, or with too much to do, it is given up. */
function runWorker(
  order: FinishRequest,
  tools: MediaTools,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  signal.throwIfAborted();
  const worker = new Worker(workerUrl, { type: "module" });
  const over = new AbortController();
  let now = 0;
  let began: number | null = null;
  let share = 0;
  let moved = 0;

  return new Promise<ArrayBuffer>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === "progress") {
        if (data.share > share) moved = now;
        share = data.share;
        onProgress(share);
      } else if (data.kind === "code-there") began = moved = now;
      else if (data.kind === "done") resolve(data.bytes);
      else
        reject(
          data.kind === "code-missing"
            ? new CodeMissing(data.cause)
            : new FinishError(data.reason, data.cause),
        );
    });
    // Without a message it is the script itself that could not be fetched.
    worker.addEventListener("error", ({ message }) =>
      reject(message ? new FinishError("failed", message) : new CodeMissing("the worker")),
    );
    watchAwake(over.signal, (elapsedMs) => {
      now = elapsedMs;
      if (began === null ? now > FETCHING_MS : tools.isStalled(now - began, share, now - moved))
        reject(new FinishError("stalled", `at ${share}`));
    });
    signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: over.signal });
    worker.postMessage(order);
  }).finally(() => {
    worker.terminate();
    over.abort();
  });
}

/** Tells again and again in how much time work could be done: a phone that was locked meanwhile has stalled nothing. */
function watchAwake(over: AbortSignal, tell: (elapsedMs: number) => void): void {
  let elapsedMs = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    elapsedMs += Math.min(now - last, 2 * CHECK_MS);
    last = now;
    tell(elapsedMs);
  }, CHECK_MS);
  over.addEventListener("abort", () => clearInterval(watch));
}
