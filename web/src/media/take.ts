import { limits } from "./generated/fallback.json";

/** One MB as the product shows and counts it. */
export const MEGABYTE = 1_048_576;

/** A video that could be sent: recorded here or chosen from the device. */
export type Take = {
  blob: Blob;
  /** The media type without codec parameters. */
  type: string;
  source: "camera" | "file";
  /** Length in seconds where it is known. */
  seconds: number | null;
  /** A still of the recording, as a data URL. */
  poster: string | null;
  /** Names this take to the server, so that sending it twice counts once. */
  key: string;
};

export function makeTake(
  blob: Blob,
  source: Take["source"],
  rest: { type?: string; seconds?: number | null; poster?: string | null } = {},
): Take {
  return {
    blob,
    type: (rest.type ?? blob.type).split(";")[0]?.trim() || "video/webm",
    source,
    seconds: rest.seconds ?? null,
    poster: rest.poster ?? null,
    key: crypto.randomUUID(),
  };
}

/** `1.2`: a size in MB with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}

/** What to say about a take's size; neither stops anyone from sending it. */
export function sizeVerdict(bytes: number): "fine" | "large" | "too-large" {
  if (bytes > limits.tooLargeBytes) return "too-large";
  return bytes > limits.largeBytes ? "large" : "fine";
}
