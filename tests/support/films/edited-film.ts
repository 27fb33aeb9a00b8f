// MP4s with edit lists that show only a part of their samples, or other content.
import assert from "node:assert/strict";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join, dirname } from "node:path";
import { createHash, randomUUID } from "node:crypto";
import type { Shown, ToShow } from "../browsers/shown-film.ts";
import { assertSameColours } from "./colour-bars.ts";
import { film } from "./films.ts";

/** Seconds of the film to show, and their start; `from: null`: an empty edit. */
export type Edit = { from: number | null; seconds: number; rate?: number };

export type Instructions = {
  picture?: Edit[];
  sound?: Edit[];
  /** The first two rows and columns of the picture's matrix. */
  matrix?: [number, number, number, number];
  /** Pixels of the picture that are shown. */
  clap?: [number, number];
};

/** Seconds of the films that are edited. */
export const SECONDS = 6;

/**
 * Six seconds, 320 x 240: the left half is brighter each second, the right half black. The index is at the end, so that
 * it may grow.
 */
export const steps = (options: string[] = []) =>
  film(
    "steps.mp4",
    [
      `color=black:size=320x240:rate=25:duration=${SECONDS},geq=lum='if(lt(X,W/2),60+30*floor(T),16)':cb=128:cr=128`,
      `sine=frequency=440:duration=${SECONDS}`,
    ],
    ["-c:v", "libx264", "-preset", "fast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac", ...options],
  );

/** A film with other instructions to players; made once. */
export async function edited(given: string, name: string, instructions: Instructions): Promise<string> {
  const key = createHash("sha256").update(JSON.stringify(instructions)).digest("hex").slice(0, 16);
  const file = join(dirname(given), `${key}-${name}`);
  if (await stat(file).catch(() => undefined)) return file;
  const draft = `${file}-${randomUUID()}`;
  await writeFile(draft, withInstructions(await readFile(given), instructions));
  await rename(draft, file);
  return file;
}

function withInstructions(given: Buffer, { picture, sound, matrix, clap }: Instructions): Buffer {
  let bytes = given;
  for (const [track, edits] of [picture, sound].entries()) {
    if (edits) bytes = withEdits(bytes, track, edits);
  }
  if (matrix)
    bytes = withBox(bytes, 0, ["moov", "trak", "tkhd"], (tkhd) => {
      for (const [index, at] of [40, 44, 52, 56].entries())
        tkhd.writeInt32BE((matrix[index] ?? 0) * 65_536, at);
      return tkhd;
    });
  if (clap)
    bytes = withBox(bytes, 0, ["moov", "trak", "mdia", "minf", "stbl", "stsd"], (stsd) => {
      const numbers = Buffer.alloc(32);
      for (const [index, number] of [clap[0], 1, clap[1], 1, 0, 1, 0, 1].entries())
        numbers.writeUInt32BE(number, 4 * index);
      const entry = Buffer.concat([stsd.subarray(16), box("clap", numbers)]);
      return Buffer.concat([stsd.subarray(0, 8), box("avc1", entry)]);
    });
  return bytes;
}

function withEdits(bytes: Buffer, track: number, edits: Edit[]): Buffer {
  let movie = 1000;
  withBox(bytes, 0, ["moov", "mvhd"], (mvhd) => {
    movie = mvhd.readUInt32BE(12);
    return mvhd;
  });
  let timescale = 1;
  withBox(bytes, track, ["moov", "trak", "mdia", "mdhd"], (mdhd) => {
    timescale = mdhd.readUInt32BE(12);
    return mdhd;
  });
  const elst = Buffer.alloc(8 + 12 * edits.length);
  elst.writeUInt32BE(edits.length, 4);
  for (const [index, { from, seconds, rate = 1 }] of edits.entries()) {
    const at = 8 + 12 * index;
    elst.writeUInt32BE(Math.round(seconds * movie), at);
    elst.writeInt32BE(from === null ? -1 : Math.round(from * timescale) + firstOffset(bytes, track), at + 4);
    elst.writeInt32BE(Math.round(rate * 65_536), at + 8);
  }
  const length = edits.reduce((sum, { seconds }) => sum + seconds, 0) * movie;
  const withList = withBox(bytes, track, ["moov", "trak", "edts"], () => box("elst", elst));
  const withLength = withBox(withList, track, ["moov", "trak", "tkhd"], (tkhd) => {
    tkhd.writeUInt32BE(Math.round(length), 20);
    return tkhd;
  });
  return withBox(withLength, 0, ["moov", "mvhd"], (mvhd) => {
    mvhd.writeUInt32BE(Math.round(length), 16);
    return mvhd;
  });
}

