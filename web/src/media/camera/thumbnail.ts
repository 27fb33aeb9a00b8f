import { limits } from "../generated/fallback.json";

const SIDE = limits.thumbnailSide;

/** A picture: its sides in pixels, and all of it squeezed into a square of brightness, row by row. */
export type Thumbnail = { width: number; height: number; brightness: Uint8Array };

/** What a video shows right now; `null` before its first frame, and where a browser lets nobody look at pixels. */
export function thumbnailOf(video: HTMLVideoElement | null): Thumbnail | null {
  try {
    return video?.videoWidth ? drawn(video) : null;
  } catch {
    return null;
  }
}

function drawn(video: HTMLVideoElement): Thumbnail | null {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.drawImage(video, 0, 0, SIDE, SIDE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  const brightness = Uint8Array.from({ length: SIDE * SIDE }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * pixel);
    return (3 * red + 6 * green + blue) / 10;
  });
  return { width: video.videoWidth, height: video.videoHeight, brightness };
}
