import type { FinishPlan, RawReason } from "#media/generated/media.ts";
import type { Overlay, Placement } from "./placement.ts";
import type { Poster } from "#media/poster-pictures.ts";

/** The one request to the finisher's worker: finish a recording, or prefetch the code for it. */
export type WorkerRequest = FinishRequest | { kind: "fetch-code" };

export type FinishRequest = {
  kind: "finish";
  blob: Blob;
  /** The file's end is missing. */
  truncated: boolean;
  plan: Extract<FinishPlan, { kind: "copy" | "transcode" }>;
  overlays: readonly Overlay[];
  placement: Placement | null;
  /** Drops every other frame. */
  halvesFrames: boolean;
  makesPoster: boolean;
};

/** A finished file; `soundLeftOut`: it had a sound that can neither be converted here nor copied. */
export type Made = { bytes: ArrayBuffer; soundLeftOut: boolean; poster: Poster | null };

/** Messages from the worker: code loaded, progress, and finally the file or the reason for its absence. */
export type WorkerMessage =
  | { kind: "code-there" }
  | { kind: "progress"; share: number }
  | ({ kind: "done" } & Made)
  | { kind: "failed"; reason: RawReason; cause: string }
  | { kind: "code-missing"; cause: string };
