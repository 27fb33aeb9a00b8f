import type { FormValues } from "#media/core-types.ts";
import type { Finished } from "#media/finish/finished.ts";
import { limits } from "#media/generated/fallback.json";
import type { Thumbnail } from "#media/camera/thumbnail.ts";
import type { Interruption } from "#media/camera/interruption.ts";
import type { StoredTake } from "./take-database.ts";
import { TakeStore } from "./take-store.ts";
import type { Watermark } from "#media/watermark.ts";

/** One MB as the product shows and counts it. */
export const MEGABYTE = 1_048_576;

/** A video that could be sent: recorded here or chosen from the device. */
export type Take = {
  /** Idempotency key for the server, and key of the stored take on the device. */
  key: string;
  source: "camera" | "file";
  /** The original bytes. */
  blob: Blob;
  /** The media type without codec parameters. */
  type: string;
  /** Length in seconds, if known. */
  seconds: number | null;
  /** A still of the recording, as a data URL. */
  poster: string | null;
  /** Watermark settings when this take began; `null`: none. */
  watermark: Watermark | null;
  /** Cause of the recording's end, unless the person ended it. */
  interruption: Interruption | null;
  /** Frame of the preview as the recording began; `null` for a chosen file. */
  opening: Thumbnail | null;
  /** Stores it on the device until it is sent or discarded. */
  store: TakeStore;
  /** Progress from an earlier visit. */
  saved: {
    finished: Finished | null;
    upload: StoredTake["upload"];
    form: FormValues | null;
    crashes: number;
    /** It was being sent and resumes automatically. */
    resumes: boolean;
  } | null;
};

/** Strips codec parameters; without a type assumes what browsers record by default. */
export function mediaType(type: string): string {
  return type.split(";")[0]?.trim() || "video/webm";
}

/** The facts of a take that begins now. */
export function newTake(
  clientId: string,
  source: Take["source"],
  watermark: Watermark | null,
  type: string,
): StoredTake {
  return {
    key: newKey(),
    clientId,
    source,
    startedAt: Date.now(),
    type: mediaType(type),
    usable: source === "camera",
    seconds: null,
    poster: null,
    watermark,
    interruption: null,
    opening: null,
    crashes: 0,
    finished: null,
    upload: null,
    form: null,
  };
}

export function takeOfFile(
  file: Blob,
  type: string,
  business: { clientId: string; watermark: Watermark | null },
): Take {
  const facts = newTake(business.clientId, "file", business.watermark, type);
  // The user has the file: a failure to store it loses nothing.
  const store = TakeStore.begin(facts, () => undefined);
  store.file(file);
  return takeOf(facts, file, store);
}

/** A take from its facts and its bytes. */
export function takeOf(facts: StoredTake, blob: Blob, store: TakeStore): Take {
  // Older visits of this page kept no opening.
  const { key, source, type, seconds, poster, watermark, interruption, opening = null } = facts;
  return {
    key,
    source,
    blob: typed(blob, type),
    type,
    seconds,
    poster,
    watermark,
    interruption,
    opening,
    store,
    saved: null,
  };
}

/**
 * Extension for a media type. Other containers that phones make count as MP4, which they nearly are: the server probes
 * the content.
 */
export function extensionOf(type: string): "mp4" | "webm" {
  return type.includes("webm") ? "webm" : "mp4";
}

/** `1.2`: a size in MB with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}

/** Rates a take's size; it can be sent in any case. */
export function sizeVerdict(bytes: number): "fine" | "large" | "too-large" {
  if (bytes > limits.tooLargeBytes) return "too-large";
  return bytes > limits.largeBytes ? "large" : "fine";
}

export const isTooShort = (seconds: number): boolean => seconds * 1000 < limits.shortestMeasuredMs;

/** Retypes a blob without copying it. */
function typed(blob: Blob, type: string): Blob {
  return blob.type === type ? blob : blob.slice(0, blob.size, type);
}

/** A random UUID; also where `crypto.randomUUID` is missing: in older Safaris, and over plain HTTP. */
function newKey(): string {
  // 4 is the version and 8 the variant, of which two bits are random (RFC 9562).
  return "00000000-0000-4000-8000-000000000000".replace(/[08]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (digit === "8" ? 8 + (random % 4) : random % 16).toString(16);
  });
}
