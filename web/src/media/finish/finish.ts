import { once } from "#lib/once.ts";
import { loadLateTools, type MediaTools } from "#media/media-tools.ts";
import type { FinishPlan, RawReason } from "#media/generated/media.ts";
import { watermarkImage } from "#media/draw-watermark.ts";
import { orientationsMayDiffer, type Thumbnail } from "#media/camera/thumbnail.ts";
import { limits } from "#media/generated/fallback.json";
import { secondsToSend } from "#media/upload/connection.ts";
import type { Watermark } from "#media/watermark.ts";
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from "./finisher.worker.ts?worker&url";
import { decodes, encodesH264, needsAacEncoder } from "./can-finish.ts";
import { CodeMissing, FETCHING_MS, withCode } from "./missing-code.ts";
import { raw, type Finished } from "./finished.ts";
import type { FinishRequest, Made, WorkerMessage, WorkerRequest } from "./messages.ts";
import { hasSmallMemory } from "./small-memory.ts";
import { turnOf } from "./turn.ts";

type Plan = FinishRequest["plan"];

/** Why the worker made no file. */
export class FinishError extends Error {
  readonly reason: RawReason;

  constructor(reason: RawReason, cause: string) {
    super(`unfinished, ${reason}: ${cause}`);
    this.reason = reason;
  }
}

/** Prefetches the code that finishes a recording of this type, so that it is loaded when the recording ends. */
export async function prefetchFinisher(mimeType: string): Promise<void> {
  void loadLateTools().catch(() => undefined);
  await fetchScript();
  if (await needsAacEncoder(mimeType)) await fetchAacEncoder();
}

const fetchScript = once(async () => {
  await (await fetch(workerUrl, { priority: "low" })).arrayBuffer();
});

const fetchAacEncoder = once(async () => {
  const worker = new Worker(workerUrl, { type: "module" });
  const fetched = new Promise<void>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) =>
      data.kind === "code-there" ? resolve() : reject(new CodeMissing("the encoder")),
    );
    worker.addEventListener("error", () => reject(new CodeMissing("the worker")));
    setTimeout(() => reject(new CodeMissing("the encoder, in time")), FETCHING_MS);
    worker.postMessage({ kind: "fetch-code" } satisfies WorkerRequest);
  });
  await fetched.finally(() => worker.terminate());
});

const CHECK_MS = 500;
/** Time limit for work without progress: a busy phone may take seconds to report what it can decode. */
const PREPARING_MS = 10_000;
/** A later try aims this much lower than the first one missed. */
const LOWER_AIM = 0.9;

type Recording = { blob: Blob; watermark: Watermark | null; opening: Thumbnail | null };

/**
 * Finishes a recording on this device; `crashes`: how many pages have crashed over it. Never fails: if it cannot, it
 * returns the raw recording with the reason. Throws only on abort.
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
    console.warn(`sending it raw: ${String(error)}`);
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
  const { plan, smallerPlan, budget, truncated, present } = await planFor(recording, crashes, tools);
  signal.throwIfAborted();
  if (plan.kind === "raw") throw new FinishError(plan.reason, "no plan");
  if (plan.kind === "keep")
    return {
      blob,
      watermarked: false,
      soundLeftOut: false,
      endMissing: truncated,
      unfinished: null,
      poster: null,
    };

  const { bytes, soundLeftOut, poster } = await withinBudget(
    [plan, smallerPlan],
    budget,
    async (now, halvesFrames) => {
      const image =
        now.kind === "transcode" && watermark ? await orStalled(watermarkImage(tools, watermark, now)) : null;
      const request: FinishRequest = {
        kind: "finish",
        blob: present,
        truncated,
        plan: now,
        overlays: image ? [image] : [],
        placement: null,
        halvesFrames,
        makesPoster: true,
      };
      return runFinisher(request, tools, signal, onProgress, true);
    },
  );
  const made = new Blob([bytes], { type: "video/mp4" });
  const probed = await orStalled(tools.probe(made));
  if ("refusal" in probed) throw new FinishError("failed", probed.refusal);
  return {
    blob: made,
    watermarked: plan.kind === "transcode" && plan.watermark,
    soundLeftOut,
    endMissing: truncated,
    unfinished: null,
    poster,
  };
}

/**
 * Has the worker make a file, once more if its encoder failed: that may have nothing to do with the recording.
 * `isAwaited`: somebody waits to send it, so it is given up as well if it would take too long.
 */
export async function runFinisher(
  request: FinishRequest,
  tools: MediaTools,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  isAwaited: boolean,
): Promise<Made> {
  const isStalled: MediaTools["isStalled"] = (elapsedMs, ...progress) =>
    tools.isStalled(isAwaited ? elapsedMs : 0, ...progress);
  const make = () => withCode(signal, () => runWorker(request, isStalled, signal, onProgress));
  return make().catch((error: unknown) => {
    if (!(error instanceof FinishError) || error.reason !== "failed") throw error;
    console.warn("finishing once more:", error.message);
    return make();
  });
}

/** The plan that encodes a film anew, whatever it is. Fails with a [`FinishError`] if this browser cannot. */
export async function transcodePlan(film: Blob, crashes: number, tools: MediaTools) {
  const recording = { blob: film, watermark: null, opening: null };
  const found = await planFor(recording, crashes, tools, { encodes: true });
  const { plan } = found;
  if (plan.kind === "raw") throw new FinishError(plan.reason, "no plan");
  if (plan.kind !== "transcode") throw new FinishError("unsupported", "nothing to encode with");
  return { ...found, plan };
}

