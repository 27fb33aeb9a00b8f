import assert from "node:assert/strict";
import { test } from "node:test";
import { posterScore } from "#media/finish/poster-score.ts";

const SIDE = 16;

/** A picture of vertical bars between two greys. */
function bars(dark: number, bright: number, width = 1): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * SIDE * SIDE);
  for (let pixel = 0; pixel < SIDE * SIDE; pixel += 1) {
    const value = Math.floor((pixel % SIDE) / width) % 2 === 0 ? dark : bright;
    pixels.set([value, value, value, 255], 4 * pixel);
  }
  return pixels;
}

test("a sharp, bright frame is a better poster than a blurred, a dark or an overexposed one (PUB10)", () => {
  const best = posterScore(bars(80, 160), SIDE);
  for (const [name, worse] of Object.entries({
    blurred: bars(80, 160, 4),
    dark: bars(0, 80),
    overexposed: bars(230, 255),
    black: bars(0, 0),
    white: bars(255, 255),
  }))
    assert.ok(posterScore(worse, SIDE) < best, name);
  assert.equal(posterScore(bars(0, 0), SIDE), 0);
});
