// How colours stand in planes of luma and chroma, Cb and Cr, eight bits each (ITU-T H.273).
import type { VideoSample } from "mediabunny";

export type ColorSpace = Pick<VideoSample["colorSpace"], "matrix" | "fullRange">;

/** The share of red and of blue in luma, by matrix (table 4). */
const WEIGHTS = {
  bt709: { red: 0.2126, blue: 0.0722 },
  smpte170m: { red: 0.299, blue: 0.114 },
  bt470bg: { red: 0.299, blue: 0.114 },
};
type Matrix = keyof typeof WEIGHTS;
/** From this height on browsers take a recording that names no matrix for one of BT.709. */
const HD_HEIGHT = 720;

/** What black is, and the spans of luma and chroma. */
const RANGES = {
  full: { black: 0, luma: 255, chroma: 255 },
  limited: { black: 16, luma: 219, chroma: 224 },
};
/** What stands in both planes of chroma where there is no colour. */
const NO_CHROMA = 128;

const isKnown = (matrix: string): matrix is Matrix => Object.hasOwn(WEIGHTS, matrix);

/** Whether colours stand as one of the matrices says, or as nobody says. */
export const isKnownMatrix = ({ matrix }: ColorSpace) => matrix === null || isKnown(matrix);

const rangeOf = ({ fullRange }: ColorSpace) => RANGES[fullRange ? "full" : "limited"];

/** Black in each of the planes. */
export const blackOf = (space: ColorSpace): [number, number, number] => [
  rangeOf(space).black,
  NO_CHROMA,
  NO_CHROMA,
];

/** A number for a colour of red, green and blue, 0 to 255 each. */
export type Convert = (red: number, green: number, blue: number) => number;

/** What stands in each of the planes of a frame of this height (8.3). */
export function converters(space: ColorSpace, height: number): [Convert, Convert, Convert] {
  const unnamed = height < HD_HEIGHT ? "smpte170m" : "bt709";
  const weights = WEIGHTS[space.matrix !== null && isKnown(space.matrix) ? space.matrix : unnamed];
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
