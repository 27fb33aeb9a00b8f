import { slowCamera } from "#api/generated/lifetimes.json";
import { storeItem, readItem } from "#lib/local-storage.ts";
import { loadWasmCore } from "#media/core.ts";
import type { MediaTools } from "#media/media-tools.ts";
import type { FrameSize } from "#media/watermark.ts";
import { countFrames } from "./count-frames.ts";

/** How many frames a second a large recording had that had too few, and when: `12 1764000000000`. */
const SLOW = "sayso-slow-camera";
/** A shorter recording is not representative. */
const MIN_SAMPLE_SECONDS = 1.5;

/** Frame rate of the large recording that led to a smaller picture; 0 if none did (REC35). */
export function slowRate(): number {
  const [rate, since] = (readItem(SLOW) ?? "").split(" ").map(Number);
  return rate && since && Date.now() - since < slowCamera ? rate : 0;
}

/** Draws the lesson from a recording: how large its picture was, and how many frames a second its file has. */
export async function learnFrameRate(file: Blob, recorded: FrameSize, tools: MediaTools): Promise<void> {
  const video = await tools.probe(file);
  if ("refusal" in video || video.seconds < MIN_SAMPLE_SECONDS) return;
  const rate = video.frameRate ?? Math.round((await countFrames(file)) / video.seconds);
  if (rate === 0) return;
  const { picture } = await loadWasmCore();
  const smaller = picture?.asksSmaller(Math.min(recorded.width, recorded.height), rate, slowRate());
  if (smaller !== undefined) storeItem(SLOW, smaller ? `${rate} ${Date.now()}` : null);
}
