import type { CueCuts, Word } from "#api/generated/transcript.ts";

/** Words below this probability, in percent, may be wrong. */
export const UNSURE_BELOW = 60;

/** Whether a word may be wrong. Typed words have no probability and are right. */
export const isUnsure = ({ probability }: Word): boolean =>
  probability !== null && probability < UNSURE_BELOW;

/** The word that is heard at a time, in milliseconds: the last that has begun, until the next begins; -1 before the first. */
export function wordAt(words: readonly Word[], ms: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start_ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The next unsure word after an index, or before it; from the other end if there is none. */
export function nextUnsure(words: readonly Word[], from: number, step: 1 | -1): number | null {
  for (let distance = 1; distance <= words.length; distance += 1) {
    const index = (from + step * distance + words.length * 2) % words.length;
    const word = words[index];
    if (word && isUnsure(word)) return index;
  }
  return null;
}

/** The wishes for captions after one begins with a word, or does not any more. `begins`: whether one begins with it now. */
export function toggledCut({ breaks, joins }: CueCuts, word: number, begins: boolean): CueCuts {
  const without = (places: readonly number[]) => places.filter((place) => place !== word);
  return begins
    ? { breaks: without(breaks), joins: [...without(joins), word] }
    : { breaks: [...without(breaks), word], joins: without(joins) };
}

/** The words as a text. The server finds its words again, in languages without spaces too. */
export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(" ");

/** The words with another text for one of them: several words, or none. They share its time until the server has answered. */
export function corrected(words: readonly Word[], index: number, text: string): Word[] {
  const word = words[index];
  if (!word) return [...words];
  const texts = text.split(/\s+/).filter((piece) => piece !== "");
  const length = (word.end_ms - word.start_ms) / Math.max(1, texts.length);
  const at = (part: number) => Math.round(word.start_ms + length * part);
  const typed = texts.map((piece, part) => ({
    text: piece,
    start_ms: at(part),
    end_ms: at(part + 1),
    probability: null,
  }));
  return words.toSpliced(index, 1, ...typed);
}
