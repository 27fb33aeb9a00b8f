// Reads pictures from films.
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export type Box = { left: number; top: number; right: number; bottom: number };

/** Bytes of a film as a file that ffmpeg can read. */
export async function tempFile(bytes: ArrayBuffer): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "sayso-film-")), "video");
  await writeFile(file, Buffer.from(bytes));
  return file;
}

/** Each frame in shades of grey, one byte for each pixel. */
export async function greyFrames(file: string, width: number, height: number): Promise<Uint8Array[]> {
  const { stdout } = await run(
    "ffmpeg",
    ["-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
    {
      encoding: "buffer",
      maxBuffer: 1 << 30,
    },
  );
  const size = width * height;
  return Array.from({ length: Math.floor(stdout.length / size) }, (_, index) =>
    stdout.subarray(index * size, (index + 1) * size),
  );
}

/** The smallest box around all pixels that fit; `null` when none does. */
export function boundingBox(frame: Uint8Array, width: number, fits: (shade: number) => boolean): Box | null {
  let box: Box | null = null;
  for (const [index, shade] of frame.entries()) {
    if (!fits(shade)) continue;
    const x = index % width;
    const y = Math.floor(index / width);
    box ??= { left: x, top: y, right: x + 1, bottom: y + 1 };
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.bottom = y + 1;
  }
  return box;
}

const COLOURS = {
  red: [255, 0, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
  grey: [136, 136, 136],
  black: [0, 0, 0],
};

/** The scene before the fake phone's camera, upright: above, in the middle, below, and at the left edge. */
export const SCENE = ["red", "white", "blue", "grey"];

/** The first frame of a film as displayed, rotated if its file says so. */
export async function firstFrame(file: string) {
  const args = ["-v", "error", "-i", file, "-frames:v", "1", "-f", "image2pipe", "-c:v", "bmp", "-"];
  const { stdout: bitmap } = await run("ffmpeg", args, { encoding: "buffer", maxBuffer: 1 << 26 });
  const [pixels, width, height] = [10, 18, 22].map((at) => bitmap.readInt32LE(at)) as [
    number,
    number,
    number,
  ];
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  /** Names the colour at these shares of width and height. */
  const colourAt = (across: number, down: number) => {
    // Rows go upwards, and colours are blue, green, red.
    const row = height - 1 - Math.floor(height * down);
    const at = pixels + row * rowBytes + Math.floor(width * across) * 3;
    const distance = (colour: number[]) =>
      colour.reduce((sum, value, index) => sum + Math.abs(value - bitmap.readUInt8(at + 2 - index)), 0);
    return Object.entries(COLOURS).toSorted(([, a], [, b]) => distance(a) - distance(b))[0]?.[0];
  };
  const scene = [colourAt(0.25, 0.1), colourAt(0.5, 0.5), colourAt(0.25, 0.9), colourAt(0.05, 0.5)];
  return { sides: [width, height], scene };
}

/** Only each column's middle is sampled: encoders blur edges. */
const PARTS = 5;

/**
 * Average values in the upper half of a film, two frames per second: Y, Cb and Cr (0 to 255) in the middle of each of
 * so many columns.
 */
export async function columnsOf(file: string, columns: number): Promise<number[][]> {
  const filters = `fps=2,crop=iw:ih/2:0:0,scale=${columns * PARTS}:1:flags=area`;
  const args = ["-v", "error", "-i", file, "-vf", filters, "-pix_fmt", "yuv444p", "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", args, { encoding: "buffer", maxBuffer: 1 << 26 });
  const planes = stdout.length / (columns * PARTS);
  return Array.from({ length: planes }, (_, plane) =>
    Array.from({ length: columns }, (_column, column) =>
      stdout.readUInt8((plane * columns + column) * PARTS + Math.floor(PARTS / 2)),
    ),
  );
}
