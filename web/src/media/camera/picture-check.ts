import { Sustained } from "./sustained.ts";

/** Brightness from 0 to 255. Below this mean a face is unrecognisable; a dim room is at 50. */
const DARK_MEAN = 32;
/** A covered lens or a switched-off camera: black, and the same all over. */
const BLACK_MEAN = 8;
const BLACK_SPREAD = 4;
const LASTS_MS = 2000;
const SAMPLE_MS = 400;
/** Pixels a side of the small copy that is looked at. */
const SIDE = 24;

export type Picture = "fine" | "dark" | "none";

/** One look: the mean shade, how far shades lie apart, and whether the picture has moved on since the last look. */
export type FrameSample = { mean: number; spread: number; moving: boolean };

/** Judges samples of the picture in sequence. */
export class PictureJudge {
  private readonly none = new Sustained(LASTS_MS);
  private readonly dark = new Sustained(LASTS_MS);

  judge({ mean, spread, moving }: FrameSample, now: number): Picture {
    const black = mean < BLACK_MEAN && spread < BLACK_SPREAD;
    const none = this.none.at(now, black || !moving);
    const dark = this.dark.at(now, mean < DARK_MEAN);
    if (none) return "none";
    return dark ? "dark" : "fine";
  }
}

/** Samples a live picture; returns a function that stops watching. */
export function watchPicture(video: HTMLVideoElement, onPicture: (picture: Picture) => void): () => void {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return () => undefined;
  const judge = new PictureJudge();
  let lastTime = -1;
  const timer = setInterval(() => {
    // A hidden page gets no frames; that is not the camera's fault.
    if (document.visibilityState === "hidden") return;
    const moving = video.videoWidth > 0 && video.currentTime !== lastTime;
    lastTime = video.currentTime;
    try {
      if (video.videoWidth > 0) context.drawImage(video, 0, 0, SIDE, SIDE);
      const { data } = context.getImageData(0, 0, SIDE, SIDE);
      onPicture(judge.judge({ ...shadesOf(data), moving }, performance.now()));
    } catch {
      // The browser hides pixels, so the picture cannot be checked.
      clearInterval(timer);
    }
  }, SAMPLE_MS);
  return () => clearInterval(timer);
}

/** Mean and range of the shades of RGBA pixels (Rec. 709 luma). */
function shadesOf(pixels: Uint8ClampedArray): { mean: number; spread: number } {
  let sum = 0;
  let lowest = 255;
  let highest = 0;
  for (let i = 0; i + 2 < pixels.length; i += 4) {
    const shade = 0.2126 * (pixels[i] ?? 0) + 0.7152 * (pixels[i + 1] ?? 0) + 0.0722 * (pixels[i + 2] ?? 0);
    sum += shade;
    lowest = Math.min(lowest, shade);
    highest = Math.max(highest, shade);
  }
  return { mean: sum / (pixels.length / 4), spread: highest - lowest };
}
