import type { FinishPlan } from "../generated/FinishPlan.ts";
import type { Unfinished } from "../generated/Unfinished.ts";
import type { WatermarkImage } from "../watermark.ts";

/** What the finishing worker is told, once. */
export type Order = {
  blob: Blob;
  plan: Extract<FinishPlan, { kind: "copy" | "transcode" }>;
  mark: WatermarkImage | null;
};

/** What it says: how far it is, and in the end the file or why there is none. */
export type Report =
  | { kind: "progress"; share: number }
  | { kind: "done"; bytes: ArrayBuffer }
  | { kind: "failed"; reason: Unfinished; cause: string }
  | { kind: "code-missing"; cause: string };
