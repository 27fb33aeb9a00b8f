import { pause } from "#lib/pause.ts";
import { limits } from "#media/generated/fallback.json";
import { liesAcross, shownFrame } from "./shown-frame.ts";
import type { FrameSize } from "#media/watermark.ts";

const SIDE = limits.thumbnailSide;

/** A picture: its sides in pixels, and all of it squeezed into a square of brightness, row by row. */
export type Thumbnail = FrameSize & {
  /** The sides of its frame, where these are others (older visits of this page kept none). */
  frame?: FrameSize;
  brightness: Uint8Array;
};

const POLL_MS = 40;

/**
 * What a video shows, as soon as it shows anything; `null` where it has no frame within `patienceMs`, and where a browser
 * lets nobody look at pixels.
 */
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
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return Uint8Array.from({ length: SIDE * SIDE }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * pixel);
    return (3 * red + 6 * green + blue) / 10;
  });
}

/** Whether one picture may lie and the other stand, by what is announced or by its frame. A square does neither. */
export const mayLieAcross = (recorded: FrameSize, shown: Thumbnail): boolean =>
  liesAcross(recorded, shown) || liesAcross(recorded, shown.frame ?? shown);
