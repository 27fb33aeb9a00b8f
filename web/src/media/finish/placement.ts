import type { FrameSize } from "#media/watermark.ts";
import { fitWithin, type Rect } from "./fit-within.ts";

/** An image that is laid over frames, with its position in them. Without times it is on all of them. */
export type Overlay = {
  image: ImageBitmap;
  x: number;
  y: number;
  /** Seconds of the finished file. */
  from?: number;
  /** Seconds of the finished file; not shown any more. */
  to?: number;
};

/** Which part of a picture is shown where in the frame. All sides are even. */
export type Placement = {
  /** Size of the picture that `from` is a part of. */
  picture: FrameSize;
  from: Rect;
  to: Rect;
  /** Colour of the frame around it, as `#rrggbb`. */
  background: string;
};

/** A frame, and what is shown in it. `placement`: `null` shows the whole picture on black. */
export type Placed = { size: FrameSize; overlays: readonly Overlay[]; placement: Placement | null };

/** Seconds by which times of frames are rounded. */
const NEAR = 0.0005;

export const isShownAt = ({ from = 0, to = Infinity }: Overlay, seconds: number): boolean =>
  seconds > from - NEAR && seconds < to - NEAR;

/** Returns a picture’s place. One of another size than was planned, as of a phone that was turned, is shown whole. */
export function placementOf(
  picture: FrameSize,
  frame: FrameSize,
  planned: Placement | null,
): Omit<Placement, "picture"> {
  if (planned?.picture.width === picture.width && planned.picture.height === picture.height) return planned;
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  return { from: whole, to: fitWithin(picture, frame), background: planned?.background ?? "#000000" };
}
