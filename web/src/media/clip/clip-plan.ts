import type { Run } from "#media/generated/media.ts";
import { fitWithin, type Rect } from "#media/finish/fit-within.ts";
import type { Placement } from "#media/finish/placement.ts";
import type { FrameSize } from "#media/watermark.ts";
import type { Framing, Stretch } from "#api/generated/clips.ts";
import type { ClipFormat, ClipMark } from "#api/generated/enums.ts";

/** Sizes in pixels of the formats that differ from the film's. */
const SIZES: Record<Exclude<ClipFormat, "recorded">, FrameSize> = {
  "9:16": { width: 720, height: 1280 },
  "4:5": { width: 864, height: 1080 },
  "1:1": { width: 1080, height: 1080 },
  "16:9": { width: 1280, height: 720 },
};

export const sizeOf = (format: ClipFormat, film: FrameSize): FrameSize =>
  format === "recorded" ? { width: evenUp(film.width), height: evenUp(film.height) } : SIZES[format];

const evenUp = (length: number) => length + (length % 2);
const evenDown = (length: number) => 2 * Math.floor(length / 2);

/** A film’s place in a clip, and its watermark’s then. */
export type Framed = { placement: Placement; mark: ClipMark };

type Look = {
  film: FrameSize;
  size: FrameSize;
  /** `null`: the whole picture, with the background around it. */
  framing: Framing | null;
  background: string;
  /** The film's watermark; `null` if it has none. */
  mark: Rect | null;
};

/**
 * Places a film in a clip's frame. A frame that would cut through the watermark moves to the nearest place where it does
 * not; if there is none, it shrinks to the largest part of the film beside the watermark (CLP04).
 */
export function frame({ film, size, framing, background, mark }: Look): Framed {
  const whole = { x: 0, y: 0, ...film };
  if (framing === null || size.width / film.width === size.height / film.height) {
    const placement = { picture: film, from: whole, to: fitWithin(film, size), background };
    return { placement, mark: mark ? "kept" : "none" };
  }
  const to = { x: 0, y: 0, ...size };
  const place = (from: Rect, where: ClipMark): Framed => ({
    placement: { picture: film, from, to, background },
    mark: where,
  });
  const window = largest(size, whole);
  const wished = within(whole, window, framing);
  if (!mark) return place(wished, "none");
  const free = freeNearest(wished, whole, mark);
  if (free) return place(free, overlaps(free, mark) ? "kept" : "anew");
  const beside = besides(whole, mark)
    .map((part) => ({ part, window: largest(size, part) }))
    .reduce((best, one) => (one.window.width > best.window.width ? one : best));
  return place(within(beside.part, beside.window, framing), "anew");
}

/** The largest window of a shape in a part of a picture, with even sides. */
function largest(shape: FrameSize, part: FrameSize): FrameSize {
  const scale = Math.min(part.width / shape.width, part.height / shape.height);
  return { width: evenDown(shape.width * scale), height: evenDown(shape.height * scale) };
}

/** A window's place in a part of a picture, by shares of its free way. */
function within(part: Rect, window: FrameSize, { x, y }: Framing): Rect {
  return {
    x: part.x + evenDown(((part.width - window.width) * x) / 1000),
    y: part.y + evenDown(((part.height - window.height) * y) / 1000),
    ...window,
  };
}

/** The nearest place of a window that has a mark wholly inside or wholly outside; `null` if there is none. */
function freeNearest(wished: Rect, whole: Rect, mark: Rect): Rect | null {
  const xs = [
    wished.x,
    mark.x - wished.width,
    mark.x + mark.width,
    mark.x,
    mark.x + mark.width - wished.width,
  ];
  const ys = [
    wished.y,
    mark.y - wished.height,
    mark.y + mark.height,
    mark.y,
    mark.y + mark.height - wished.height,
  ];
  const places = xs.flatMap((x) =>
    ys.flatMap((y) => [
      { ...wished, x: evenDown(x), y: evenDown(y) },
      { ...wished, x: evenUp(Math.ceil(x)), y: evenUp(Math.ceil(y)) },
    ]),
  );
  const allowed = places.filter((one) => contains(whole, one) && !isCut(mark, one));
  const distance = (one: Rect) => Math.abs(one.x - wished.x) + Math.abs(one.y - wished.y);
  return allowed.reduce<Rect | null>(
    (best, one) => (best && distance(best) <= distance(one) ? best : one),
    null,
  );
}

/** The four parts of a picture beside a mark. Those of no size are left out. */
function besides(whole: Rect, mark: Rect): Rect[] {
  const [right, bottom] = [evenUp(Math.ceil(mark.x + mark.width)), evenUp(Math.ceil(mark.y + mark.height))];
  const [left, top] = [evenDown(mark.x), evenDown(mark.y)];
  return [
    { ...whole, height: top },
    { ...whole, y: bottom, height: whole.height - bottom },
    { ...whole, width: left },
    { ...whole, x: right, width: whole.width - right },
  ];
}

const contains = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

export const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Whether a window shows only a part of a mark. */
const isCut = (mark: Rect, window: Rect) => overlaps(mark, window) && !contains(window, mark);

/** A part of a film, placed as the film is. */
export function placed(part: Rect, { from, to }: Placement): Rect {
  const [across, down] = [to.width / from.width, to.height / from.height];
  return {
    x: to.x + (part.x - from.x) * across,
    y: to.y + (part.y - from.y) * down,
    width: part.width * across,
    height: part.height * down,
  };
}

/** Duration of a clip in milliseconds. */
export const durationOf = (keep: readonly Stretch[]): number =>
  keep.reduce((sum, { from_ms: from, to_ms: to }) => sum + to - from, 0);

/** The time in a clip of a moment of its film; `null` if it was cut off. In milliseconds. */
export function clipTime(keep: readonly Stretch[], ms: number): number | null {
  let before = 0;
  for (const { from_ms: from, to_ms: to } of keep) {
    if (ms < from) return null;
    if (ms < to) return before + ms - from;
    before += to - from;
  }
  return null;
}

/**
 * The runs of a file that a clip keeps: `runs` are those that the file itself shows, all of it if there are none. In
 * milliseconds.
 */
export function keptRuns(keep: readonly Stretch[], runs: readonly Run[], filmMs: number): Run[] {
  const shown =
    runs.length > 0 ? runs : [{ at: 0, from: 0, length: Math.max(filmMs, keep.at(-1)?.to_ms ?? 0) }];
  let before = 0;
  return keep.flatMap(({ from_ms: from, to_ms: to }) => {
    const start = before;
    before += to - from;
    return shown.flatMap((run) => {
      const [begin, end] = [Math.max(from, run.at), Math.min(to, run.at + run.length)];
      if (end <= begin) return [];
      return [{ at: start + begin - from, from: run.from + begin - run.at, length: end - begin }];
    });
  });
}

/** Whether a clip has all of its film. */
export const keepsAll = (keep: readonly Stretch[], filmMs: number): boolean =>
  keep.length === 1 && keep[0]?.from_ms === 0 && keep[0].to_ms >= filmMs;
