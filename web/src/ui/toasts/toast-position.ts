// Finds the position at which a toast covers least. All lengths are CSS pixels.

/** Below the recorder's clock and the portals' navigation. */
const BELOW_BARS = 76;
const AT_EDGE = 12;
/** Above a navigation that is at the bottom. */
const FROM_BOTTOM = 80;

const WIDTH = 356;
export const MARGIN = 16;
/** About: the room beside a toast's text, above and below it, and the size of a line and of a letter. */
const BESIDE = 64;
const AROUND = 30;
const LINE = 23;
const LETTER = 8;

/** QR codes count as text. */
const TEXT = "h1, h2, h3, [role=timer], [data-keep-clear], :is(input, select, textarea):focus";
/** How much it costs to cover a square pixel of each. */
const WEIGHTS = Object.entries({ [TEXT]: 100, "label, legend": 10, "button, a": 3, video: 1 });

/** How far below the upper edge a toast of this height hides least. */
export function clearestTop(height: number): number {
  const fromBottom = innerHeight - FROM_BOTTOM - height;
  const tops = hasBottomBar() ? [fromBottom, BELOW_BARS, AT_EDGE] : [BELOW_BARS, AT_EDGE, fromBottom];
  const hidden = tops.map((top) => {
    const box = boxOf(top, height);
    return WEIGHTS.reduce((sum, [selector, weight]) => sum + weight * hiddenOf(selector, box), 0);
  });
  return tops[hidden.indexOf(Math.min(...hidden))] ?? BELOW_BARS;
}

/** Whether a toast of this height covers a heading, a timer, a code or the focused field. */
export const hidesText = (top: number, height: number): boolean => hiddenOf(TEXT, boxOf(top, height)) > 0;

/** About the height of a toast with these paragraphs. */
export const heightOf = (paragraphs: string[]): number =>
  AROUND + LINE * paragraphs.reduce((lines, text) => lines + linesOf(text), 0);

const linesOf = (text: string) => Math.ceil((text.length * LETTER) / (widthOf() - BESIDE));

const widthOf = () => Math.min(WIDTH, innerWidth - 2 * MARGIN);

const boxOf = (top: number, height: number) =>
  new DOMRect((innerWidth - widthOf()) / 2, top, widthOf(), height);

/** Area in square pixels of matching elements under a box, in the frontmost dialog, if any. */
function hiddenOf(selector: string, box: DOMRect): number {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  return [...root.querySelectorAll(selector)]
    .filter((element) => !element.closest("[data-sonner-toaster]"))
    .reduce((sum, element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const width = Math.min(right, box.right) - Math.max(left, box.left);
      const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      return sum + Math.max(0, width) * Math.max(0, height);
    }, 0);
}

/** Whether the navigation is at the bottom and uncovered: then a toast there covers less than at the top. */
function hasBottomBar(): boolean {
  const bar = document.querySelector("[data-bottom-bar]");
  return (
    bar !== null && getComputedStyle(bar).position === "fixed" && !document.querySelector("dialog[open]")
  );
}
