import type { Stretch } from "#api/generated/clips.ts";
import type { Word } from "#api/generated/transcript.ts";
import type { CueView } from "#api/generated/transcripts.ts";
import { clipTime } from "./clip-plan.ts";

/** A caption of a clip, in milliseconds of it. */
export type ClipCue = { from: number; to: number; text: string };

/** Whether a clip keeps a word: at least its middle is heard. */
export const keepsWord = (keep: readonly Stretch[], { start_ms: start, end_ms: end }: Word): boolean =>
  clipTime(keep, (start + end) / 2) !== null;

/** The captions of a clip. Words that were cut off are in none of them. */
export function clipCues(
  words: readonly Word[],
  cues: readonly CueView[],
  keep: readonly Stretch[],
): ClipCue[] {
  let before = 0;
  return keep.flatMap(({ from_ms: from, to_ms: to }) => {
    const start = before;
    before += to - from;
    return cues.flatMap((cue) => {
      const [begin, end] = [Math.max(cue.start_ms, from), Math.min(cue.end_ms, to)];
      const text = keptText(words, cue, [{ from_ms: from, to_ms: to }]);
      if (end <= begin || text === "") return [];
      return [{ from: start + begin - from, to: start + end - from, text }];
    });
  });
}

/** The text of a cue without the words that were cut off. The text alone says how its words are joined. */
function keptText(words: readonly Word[], { range, lines }: CueView, keep: readonly Stretch[]): string {
  const whole = lines.join(" ");
  let at = 0;
  let kept = "";
  let isJoined = false;
  for (const word of words.slice(range.first, range.end)) {
    const found = whole.indexOf(word.text, at);
    const start = found < 0 ? at : found;
    const end = start + word.text.length;
    if (keepsWord(keep, word)) {
      kept += (isJoined ? whole.slice(at, start) : kept === "" ? "" : " ") + word.text;
      isJoined = true;
    } else isJoined = false;
    at = end;
  }
  return kept;
}