/** When a track's first sample is shown: B-frames delay all video, and audio encoders add priming samples. */
function firstOffset(bytes: Buffer, track: number): number {
  let offset = track === 1 ? 1024 : 0;
  if (track === 0)
    withBox(bytes, 0, ["moov", "trak", "mdia", "minf", "stbl", "ctts"], (ctts) => {
      offset = ctts.readUInt32BE(12);
      return ctts;
    });
  return offset;
}

function box(kind: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8);
  header.write(kind, 4, "latin1");
  return Buffer.concat([header, content]);
}

/** Changes the first box at a path, in the `track`th track if it leads into one. */
function withBox(
  bytes: Buffer,
  track: number,
  [name, ...rest]: string[],
  change: (content: Buffer) => Buffer,
): Buffer {
  if (name === undefined) return change(Buffer.from(bytes));
  const parts: Buffer[] = [];
  let seen = 0;
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at) || bytes.length - at;
    const current = bytes.subarray(at, at + size);
    const isOne = bytes.toString("latin1", at + 4, at + 8) === name;
    const isIt = isOne && seen === (name === "trak" ? track : 0);
    parts.push(isIt ? box(name, withBox(current.subarray(8), track, rest, change)) : current);
    if (isOne) seen += 1;
    at += size;
  }
  return Buffer.concat(parts);
}

const run = (from: number, seconds: number): Edit => ({ from, seconds });
const both = (edits: Edit[]): Instructions => ({ picture: edits, sound: edits });

type EditedCase = { title: string; instructions: Instructions; options?: string[] };

/** Instructions that finished films keep. */
export const EDITED: EditedCase[] = [
  { title: "two runs", instructions: both([run(0, 1.5), run(4, 1.5)]) },
  { title: "two runs, the later one first", instructions: both([run(4, 1), run(1, 2)]) },
  { title: "one run, in the middle", instructions: both([run(1.4, 2.4)]) },
  { title: "the same run twice", instructions: both([run(2, 1), run(2, 1), run(0, 1)]) },
  { title: "a gap between two runs", instructions: both([run(0, 1), { from: null, seconds: 1 }, run(3, 2)]) },
  { title: "a sound that begins later", instructions: { sound: [{ from: null, seconds: 2 }, run(0, 4)] } },
  { title: "mirrored", instructions: { matrix: [-1, 0, 0, 1] } },
  { title: "mirrored and turned", instructions: { matrix: [0, 1, 1, 0] } },
  { title: "pixels that are not square", instructions: {}, options: ["-vf", "setsar=4/3"] },
];

/** Seconds according to the edit lists. */
const lengthOf = ({ picture, sound }: Instructions): number =>
  Math.max(
    ...[picture, sound].map((edits) => edits?.reduce((sum, { seconds }) => sum + seconds, 0) ?? SECONDS),
  );

/** Relative positions of the sampled moments: first, middle and last. */
const SHARES = [0.02, 0.3, 0.55, 0.7, 0.96];
const COLUMNS = 4;
/** Tolerance in levels of 256, for a decoded grey. */
const MAX_DIFFERENCE = 6;
const MAX_SECONDS_APART = 0.1;

/** Arguments of `shownFilm` for such a film, at the sampled moments. */
const stepsToShow = async (file: string, seconds: number): Promise<ToShow> => [
  (await readFile(file)).toString("base64"),
  "video/mp4",
  SHARES.map((share) => share * seconds),
  COLUMNS,
  0.25,
];

/**
 * Sends a film of a case, waits for its delivery, and expects the length in its edit lists and the same pictures.
 * Returns the delivered film and its seconds. `shown` plays a film in the browser, `deliver` sends a file there;
 * `most`: tolerance of a colour component.
 */
export async function assertPlaysSame(
  { instructions, options }: EditedCase,
  shown: (toShow: ToShow) => Promise<Shown>,
  deliver: (file: string) => Promise<{ row: Record<string, unknown>; file: string }>,
  most = MAX_DIFFERENCE,
): Promise<{ file: string; seconds: number }> {
  const given = await edited(await steps(options), "edited.mp4", instructions);
  const seconds = lengthOf(instructions);
  const before = await shown(await stepsToShow(given, seconds));
  const { row, file } = await deliver(given);
  assert.deepEqual([row.unfinished, row.unwatermarked], [null, 0]);
  const after = await shown(await stepsToShow(file, seconds));
  // With several edits browsers announce too long a duration, and stall at the end.
  assert.ok(Math.abs(after.seconds - seconds) < MAX_SECONDS_APART, `${after.seconds} s of ${seconds} s`);
  const [were, are] = [before, after].map(({ sides }) => sides[0] / sides[1]);
  assert.ok(Math.abs(Number(were) - Number(are)) < 0.05, `${were} became ${are}`);
  assertSameColours(before, after, most);
  return { file, seconds };
}
