import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Toaster, toast } from "sonner";
import "sonner/dist/styles.css";
import "./toaster.css";

// Outside the app's root: a toast must outlive the screen that raised it.
const layer = document.createElement("div");
layer.className = "toast-layer";
if ("popover" in layer) layer.popover = "manual";
document.body.append(layer);
flushSync(() =>
  createRoot(layer).render(
    <Toaster
      position="top-center"
      theme="system"
      duration={5000}
      closeButton
      gap={10}
      offset={{ top: "var(--from-top)" }}
      mobileOffset={{ top: "var(--from-top)", left: MARGIN, right: MARGIN }}
    />,
  ),
);

const raise = { plain: toast, success: toast.success, warning: toast.warning, error: toast.error };

/**
 * Moves the toasts into the frontmost modal dialog, outside of which nothing is accessible, and above it: the last
 * element to enter the top layer is on top. `closing`: a dialog about to close.
 */
export function bringToFront(closing?: Element | null): void {
  const open = [...document.querySelectorAll("dialog[open]")].filter((dialog) => dialog !== closing);
  const home = open.at(-1) ?? document.body;
  if (layer.parentElement !== home) home.append(layer);
  if (!("popover" in layer)) return;
  if (layer.matches(":popover-open")) layer.hidePopover();
  layer.showPopover();
}

export function dismissAll(): void {
  toast.dismiss();
}

/** Visible toasts by kind: all errors are one kind, and other toasts have the kind of their title. */
const visible = new Map<string, string | number>();
let raised = 0;

const ERROR = "error";

/** Closes the visible error: its action is being retried, or has succeeded. */
function dismissError(): void {
  const id = visible.get(ERROR);
  if (id === undefined) return;
  toast.dismiss(id);
  visible.delete(ERROR);
}

document.addEventListener("submit", dismissError, true);

/** Pixels between the upper edge and the newest toast. */
let fromTop = 0;

function positionToasts(height: number): void {
  fromTop = clearestTop(height);
  layer.style.setProperty("--from-top", `${fromTop}px`);
}

const LOOK_MS = 200;

// A toast makes room for text when the screen changes under it.
setInterval(() => {
  const shown = visible.size > 0 && layer.querySelector<HTMLElement>("[data-sonner-toast]");
  if (shown && hidesText(fromTop, shown.offsetHeight)) positionToasts(shown.offsetHeight);
}, LOOK_MS);

/**
 * A toast replaces a visible one of its kind, for its full duration: toasts do not pile up. Its title is a new element
 * each time, so that screen readers announce it again.
 */
export async function show(tone: keyof typeof raise, title: string, text = ""): Promise<void> {
  // Waits until the screen has rendered: only then is the free space known. A background page renders nothing.
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  bringToFront();
  positionToasts(heightOf([title, text]));
  if (tone === "success") dismissError();
  const kind = tone === ERROR ? ERROR : `${tone} ${title}`;
  const before = visible.get(kind);
  // A toast that is fading out cannot be reused: a new one replaces it.
  const onGone = () => visible.get(kind) === id && visible.delete(kind);
  raised += 1;
  const id = raise[tone](<span key={raised}>{title}</span>, {
    ...(before === undefined ? {} : { id: before }),
    ...(text === "" ? {} : { description: text }),
    onAutoClose: onGone,
    onDismiss: onGone,
  });
  visible.set(kind, id);
}

// Finds the position at which a toast covers least. All lengths are CSS pixels.

/** Below the recorder's clock and the portals' navigation. */
const BELOW_BARS = 76;
const AT_EDGE = 12;
/** Above a navigation that is at the bottom. */
const FROM_BOTTOM = 80;

const WIDTH = 356;
const MARGIN = 16;
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
function clearestTop(height: number): number {
  const fromBottom = innerHeight - FROM_BOTTOM - height;
  const tops = hasBottomBar() ? [fromBottom, BELOW_BARS, AT_EDGE] : [BELOW_BARS, AT_EDGE, fromBottom];
  const hidden = tops.map((top) => {
    const box = boxOf(top, height);
    return WEIGHTS.reduce((sum, [selector, weight]) => sum + weight * hiddenOf(selector, box), 0);
  });
  return tops[hidden.indexOf(Math.min(...hidden))] ?? BELOW_BARS;
}

/** Whether a toast of this height covers a heading, a timer, a code or the focused field. */
const hidesText = (top: number, height: number): boolean => hiddenOf(TEXT, boxOf(top, height)) > 0;

/** About the height of a toast with these paragraphs. */
const heightOf = (paragraphs: string[]): number =>
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
