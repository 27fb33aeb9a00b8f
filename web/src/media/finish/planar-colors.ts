// Colours in planes of luma and chroma (Y, Cb, Cr) with eight bits each (ITU-T H.273).
import type { VideoSample } from "mediabunny";
import type { Plane } from "./scale-plane.ts";

/** A fully specified colour space; nothing is left for a player to guess. */
export type NamedColors = {
  primaries: VideoColorPrimaries;
  transfer: VideoTransferCharacteristics;
  matrix: Matrix;
  fullRange: boolean;
};

/** The share of red and of blue in luma, by matrix (table 4). */
const WEIGHTS = {
  bt709: { red: 0.2126, blue: 0.0722 },
  smpte170m: { red: 0.299, blue: 0.114 },
  bt470bg: { red: 0.299, blue: 0.114 },
};
type Matrix = keyof typeof WEIGHTS;
/** From this height on players assume BT.709 if a film names no matrix. */
const HD_HEIGHT = 720;

/** Black level and the spans of luma and chroma. */
const RANGES = {
  full: { black: 0, luma: 255, chroma: 255 },
  limited: { black: 16, luma: 219, chroma: 224 },
};
/** Chroma value of grey, in both planes. */
const NO_CHROMA = 128;

const isKnown = (matrix: string): matrix is Matrix => Object.hasOwn(WEIGHTS, matrix);

/** Whether the matrix is one of ours or unspecified. */
export const isKnownMatrix = ({ matrix }: Pick<VideoSample["colorSpace"], "matrix">) =>
  matrix === null || isKnown(matrix);

const rangeOf = ({ fullRange }: NamedColors) => RANGES[fullRange ? "full" : "limited"];

/** Codecs that Chromium plays as BT.601 if the file names no matrix, at any height (Chromium 149). */
const NEVER_HD = /^(?:vp09|vp9|av01|av1)\b/;

/**
 * The colours of a file's frames of this height; what it leaves out is filled with this browser's guess, so that the
 * result looks as it did. A decoded frame's colour space does not help: decoders report BT.709 if a file names nothing.
 */
export function namedColors(
  file: VideoColorSpaceInit,
  height: number,
  codec: string,
  isChromium: boolean,
): NamedColors {
  const isLow = height < HD_HEIGHT || (isChromium && NEVER_HD.test(codec));
  const guessed = isLow ? "smpte170m" : "bt709";
  const matrix = file.matrix ?? null;
  return {
    primaries: file.primaries ?? guessed,
    transfer: file.transfer ?? guessed,
    matrix: matrix !== null && isKnown(matrix) ? matrix : guessed,
    fullRange: file.fullRange ?? false,
  };
}

/** A number for a colour of red, green and blue, 0 to 255 each. */
export type Convert = (red: number, green: number, blue: number) => number;

/** Conversions from RGB to each of the three planes of a frame with these colours (8.3). */
export function converters(space: NamedColors): [Convert, Convert, Convert] {
  const weights = WEIGHTS[space.matrix];
  const { black, luma, chroma } = rangeOf(space);
  const brightness: Convert = (red, green, blue) =>
    (weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue) / 255;
  const colour = (value: number, light: number, weight: number) =>
    NO_CHROMA + (chroma * (value / 255 - light)) / (2 * (1 - weight));
  return [
    (red, green, blue) => black + luma * brightness(red, green, blue),
    (red, green, blue) => colour(blue, brightness(red, green, blue), weights.blue),
    (red, green, blue) => colour(red, brightness(red, green, blue), weights.red),
  ];
}

/** A colour, as `#rrggbb`, in each of the planes. */
export function colorIn(space: NamedColors, color: string): number[] {
  const value = parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  return converters(space).map((convert) => Math.round(convert(red, green, blue)));
}

/** RGBA of opaque pixels as planes of a frame with even sides, one value of chroma for four pixels. */
export function fillPlanes(pixels: Uint8ClampedArray, [luma, ...chroma]: Plane[], colors: NamedColors): void {
  const [brightness, ...hues] = converters(colors).map(weightsOf);
  if (!luma || !brightness) return;
  const { width, height } = luma;
  const { bytes, offset, stride } = luma;
  for (let row = 0, at = 0; row < height; row += 1) {
    const { base, red, green, blue } = brightness;
    for (let to = offset + row * stride, end = to + width; to < end; to += 1, at += 4)
      bytes[to] =
        base + red * (pixels[at] ?? 0) + green * (pixels[at + 1] ?? 0) + blue * (pixels[at + 2] ?? 0);
  }
  const next = 4 * width;
  for (const [index, plane] of chroma.entries()) {
    const { base, red, green, blue } = hues[index] ?? brightness;
    const sum = (at: number) =>
      (pixels[at] ?? 0) + (pixels[at + 4] ?? 0) + (pixels[at + next] ?? 0) + (pixels[at + next + 4] ?? 0);
    for (let row = 0; row < plane.height; row += 1) {
      let at = 2 * row * next;
      let to = plane.offset + row * plane.stride;
      for (const end = to + plane.width; to < end; to += 1, at += 8) {
        const value = base + (red * sum(at) + green * sum(at + 1) + blue * sum(at + 2)) / 4;
        plane.bytes[to] = value > 255 ? 255 : value;
      }
    }
  }
}

/** Weights of red, green and blue in a conversion, plus a half for rounding. */
function weightsOf(convert: Convert) {
  const black = convert(0, 0, 0);
  const share = (value: number) => (value - black) / 255;
  return {
    base: black + 0.5,
    red: share(convert(255, 0, 0)),
    green: share(convert(0, 255, 0)),
    blue: share(convert(0, 0, 255)),
  };
}

/** RGBA as one plane with a value for each square of `step` pixels a side: its pixels' mean by their opacity, and their mean opacity. */
export function planeOf(pixels: Uint8ClampedArray, width: number, step: number, convert: Convert) {
  const across = width / step;
  const count = pixels.length / 4 / (step * step);
  const [values, alphas] = [new Uint8ClampedArray(count), new Uint8ClampedArray(count)];
  for (let index = 0; index < count; index += 1) {
    const [left, top] = [(index % across) * step, Math.floor(index / across) * step];
    let [sum, opacity] = [0, 0];
    for (let row = top; row < top + step; row += 1) {
      for (let at = 4 * (row * width + left); at < 4 * (row * width + left + step); at += 4) {
        const alpha = pixels[at + 3] ?? 0;
        sum += alpha * convert(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
        opacity += alpha;
      }
    }
    values[index] = opacity > 0 ? sum / opacity : 0;
    alphas[index] = opacity / (step * step);
  }
  return { values, alphas };
}
