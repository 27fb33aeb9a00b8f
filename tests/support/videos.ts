// Videos made with ffmpeg, once for each run of a machine.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A playable H.264 MP4 of about that many MB: lossless noise, so that few seconds fill it. */
export async function bigVideo(megabytes: number): Promise<Uint8Array> {
  const file = join(tmpdir(), `sayso-noise-${megabytes}.mp4`);
  const there = await stat(file).catch(() => undefined);
  if (!there) {
    const made = join(await mkdtemp(join(tmpdir(), "sayso-")), "made.mp4");
    const noise = "testsrc2=size=640x480:rate=25,noise=alls=100:allf=t";
    const limit = ["-fs", `${megabytes}M`];
    await run("ffmpeg", [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      noise,
      "-t",
      "20",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-qp",
      "4",
      "-pix_fmt",
      "yuv420p",
      ...limit,
      made,
    ]);
    await rename(made, file);
  }
  return new Uint8Array(await readFile(file));
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
