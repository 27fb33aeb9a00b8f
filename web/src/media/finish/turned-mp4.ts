const ONE = 0x10000;
/** How a matrix begins that turns by no, one, two and three quarters clockwise. */
const QUARTERS: [number, number][] = [
  [ONE, 0],
  [0, ONE],
  [-ONE, 0],
  [0, -ONE],
];

/** `tkhd` as a number. */
const TKHD = 0x746b6864;

/**
 * Sets a rotation of 90 or 270 degrees clockwise in the video's track header (ISO 14496-12, 8.3.2) of an MP4's first
 * bytes; returns `null` if they hold none.
 */
export function turnedMp4(head: Uint8Array<ArrayBuffer>, degrees: number): Uint8Array<ArrayBuffer> | null {
  const turned = head.slice();
  const header = new DataView(turned.buffer);
  for (let at = 4; at + 100 <= header.byteLength; at += 1) {
    if (header.getUint32(at) !== TKHD) continue;
    const matrix = at + (header.getUint8(at + 4) === 1 ? 56 : 44);
    const [width, height] = [header.getUint32(matrix + 36), header.getUint32(matrix + 40)];
    // The audio track has no size.
    if (width === 0 || height === 0) continue;
    // A rotation already in the file applies before this one.
    const written = QUARTERS.findIndex(
      ([a, b]) => a === header.getInt32(matrix) && b === header.getInt32(matrix + 4),
    );
    const quarters = (Math.max(written, 0) + degrees / 90) % 4;
    const [a, b] = QUARTERS[quarters] ?? [ONE, 0];
    // Translation that brings the rotated picture back to the origin.
    const across = quarters === 1 ? height : quarters === 2 ? width : 0;
    const down = quarters === 2 ? height : quarters === 3 ? width : 0;
    for (const [index, value] of [a, b, 0, -b, a, 0, across, down].entries())
      header.setInt32(matrix + 4 * index, value);
    return turned;
  }
  return null;
}
