import { lumaOf } from "#media/luma.ts";

/**
 * How good a poster a frame makes: its edges per pixel, which blur takes away, less where it is too dark or too bright.
 * `pixels`: RGBA of a square, row by row.
 */
export function posterScore(pixels: Uint8ClampedArray, side: number): number {
  const luma = lumaOf(pixels);
  let [sum, edges] = [0, 0];
  luma.forEach((here, pixel) => {
    sum += here;
    if (pixel % side > 0) edges += Math.abs(here - (luma[pixel - 1] ?? 0));
    if (pixel >= side) edges += Math.abs(here - (luma[pixel - side] ?? 0));
  });
  const brightness = sum / luma.length / 255;
  return (edges / luma.length) * rise(brightness - 0.05, 0.25) * rise(0.98 - brightness, 0.15);
}

/** From 0 to 1 over a distance. */
const rise = (value: number, distance: number) => Math.min(1, Math.max(0, value / distance));
