import { pause } from "#lib/pause.ts";
import { limits } from "#media/generated/fallback.json";
import { lumaOf } from "#media/luma.ts";
import { orientationsDiffer, shownFrame } from "./shown-frame.ts";
import type { FrameSize } from "#media/watermark.ts";

const SIDE = limits.thumbnailSide;

/** A picture: its sides in pixels, and all of it squeezed into a square of brightness, row by row. */
export type Thumbnail = FrameSize & {
  /** Size of its frame, if it differs (older versions stored none). */
  frame?: FrameSize;
  brightness: Uint8Array;
};

const POLL_MS = 40;

/** Returns the first frame a video shows; `null` if none arrives within `patienceMs` or the browser hides pixels. */
export async function thumbnailOf(
  video: HTMLVideoElement | null,
  patienceMs: number,
): Promise<Thumbnail | null> {
  if (!video) return null;
  const until = performance.now() + patienceMs;
  while (video.readyState < video.HAVE_CURRENT_DATA && !video.error && performance.now() < until)
    await pause(POLL_MS);
  try {
    const shown = await shownFrame(video);
    const brightness = shown && brightnessOf(video);
    return brightness && { ...shown.announced, frame: shown.frame, brightness };
  } catch {
    return null;
  }
}

function brightnessOf(video: HTMLVideoElement): Uint8Array | null {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(video, 0, 0, SIDE, SIDE);
  return lumaOf(context.getImageData(0, 0, SIDE, SIDE).data);
}

/** Whether one picture may be landscape and the other portrait, by announced size or by frame. False for a square. */
export const orientationsMayDiffer = (recorded: FrameSize, shown: Thumbnail): boolean =>
  orientationsDiffer(recorded, shown) || orientationsDiffer(recorded, shown.frame ?? shown);
