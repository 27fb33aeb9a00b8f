import type { FrameSize } from "#media/watermark.ts";

/** One plane among a frame's bytes: every `step`th byte of a row is its own. */
export type Plane = FrameSize & {
  bytes: Uint8Array<ArrayBuffer>;
  offset: number;
  stride: number;
  step: number;
};

/** Interpolation of target pixels: of each its two source pixels, and the weight of the second, out of 256. */
type Between = { first: Int32Array; second: Int32Array; nearness: Int32Array };

/** Fills a plane with a larger or smaller one, bilinearly. */
export function scalePlane(from: Plane, to: Plane): void {
  const columns = between(from.width, to.width, from.step);
  const rows = between(from.height, to.height, from.stride);
  const { bytes: target } = to;
  // Each row of the source is scaled once, as several rows of the target may lie between the same two.
  let upper = new ScaledRow(to.width);
  let lower = new ScaledRow(to.width);
  for (let row = 0; row < to.height; row += 1) {
    const above = from.offset + (rows.first[row] ?? 0);
    const down = rows.nearness[row] ?? 0;
    if (lower.at === above) [upper, lower] = [lower, upper];
    upper.fill(from.bytes, above, columns);
    lower.fill(from.bytes, from.offset + (rows.second[row] ?? 0), columns);
    const [high, low] = [upper.values, lower.values];
    let at = to.offset + row * to.stride;
    for (let column = 0; column < to.width; column += 1, at += to.step) {
      target[at] = ((high[column] ?? 0) * (256 - down) + (low[column] ?? 0) * down + 0x8000) >> 16;
    }
  }
}

/** A row of the source in the width of the target. */
class ScaledRow {
  /** Its start among the source's bytes. */
  at = -1;
  /** 256 times as large as the source's. */
  readonly values: Uint16Array;

  constructor(width: number) {
    this.values = new Uint16Array(width);
  }

  fill(source: Uint8Array, at: number, { first, second, nearness }: Between): void {
    if (this.at === at) return;
    this.at = at;
    const { values } = this;
    for (let column = 0; column < values.length; column += 1) {
      const across = nearness[column] ?? 0;
      values[column] =
        (source[at + (first[column] ?? 0)] ?? 0) * (256 - across) +
        (source[at + (second[column] ?? 0)] ?? 0) * across;
    }
  }
}

/** Those of the last planes: the frames of a film are of the same sizes. */
const known = new Map<string, Between>();
const MOST_KNOWN = 8;

function between(from: number, to: number, step: number): Between {
  const key = `${from} ${to} ${step}`;
  const before = known.get(key);
  if (before) return before;
  const [first, second, nearness] = [new Int32Array(to), new Int32Array(to), new Int32Array(to)];
  for (let index = 0; index < to; index += 1) {
    // Centres of pixels lie on centres.
    const position = Math.min(Math.max(((index + 0.5) * from) / to - 0.5, 0), from - 1);
    const left = Math.floor(position);
    first[index] = left * step;
    second[index] = Math.min(left + 1, from - 1) * step;
    nearness[index] = Math.round((position - left) * 256);
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, { first, second, nearness });
  return { first, second, nearness };
}
