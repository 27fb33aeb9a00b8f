// Videos made with ffmpeg, once for each run of a machine.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Has ffmpeg make a file, unless an earlier test has; no argument has a space in it. */
async function made(name: string, options: string): Promise<Uint8Array> {
  const file = join(tmpdir(), name);
  const there = await stat(file).catch(() => undefined);
  if (!there) {
    const fresh = join(await mkdtemp(join(tmpdir(), "sayso-")), "made.mp4");
    await run("ffmpeg", ["-v", "error", ...options.split(" "), fresh]);
    await rename(fresh, file);
  }
  return new Uint8Array(await readFile(file));
}

/** A playable H.264 MP4 of about that many MB: lossless noise, so that few seconds fill it. */
export function bigVideo(megabytes: number): Promise<Uint8Array> {
  const noise = "-f lavfi -i testsrc2=size=640x480:rate=25,noise=alls=100:allf=t -t 20";
  const video = "-c:v libx264 -preset ultrafast -qp 4 -pix_fmt yuv420p";
  return made(`sayso-noise-${megabytes}.mp4`, `${noise} ${video} -fs ${megabytes}M`);
}

/** A short video as the recorder finishes it: flat MP4, H.264 and AAC, its index first. */
export function finishedVideo(): Promise<Uint8Array> {
  const source = "-f lavfi -i testsrc2=size=480x640:rate=30 -f lavfi -i sine=frequency=440 -t 2";
  const codecs = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac";
  return made("sayso-finished.mp4", `${source} ${codecs} -movflags +faststart`);
}

/** What ffprobe says of a file on disk. */
export async function ffprobe(
  file: string,
): Promise<{ format: Record<string, string>; streams: Record<string, string | number>[] }> {
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    "-count_packets",
    "-show_format",
    "-show_streams",
    "-of",
    "json",
    file,
  ]);
  return JSON.parse(stdout);
}
