// Which stretches of a film a clip keeps, in milliseconds of the film. They follow each other and never touch.
import type { Stretch } from "#api/generated/clips.ts";
import type { Word } from "#api/generated/transcript.ts";

/** Shorter stretches are not kept. */
export const MIN_STRETCH_MS = 100;

/** Takes a stretch out. */
export function cutOut(keep: readonly Stretch[], from: number, to: number): Stretch[] {
  return keep
    .flatMap((kept) => [
      { from_ms: kept.from_ms, to_ms: Math.min(kept.to_ms, from) },
      { from_ms: Math.max(kept.from_ms, to), to_ms: kept.to_ms },
    ])
    .filter((kept) => kept.to_ms - kept.from_ms >= MIN_STRETCH_MS);
}

/** Puts a stretch back. */
export function putBack(keep: readonly Stretch[], from: number, to: number): Stretch[] {
  const sorted = [...keep, { from_ms: from, to_ms: to }].toSorted((a, b) => a.from_ms - b.from_ms);
  const joined: Stretch[] = [];
  for (const one of sorted) {
    const last = joined.at(-1);
    if (last && one.from_ms <= last.to_ms) {
      joined[joined.length - 1] = { ...last, to_ms: Math.max(last.to_ms, one.to_ms) };
    } else joined.push(one);
  }
  return joined;
}

/** Moves the start or the end of a clip. What was cut out in between stays out. */
export function trim(keep: readonly Stretch[], side: "start" | "end", ms: number, filmMs: number): Stretch[] {
  const [start, end] = [keep[0]?.from_ms ?? 0, keep.at(-1)?.to_ms ?? filmMs];
  if (side === "start") return ms > start ? cutOut(keep, 0, ms) : putBack(keep, ms, start);
  return ms < end ? cutOut(keep, ms, Infinity) : putBack(keep, end, ms);
}

/** The stretch of some words of a film, from the middle of the pause before them to the middle of the pause after them. */
export function wordsStretch(words: readonly Word[], first: number, end: number, filmMs: number): Stretch {
  const [one, last] = [words[first], words[end - 1]];
  const [previous, next] = [words[first - 1], words[end]];
  return {
    from_ms: previous ? middle(previous.end_ms, one?.start_ms ?? 0) : 0,
    to_ms: next ? middle(last?.end_ms ?? filmMs, next.start_ms) : filmMs,
  };
}

const middle = (before: number, after: number) => Math.round((before + after) / 2);

/** The time to go on with at a moment of playing that was cut off: the start of the next stretch; `null` after the last. */
export function nextKept(keep: readonly Stretch[], ms: number): number | null {
  for (const { from_ms: from, to_ms: to } of keep) {
    if (ms < from) return from;
    if (ms < to) return ms;
  }
  return null;
}
