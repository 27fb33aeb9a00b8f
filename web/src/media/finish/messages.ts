import type { FinishPlan, RawReason } from "#media/generated/media.ts";
import type { WatermarkImage } from "#media/draw-watermark.ts";

/** What the finishing worker is told, once: to finish a recording, or to fetch the code that it would need. */
export type WorkerRequest = FinishRequest | { kind: "fetch-code" };

export type FinishRequest = {
  kind: "finish";
  blob: Blob;
  /** Whether its end is missing. */
  truncated: boolean;
  plan: Extract<FinishPlan, { kind: "copy" | "transcode" }>;
  watermark: WatermarkImage | null;
  /** Whether every other frame is left out. */
  halvesFrames: boolean;
};

/** A finished file; `soundLeftOut`: it had a sound that can neither be converted here nor copied. */
export type Made = { bytes: ArrayBuffer; soundLeftOut: boolean };

/** What it says: that it has its code, how far it is, and in the end the file or why there is none. */
export type WorkerMessage =
  | { kind: "code-there" }
  | { kind: "progress"; share: number }
  | ({ kind: "done" } & Made)
  | { kind: "failed"; reason: RawReason; cause: string }
  | { kind: "code-missing"; cause: string };
