/** The same as the media core's and the server's. */
export const MAX_LINES = 2;
/** The server takes no more. */
export const MAX_LETTERS = 120;

/** What was typed, cut to the lines that a watermark has: blank ones go first. Says whether there were too many. */
export function cutLines(typed: string): { text: string; tooMany: boolean } {
  const lines = typed.split(/\r\n|\n|\r/);
  if (lines.length <= MAX_LINES) return { text: lines.join("\n"), tooMany: false };
  const kept = lines.filter((line) => line.trim() !== "").slice(0, MAX_LINES);
  return { text: kept.join("\n"), tooMany: true };
}

/** What a text looks like in a video: its lines trimmed, the company's name where nothing is left. */
export function shownText(typed: string, companyName: string): string {
  return typed.trim() === "" ? companyName : typed;
}
