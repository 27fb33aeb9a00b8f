// Playable films of a chosen size, made with ffmpeg once for each machine.
import { execFile } from "node:child_process";
import { mkdir, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const SECONDS = 30;

const LAYOUTS = {
  /** The index before the pictures, as the web wants it. */
  "index first": ["-movflags", "+faststart"],
  /** The index after the pictures, as cameras write it. */
  "index last": [],
  /** In pieces with an index each, as browsers record. */
  fragmented: ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"],
};
export type Layout = keyof typeof LAYOUTS;

/** The path of an H.264 MP4 of almost exactly that many MB: a constant bitrate pads what the picture leaves. */
export async function film(megabytes: number, layout: Layout = "index first"): Promise<string> {
  const name = `${megabytes}-${layout.replace(" ", "-")}.mp4`;
  return made(name, async (file) => {
    if (layout !== "index first") {
      const source = await film(megabytes);
      return run("ffmpeg", ["-v", "error", "-i", source, "-c", "copy", ...LAYOUTS[layout], file]);
    }
    const rate = `${Math.floor((megabytes * 8 * 1024) / SECONDS)}Ki`;
    // Noise fills the rate with bytes as random as those of a real film; padding would flatter the form parser.
    const picture = `testsrc2=size=640x480:rate=25:duration=${SECONDS},noise=alls=60:allf=t`;
    const coding = [
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
      "-x264-params",
      "nal-hrd=cbr",
    ];
    const constant = ["-b:v", rate, "-minrate", rate, "-maxrate", rate, "-bufsize", rate];
    return run("ffmpeg", [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      picture,
      ...coding,
      ...constant,
      ...LAYOUTS[layout],
      file,
    ]);
  });
}

/** A file is renamed into place when it is whole, so that a cut run leaves nothing half. */
export async function made(name: string, make: (file: string) => Promise<unknown>): Promise<string> {
  const folder = join(tmpdir(), "sayso-bench");
  const file = join(folder, name);
  if (await stat(file).catch(() => undefined)) return file;
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${process.pid}-${name}`);
  await make(draft);
  await rename(draft, file);
  return file;
}
