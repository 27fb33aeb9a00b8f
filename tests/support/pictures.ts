// Films made for a purpose with ffmpeg, and what can be seen in a film.
import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A film made by ffmpeg with these arguments after its inputs; the name's extension chooses the container. */
export async function film(name: string, inputs: string[], rest: string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "sayso-film-")), name);
  const sources = inputs.flatMap((input) => ["-f", "lavfi", "-i", input]);
  await run("ffmpeg", ["-v", "error", ...sources, ...rest, file]);
  return file;
}

/** A plain mid-grey film with a tone, in H.264 and AAC. */
export function greyFilm({ width = 480, height = 640, seconds = 2, rest = [] as string[] } = {}) {
  return film(
    "grey.mp4",
    [
      `color=0x808080:size=${width}x${height}:rate=25:duration=${seconds}`,
      `sine=frequency=440:duration=${seconds}`,
    ],
    ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", ...rest],
  );
}

export type Box = { left: number; top: number; right: number; bottom: number };

/** Bytes of a film as a file that ffmpeg can read. */
export async function saved(bytes: ArrayBuffer): Promise<string> {
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
export function boxOf(frame: Uint8Array, width: number, fits: (shade: number) => boolean): Box | null {
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