/** `encodes`: encodes it anew, also if nothing is burned in. */
async function planFor(
  { blob, watermark, opening }: Recording,
  crashes: number,
  tools: MediaTools,
  { encodes = false } = {},
) {
  const probed = await orStalled(tools.probe(blob));
  if ("refusal" in probed) throw new FinishError("undecodable", probed.refusal);
  // After the maximum of crashes it is sent raw, so no frame is decoded here either.
  const across = opening && crashes < limits.maxCrashes && orientationsMayDiffer(probed.size, opening);
  const [turn, encodable, decodable] = await Promise.all([
    across ? orStalled(turnOf(blob, opening, tools)) : 0,
    // A browser that does not answer supports neither; a plan that needs neither still works.
    within(PREPARING_MS, encodesH264()),
    within(PREPARING_MS, decodes(probed.decoderCodec)),
  ]);
  const planAfter = (ended: number) =>
    probed.finishPlan(
      encodes || watermark !== null,
      turn,
      encodable ?? false,
      decodable ?? false,
      hasSmallMemory(navigator),
      ended,
      secondsToSend(blob.size) ?? 0,
    );
  return {
    plan: planAfter(crashes),
    // The plan for a page that ran out of memory also makes a smaller file. After a crash `plan` is already that one.
    smallerPlan: crashes === 0 ? planAfter(1) : null,
    budget: probed.budgetBytes,
    seconds: probed.seconds,
    truncated: probed.truncated,
    // Demuxers stop at the end of a file, and decoders fail on zeros.
    present: blob.slice(0, probed.presentBytes ?? blob.size),
  };
}

/** Preparation reports no progress, so it is bounded by time. */
async function orStalled<T extends object | number | null>(preparing: Promise<T>): Promise<T> {
  const prepared = await within(PREPARING_MS, preparing);
  if (prepared === undefined) throw new FinishError("stalled", "while preparing");
  return prepared;
}

/** Resolves with the result, or `undefined` if it takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const ending = new AbortController();
  const late = new Promise<undefined>((resolve) => {
    watchAwake(ending.signal, (elapsedMs) => {
      if (elapsedMs > ms) resolve(undefined);
    });
  });
  return Promise.race([work, late]).finally(() => ending.abort());
}

/**
 * Some encoders treat a bitrate as a suggestion. Output that is too large is made again with a lower target, then with
 * the smaller picture, then with half the frames. If all attempts exceed the target, the smallest that an upload may
 * have is sent: too many bytes are better than no watermark (INV71).
 */
async function withinBudget(
  [plan, smallerPlan]: [Plan, FinishPlan | null],
  budget: number,
  make: (plan: Plan, halvesFrames: boolean) => Promise<Made>,
): Promise<Made> {
  let made = await make(plan, false);
  let smallest = made;
  let share = 1;
  for (const [next, halvesFrames] of [
    [plan, false],
    [smallerPlan, false],
    [smallerPlan, true],
  ] as const) {
    if (made.bytes.byteLength <= budget || next?.kind !== "transcode") break;
    share *= (budget / made.bytes.byteLength) * LOWER_AIM;
    try {
      made = await make(aimedLower(next, share), halvesFrames);
    } catch (error) {
      // The result of an earlier pass may do.
      if (error instanceof FinishError) break;
      throw error;
    }
    if (made.bytes.byteLength < smallest.bytes.byteLength) smallest = made;
  }
  if (smallest.bytes.byteLength <= limits.maxUploadBytes) return smallest;
  throw new FinishError("too-large", `${smallest.bytes.byteLength} bytes at last`);
}

function aimedLower(plan: Extract<Plan, { kind: "transcode" }>, share: number): Plan {
  return {
    ...plan,
    videoBitsPerSecond: Math.floor(plan.videoBitsPerSecond * share),
    maxRecordedPercent: plan.maxRecordedPercent * share,
    maxBitsPerFrame: plan.maxBitsPerFrame * share,
    minBitsPerSecond: plan.minBitsPerSecond * share,
  };
}

/** One run of the worker, watched: without progress, or with too much to do, it is given up. */
function runWorker(
  order: FinishRequest,
  isStalled: MediaTools["isStalled"],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Made> {
  signal.throwIfAborted();
  const worker = new Worker(workerUrl, { type: "module" });
  const ending = new AbortController();
  let now = 0;
  let began: number | null = null;
  let share = 0;
  let moved = 0;

  return new Promise<Made>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === "progress") {
        if (data.share > share) moved = now;
        share = data.share;
        onProgress(share);
      } else if (data.kind === "code-there") began = moved = now;
      else if (data.kind === "done") resolve(data);
      else
        reject(
          data.kind === "code-missing"
            ? new CodeMissing(data.cause)
            : new FinishError(data.reason, data.cause),
        );
    });
    // An error without a message means that the script itself could not be fetched.
    worker.addEventListener("error", ({ message }) =>
      reject(message ? new FinishError("failed", message) : new CodeMissing("the worker")),
    );
    watchAwake(ending.signal, (elapsedMs) => {
      now = elapsedMs;
      if (began === null) {
        if (now > FETCHING_MS) reject(new CodeMissing("in time"));
      } else if (isStalled(now - began, share, now - moved)) {
        reject(new FinishError("stalled", `at ${share}`));
      }
    });
    signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: ending.signal });
    worker.postMessage(order);
  }).finally(() => {
    worker.terminate();
    ending.abort();
  });
}

/** Reports the elapsed time in which work was possible: a phone that was locked meanwhile has not stalled. */
function watchAwake(signal: AbortSignal, onAwake: (elapsedMs: number) => void): void {
  let elapsedMs = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    const now = performance.now();
    elapsedMs += Math.min(now - last, 2 * CHECK_MS);
    last = now;
    onAwake(elapsedMs);
  }, CHECK_MS);
  signal.addEventListener("abort", () => clearInterval(watch));
}
