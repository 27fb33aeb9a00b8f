/** Scripts that are written from right to left, by primary language tag. */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/;

export const directionOf = (language: string): "rtl" | "ltr" =>
  RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr";

/**
 * Breaks a text into as few lines as fit, of about the same width. `measure`: width of a text. A piece that is wider
 * than a line has one of its own.
 */
export function wrapText(
  text: string,
  language: string,
  most: number,
  measure: (text: string) => number,
): string[] {
  const pieces = piecesOf(text, language);
  const fewest = broken(pieces, most, measure);
  // The narrowest lines that are no more.
  let [narrow, wide] = [most / 2, most];
  for (let step = 0; step < 6; step += 1) {
    const middle = (narrow + wide) / 2;
    if (broken(pieces, middle, measure).length > fewest.length) narrow = middle;
    else wide = middle;
  }
  const even = broken(pieces, wide, measure);
  return even.length === fewest.length ? even : fewest;
}

function broken(pieces: readonly string[], most: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    if (line !== "" && measure((line + piece).trim()) > most) {
      lines.push(line.trim());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trim()].filter((one) => one !== "");
}

/** Pieces between which a line may end: words with the spaces and the marks after them, in languages without spaces too. */
function piecesOf(text: string, language: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of segmentsOf(text, language)) {
    const last = pieces.length - 1;
    const opens = /^[\p{Ps}\p{Pi}]/u.test(segment);
    const isOpen = last >= 0 && /[\p{Ps}\p{Pi}]$/u.test(pieces[last] ?? "");
    // An apostrophe or a hyphen inside a word is not a place to break.
    const breaks = isWordLike ? last < 0 || !isOpen : opens;
    if (breaks || last < 0) pieces.push(segment);
    else pieces[last] += segment;
  }
  return pieces;
}

function segmentsOf(
  text: string,
  language: string,
): Iterable<{ segment: string; isWordLike?: boolean | undefined }> {
  const isSpaced = text.includes(" ") || typeof Intl.Segmenter === "undefined";
  if (!isSpaced) return new Intl.Segmenter(language || "en", { granularity: "word" }).segment(text);
  return (text.match(/\S+\s*/gu) ?? []).map((segment) => ({ segment, isWordLike: true }));
}
