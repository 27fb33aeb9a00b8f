import type { FileContainer, FinishPlan, WatermarkLayout } from "./generated/media.ts";
import { once } from "#lib/once.ts";
import { pause } from "#lib/pause.ts";
import { CORE_MS } from "./core.ts";
import type { FrameSize, Watermark } from "./watermark.ts";

type Wasm = typeof import("./core/video.js");

/** A video that was looked into. */
export type ProbedVideo = {
  /** The media type of what is in it. */
  type: string;
  /** Its end is missing; what is there plays. */
  truncated: boolean;
  /** Bytes that came of a file whose end is missing: zeros may stand in its place. */
  presentBytes: number | null;
  seconds: number;
  /** Frames per second, where its index counts all of them. */
  frameRate: number | null;
  /** How to ask WebCodecs whether it decodes this; `undefined` for a codec nobody decodes. */
  decoderCodec: string | undefined;
  /** The most bytes its finished file may have. */
  budgetBytes: number;
  /** As players show it. */
  size: FrameSize;
  /**
   * `turn`: degrees that make it stand. `smallMemory`: too little for a full size. `crashes`: how many pages have ended
   * while they finished it. `secondsToSend`: on this line, as it was recorded; 0 where nothing is known of it.
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

/** What the core does with videos. It needs WebAssembly: without it recordings are sent as they are. */
export type MediaTools = {
  watermarkLines: (text: string) => string[];
  /** `widths` of the lines in em. */
  layoutWatermark: (watermark: Watermark, widths: number[], frame: FrameSize) => WatermarkLayout | null;
  /** Looks into a video, or says in a sentence why it is none that is taken. Reads at most 2 MiB of it. */
  probe: (blob: Blob) => Promise<ProbedVideo | { refusal: string }>;
  /** Degrees clockwise that make a recording look like what was shown; 0 where no turn does clearly. */
  turnTowards: (shown: Uint8Array, recorded: Uint8Array) => number;
  isStalled: (elapsedMs: number, share: number, sinceProgressMs: number) => boolean;
};

let arrived: MediaTools | null = null;

/** The tools, fetched once; `null` where there is no WebAssembly, and until they are there where they take too long. */
export async function loadTools(): Promise<MediaTools | null> {
  if (arrived || typeof WebAssembly !== "object") return arrived;
  try {
    return (await toolsInTime()) ?? null;
  } catch (error) {
    // Lost on their way: whoever asks next asks for them again.
    console.warn("going on without the media tools:", error);
    return null;
  }
}

const toolsInTime = once(() => Promise.race([loadLateTools(), pause(CORE_MS)]));

/** The tools, however long they take. After a failure the next call asks for them again. */
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
