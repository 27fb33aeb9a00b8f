// Films made with ffmpeg, once for each machine: the arguments that made one are its name.
import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const FOLDER = resolve(".sayso/films");

/**
 * Path of a film from `lavfi` sources; the name's extension selects the container. It is renamed into place when
 * complete, so that an interrupted run leaves no partial file.
 */
export async function film(name: string, sources: string[], options: string[]): Promise<string> {
  const inputs = sources.flatMap((source) => ["-f", "lavfi", "-i", source]);
  const all = ["-v", "error", ...inputs, ...options];
  const folder = join(FOLDER, createHash("sha256").update(all.join(" ")).digest("hex").slice(0, 16));
  const file = join(folder, name);
  if (await stat(file).catch(() => undefined)) return file;
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${randomUUID()}-${name}`);
  await run("ffmpeg", [...all, draft]);
  await rename(draft, file);
  return file;
}

/** The same film looped to this length, without re-encoding. */
export const repeated = (file: string, seconds: number) =>
  film(basename(file), [], ["-stream_loop", "-1", "-i", file, "-t", `${seconds}`, "-c", "copy"]);

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

/** 480 frames: long enough to end the page while it is finished. */
export const longFilm = async () =>
  repeated(
    await film(
      "crash.webm",
      ["testsrc2=size=720x1280:rate=30:duration=2", "sine=frequency=440:duration=2"],
      ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2500k", "-c:a", "libopus"],
    ),
    16,
  );
