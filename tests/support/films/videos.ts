// Sample videos, and ffprobe.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { film } from "./films.ts";

const run = promisify(execFile);
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const FASTSTART = ["-movflags", "+faststart"];

const bytesOf = async (made: Promise<string>) => new Uint8Array(await readFile(await made));

/** A playable H.264 MP4 of about that many MB: near-lossless noise, so that few frames fill it. */
export const bigVideoPath = (megabytes: number) =>
  film(
    "noise.mp4",
    ["testsrc2=size=640x480:rate=1:duration=290,noise=alls=100:allf=t"],
    [...H264, "-qp", "4", "-fs", `${megabytes}M`],
  );

export const bigVideo = (megabytes: number) => bytesOf(bigVideoPath(megabytes));

/** Two seconds of H.264 and AAC in the container of the file's extension. */
export const shortVideo = (name: string, options: string[] = []) =>
  bytesOf(
    film(
      name,
      ["testsrc2=size=480x640:rate=30:duration=2", "sine=frequency=440:duration=2"],
      [...H264, "-c:a", "aac", ...options],
    ),
  );

/** A short video like the finisher's output: H.264 and AAC in a flat MP4 with `moov` first. */
export const finishedVideo = () => shortVideo("finished.mp4", FASTSTART);

/** A small MP4 of the given duration. */
export const longVideo = (seconds: number) =>
  bytesOf(
    film("long.mp4", [`color=c=green:size=160x120:rate=2:duration=${seconds}`], [...H264, ...FASTSTART]),
  );

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
