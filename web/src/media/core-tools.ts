import type { FinishPlan } from "./generated/FinishPlan.ts";
import type { WatermarkLayout } from "./generated/WatermarkLayout.ts";
import type { Watermark } from "./watermark.ts";

type Wasm = typeof import("./core/media_wasm.js");

/** A video that was looked into. */
export type ProbedVideo = {
  /** Its end is missing; what is there plays. */
  truncated: boolean;
  seconds: number;
  /** How to ask WebCodecs whether it decodes this; `undefined` for a codec nobody decodes. */
  decoderCodec: string | undefined;
  /** The most bytes its finished file may have. */
  budgetBytes: number;
  finishPlan: (watermark: boolean, encodesH264: boolean, decodesVideo: boolean) => FinishPlan;
};

/** What the core does with videos. It needs WebAssembly: without it recordings are sent as they are. */
export type MediaTools = {
  watermarkLines: (text: string) => string[];
  /** `widths` of the lines in em. */
  layoutWatermark: (
    mark: Watermark,
    widths: number[],
    frame: { width: number; height: number },
  ) => WatermarkLayout | null;
  /** Looks into a video, or says in a sentence why it is none that is taken. Reads at most 2 MiB of it. */
  probe: (blob: Blob) => Promise<ProbedVideo | { refusal: string }>;
  encoderCodec: () => string;
  isStalled: (elapsedMs: number, share: number, sinceProgressMs: number) => boolean;
};

export function toolsOf(wasm: Wasm): MediaTools {
  return {
    watermarkLines: wasm.watermarkLines,
    layoutWatermark: (mark, widths, frame) =>
      wasm.layoutWatermark(
        mark.text,
        mark.fontSize,
        mark.fontColor,
        mark.position,
        mark.alignment,
        Float64Array.from(widths),
        frame.width,
        frame.height,
      ),
    probe: (blob) => probe(wasm, blob),
    encoderCodec: wasm.encoderCodec,
    isStalled: wasm.isStalled,
  };
}

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
    truncated: step.media.truncated,
    seconds: step.media.durationMs / 1000,
    decoderCodec: file.decoderCodec(),
    budgetBytes: file.budgetBytes(),
    finishPlan: (...facts) => file.finishPlan(...facts),
  };
}
