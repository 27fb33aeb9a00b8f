// A film for clips: flashes with beeps at odd seconds, and a red picture with a high tone from second 2 to 4.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { film } from "./films.ts";

const run = promisify(execFile);

const SECONDS = 8;
const FLASH = "lt(mod(t+1\\,2)\\,0.1)";
const MARKED = "between(t\\,2\\,4)";
/** Hertz of the tone that is cut off. */
const MARKED_HERTZ = 3000;
const RATE = 48_000;

/** Eight seconds, 720 x 1280. The lower half is darker, so that a frame shows where it is. */
export const clipFilm = () =>
  film(
    "to-clip.mp4",
    [
      `color=0x707070:size=720x1280:rate=30:duration=${SECONDS},drawbox=y=640:h=640:color=0x404040:t=fill,` +
        `drawbox=enable='${MARKED}':color=0xd02020:t=fill,drawbox=enable='${FLASH}':color=white:t=fill`,
      `aevalsrc='0.5*sin(2*PI*1000*t)*${FLASH}+0.3*sin(2*PI*${MARKED_HERTZ}*t)*${MARKED}':s=${RATE}:d=${SECONDS}`,
    ],
    [
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-g",
      "60",
      "-pix_fmt",
      "yuv420p",
      "-c:a",
      "aac",
      "-ac",
      "1",
      "-movflags",
      "+faststart",
    ],
  );

/** Everything that ffmpeg decodes of a film, whatever its edit list says. */
const decoded = async (file: string, options: string[]): Promise<Buffer> =>
  (
    await run("ffmpeg", ["-v", "error", "-ignore_editlist", "1", "-i", file, ...options, "-"], {
      encoding: "buffer",
      maxBuffer: 1 << 28,
    })
  ).stdout;

/** Asserts that no frame is red and no moment has the high tone, also not before or after what is shown (INV65). */
async function assertCutOff(file: string): Promise<void> {
  const frames = await decoded(file, ["-vf", "scale=2:2", "-f", "rawvideo", "-pix_fmt", "rgb24"]);
  for (let at = 0; at + 3 <= frames.length; at += 3) {
    const [red, green] = [frames[at] ?? 0, frames[at + 1] ?? 0];
    assert.ok(red - green < 60, `a red frame at ${Math.floor(at / 12) / 30} s`);
  }
  const sound = await samples(file);
  const window = RATE / 20;
  for (let at = 0; at + window <= sound.length; at += window) {
    const share = level(sound.subarray(at, at + window), MARKED_HERTZ);
    assert.ok(share < 0.05, `the tone at ${at / RATE} s: ${share}`);
  }
}

async function samples(file: string): Promise<Float32Array> {
  const bytes = await decoded(file, ["-vn", "-ac", "1", "-ar", `${RATE}`, "-f", "f32le"]);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/** Amplitude of a frequency (Goertzel). */
function level(part: Float32Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [index, value] of part.entries()) {
    const angle = (2 * Math.PI * hertz * index) / RATE;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / part.length;
}

/** The seconds at which flashes and beeps begin, as players show them. */
async function flashesAndBeeps(file: string): Promise<{ flashes: number[]; beeps: number[] }> {
  const { stdout } = await run(
    "ffmpeg",
    [
      "-v",
      "info",
      "-i",
      file,
      "-vf",
      "crop=iw:ih/8:0:0,scale=1:1,showinfo",
      "-f",
      "rawvideo",
      "-pix_fmt",
      "gray",
      "-y",
      "/dev/null",
    ],
    { maxBuffer: 1 << 28 },
  ).then(({ stderr }) => ({ stdout: stderr }));
  const frames = [...stdout.matchAll(/pts_time:([\d.]+).*?mean:\[(\d+)/g)].map(([, at, mean]) => [
    Number(at),
    Number(mean),
  ]);
  const flashes = frames.flatMap(([at = 0, mean = 0], index) =>
    mean > 180 && (frames[index - 1]?.[1] ?? 0) <= 180 ? [at] : [],
  );
  const { stdout: bytes } = await run(
    "ffmpeg",
    ["-v", "error", "-i", file, "-vn", "-ac", "1", "-ar", `${RATE}`, "-f", "f32le", "-"],
    {
      encoding: "buffer",
      maxBuffer: 1 << 28,
    },
  );
  const sound = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)),
  );
  const window = RATE / 200;
  const beeps: number[] = [];
  let wasLoud = false;
  for (let at = 0; at + window <= sound.length; at += window) {
    const isLoud = level(sound.subarray(at, at + window), 1000) > 0.15;
    if (isLoud && !wasLoud && at / RATE - (beeps.at(-1) ?? -1) > 0.3) beeps.push(at / RATE);
    wasLoud = isLoud;
  }
  return { flashes, beeps };
}

/** Stretches of a clip, and the seconds of the flashes and beeps that it keeps. */
type Cut = { keep: { from_ms: number; to_ms: number }[]; flashes: number[] };

/** All but what is marked. */
export const UNMARKED: Cut = {
  keep: [
    { from_ms: 0, to_ms: 2000 },
    { from_ms: 4050, to_ms: SECONDS * 1000 },
  ],
  flashes: [1, 2.95, 4.95],
};
export const WHOLE: Cut = { keep: [{ from_ms: 0, to_ms: SECONDS * 1000 }], flashes: [1, 3, 5, 7] };

/** Asserts that a clip has its sound with its pictures, exact to a frame, and nothing that was cut off. */
export async function assertClip(file: string, cut: Cut): Promise<void> {
  if (cut !== WHOLE) await assertCutOff(file);
  const { flashes, beeps } = await flashesAndBeeps(file);
  const seen = `flashes at ${flashes.join()}, beeps at ${beeps.join()}`;
  assert.equal(flashes.length, cut.flashes.length, seen);
  for (const [index, at] of cut.flashes.entries()) {
    const [flash = Number.NaN, beep = Number.NaN] = [flashes[index], beeps[index]];
    assert.ok(Math.abs(flash - at) < 0.04 && Math.abs(flash - beep) < 0.04, seen);
  }
}
