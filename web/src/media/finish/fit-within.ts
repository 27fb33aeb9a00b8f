import type { FrameSize } from "#media/watermark.ts";

/** Position and size of a picture within a frame. */
export type Rect = FrameSize & { x: number; y: number };

/** Pixels that rounding to even sides takes away. */
const ROUNDING = 3;

/** Half of the remaining space, rounded to even. */
const before = (length: number, total: number) => 2 * Math.floor((total - length) / 4);

/**
 * All of a picture as large as a frame lets it be, in its middle: a phone that is turned while it records changes the
 * picture's shape. Even, as planes of colour are.
 */
export function fitWithin(picture: FrameSize, frame: FrameSize): Rect {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const side = (length: number, total: number) => {
    const scaled = length * scale;
    return Math.abs(scaled - total) <= ROUNDING ? total : 2 * Math.round(scaled / 2);
  };
  const [width, height] = [side(picture.width, frame.width), side(picture.height, frame.height)];
  return { x: before(width, frame.width), y: before(height, frame.height), width, height };
}

export const fills = (rect: Rect, frame: FrameSize) =>
  rect.width === frame.width && rect.height === frame.height;
