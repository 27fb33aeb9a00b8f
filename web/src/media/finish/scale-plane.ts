import type { FrameSize } from "#media/watermark.ts";

/** One plane among a frame's bytes: every `step`th byte of a row is its own. */
export type Plane = FrameSize & {
  bytes: Uint8Array<ArrayBuffer>;
  offset: number;
  stride: number;
  step: number;
};

/** Interpolation of a target pixel: its two source pixels, and the weight of the second, out of 256. */
type Between = { first: Int32Array; second: Int32Array; nearness: Int32Array };

/** Fills a plane with a larger or smaller one, bilinearly. */
export function scalePlane(from: Plane, to: Plane): void {
  const columns = between(from.width, to.width, from.step);
  const rows = between(from.height, to.height, from.stride);
  const { bytes: source, offset } = from;
  const { bytes: target } = to;
  const { first, second, nearness } = columns;
  for (let row = 0; row < to.height; row += 1) {
    const above = offset + (rows.first[row] ?? 0);
    const below = offset + (rows.second[row] ?? 0);
    const down = rows.nearness[row] ?? 0;
    let at = to.offset + row * to.stride;
    for (let column = 0; column < to.width; column += 1, at += to.step) {
      const left = first[column] ?? 0;
      const right = second[column] ?? 0;
      const across = nearness[column] ?? 0;
      const upper = (source[above + left] ?? 0) * (256 - across) + (source[above + right] ?? 0) * across;
      const lower = (source[below + left] ?? 0) * (256 - across) + (source[below + right] ?? 0) * across;
      target[at] = (upper * (256 - down) + lower * down + 0x8000) >> 16;
    }
  }
}

function between(from: number, to: number, step: number): Between {
  const [first, second, nearness] = [new Int32Array(to), new Int32Array(to), new Int32Array(to)];
  for (let index = 0; index < to; index += 1) {
    // Centres of pixels lie on centres.
    const position = Math.min(Math.max(((index + 0.5) * from) / to - 0.5, 0), from - 1);
    const before = Math.floor(position);
    first[index] = before * step;
    second[index] = Math.min(before + 1, from - 1) * step;
    nearness[index] = Math.round((position - before) * 256);
  }
  return { first, second, nearness };
}
