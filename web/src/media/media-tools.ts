import type { FileContainer, FinishPlan, WatermarkLayout } from "./generated/media.ts";
import { once } from "#lib/once.ts";
import { pause } from "#lib/pause.ts";
import { CORE_MS } from "./core.ts";
import type { FrameSize, Watermark } from "./watermark.ts";

type Wasm = typeof import("./core/video.js");

/** A probed video. */
export type ProbedVideo = {
  /** Media type of the content. */
  type: string;
  /** The end is missing; the rest plays. */
  truncated: boolean;
  /** Bytes present in a file whose end is missing: the rest may be zeros. */
  presentBytes: number | null;
  seconds: number;
  /** Frames per second, if its index counts all frames. */
  frameRate: number | null;
  /** Codec string to ask WebCodecs about; `undefined` if no browser decodes it. */
  decoderCodec: string | undefined;
  /** The most bytes its finished file may have. */
  budgetBytes: number;
  /** Displayed size. */
  size: FrameSize;
  /**
   * `turn`: rotation in degrees. `smallMemory`: too little memory for the full size. `crashes`: pages that crashed over
   * it. `secondsToSend`: estimate for the raw file on this connection; 0 if unknown.
   */
  finishPlan: (
    watermark: boolean,
    turn: number,
    encodesH264: boolean,
    decodesVideo: boolean,
    smallMemory: boolean,
    crashes: number,
    secondsToSend: number,
  ) => FinishPlan;
};

/** The core's video functions. They need WebAssembly: without it recordings are sent raw. */
export type MediaTools = {
  watermarkLines: (text: string) => string[];
  /** `widths` of the lines in em. */
  layoutWatermark: (watermark: Watermark, widths: number[], frame: FrameSize) => WatermarkLayout | null;
  /** Probes a video, or returns the sentence that refuses it. Reads at most 2 MiB of it. */
  probe: (blob: Blob) => Promise<ProbedVideo | { refusal: string }>;
  /** Degrees clockwise that make a recording match its preview; 0 if no rotation clearly does. */
  turnTowards: (shown: Uint8Array, recorded: Uint8Array) => number;
  isStalled: (elapsedMs: number, share: number, sinceProgressMs: number) => boolean;
};

let arrived: MediaTools | null = null;

/** Loads the tools once; returns `null` without WebAssembly, or while they are slow to arrive. */
export async function loadTools(): Promise<MediaTools | null> {
  if (arrived || typeof WebAssembly !== "object") return arrived;
  try {
    return (await toolsInTime()) ?? null;
  } catch (error) {
    // Failed to load: the next caller tries again.
    console.warn("going on without the media tools:", error);
    return null;
  }
}

const toolsInTime = once(() => Promise.race([loadLateTools(), pause(CORE_MS)]));

/** The tools, however long they take to load. After a failure the next call retries. */
export const loadLateTools = once(async (): Promise<MediaTools> => {
  const wasm = await import("./core/video.js");
  await wasm.default();
  arrived = toolsOf(wasm);
  return arrived;
});

function toolsOf(wasm: Wasm): MediaTools {
  return {
    watermarkLines: wasm.watermarkLines,
    layoutWatermark: (watermark, widths, frame) =>
      wasm.layoutWatermark(
        watermark.text,
        watermark.fontSize,
        watermark.fontColor,
        watermark.position,
        watermark.alignment,
        Float64Array.from(widths),
        frame.width,
        frame.height,
      ),
    probe: (blob) => probe(wasm, blob),
    turnTowards: wasm.turnTowards,
    isStalled: wasm.isStalled,
  };
}

const TYPES: Record<FileContainer, string> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  matroska: "video/x-matroska",
};

async function probe(wasm: Wasm, blob: Blob): Promise<ProbedVideo | { refusal: string }> {
  const file = new wasm.FileProbe(blob.size);
  let step = file.begin();
  while (step.kind === "need") {
    const { offset, len } = step;
    const bytes = new Uint8Array(await blob.slice(offset, offset + len).arrayBuffer());
    step = file.feed(offset, bytes);
  }
  if (step.kind === "rejected") return { refusal: step.message };
  return {
    type: TYPES[step.media.container],
    truncated: step.media.truncated,
    presentBytes: step.media.presentBytes,
    seconds: step.media.durationMs / 1000,
    frameRate: step.media.fragmented ? null : step.media.frameRate,
    decoderCodec: file.decoderCodec(),
    budgetBytes: file.budgetBytes(),
    size: { width: step.media.width, height: step.media.height },
    finishPlan: (...facts) => file.finishPlan(...facts),
  };
}
