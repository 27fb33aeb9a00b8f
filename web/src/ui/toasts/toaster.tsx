import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Toaster, toast } from "sonner";
import "sonner/dist/styles.css";
import "./toaster.css";

/** Where toasts stand, in CSS pixels: below the recorder's clock and the portals' navigation, at the very top, or at the bottom. */
const PLACES = {
  top: { position: "top-center", from: "top", by: 76 },
  edge: { position: "top-center", from: "top", by: 12 },
  bottom: { position: "bottom-center", from: "bottom", by: 80 },
} as const;
type Place = keyof typeof PLACES;

const WIDTH = 400;
const MARGIN = 16;
/** About: of a toast without its lines, of a line, and of a letter. */
const AROUND = 30;
const LINE = 23;
const LETTER = 8;

// Beside the app rather than in it: a toast must outlive the screen that raised it.
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
      offset={{ top: "var(--from-top)", bottom: PLACES.bottom.by }}
      mobileOffset={{ top: "var(--from-top)", bottom: PLACES.bottom.by, left: MARGIN, right: MARGIN }}
    />,
  ),
);

const raise = { plain: toast, success: toast.success, warning: toast.warning, error: toast.error };

/**
 * Brings the toasts into the modal dialog in front, outside of which nothing can be heard or pressed, and above it: whatever enters the
 * browser's top layer last stands on top. `closing` is a dialog that is about to go.
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

type Tone = keyof typeof raise;
type Standing = {
  id: string | number;
  place: Place;
  raise: (place: Place, id: string | number) => void;
  text: string;
};

/** The toasts that stand, by their kinds: all errors are one, and everything else is of the kind of its title. */
const standing = new Map<string, Standing>();
let raised = 0;

const ERROR = "error";

/** Closes the error that stands: what it was about is being tried again, or has gone well. */
function dismissError(): void {
  const error = standing.get(ERROR);
  if (error) toast.dismiss(error.id);
}

document.addEventListener("submit", dismissError, true);

/** A screen that has changed gives its heading the focus, a form what has to be mended: toasts that stand on it make room. */
document.addEventListener("focusin", () => requestAnimationFrame(makeRoom));

function makeRoom(): void {
  for (const one of standing.values()) {
    const place = clearestPlace(one.text);
    if (one.place === place) continue;
    one.place = place;
    one.raise(place, one.id);
  }
}

/**
 * A second toast of a kind replaces the one that stands, for its whole time: toasts do not pile up.
 * Its title is a new element each time, so that screen readers read it again.
 */
export function show(tone: Tone, title: string, text = ""): void {
  bringToFront();
  if (tone === "success") dismissError();
  const kind = tone === ERROR ? ERROR : `${tone} ${title}`;
  // A toast that fades away does not come back: what is said then gets one of its own.
  const gone = () => standing.delete(kind);
  raised += 1;
  const words = <span key={raised}>{title}</span>;
  const raiseAt = (place: Place, id?: string | number) => {
    const { position, from, by } = PLACES[place];
    if (from === "top") layer.style.setProperty("--from-top", `${by}px`);
    return raise[tone](words, {
      ...(id === undefined ? {} : { id }),
      ...(text === "" ? {} : { description: text }),
      position,
      onAutoClose: gone,
      onDismiss: gone,
    });
  };
  const place = clearestPlace(text);
  standing.set(kind, { id: raiseAt(place, standing.get(kind)?.id), place, raise: raiseAt, text });
}

/** Where a toast hides least; above a navigation that is at the bottom, or below what is at the top, as far as that is equal. */
function clearestPlace(text: string): Place {
  const usual: Place[] = hasBottomBar() ? ["bottom", "top", "edge"] : ["top", "edge", "bottom"];
  const width = Math.min(WIDTH, innerWidth - 2 * MARGIN);
  const height = AROUND + LINE * (1 + Math.ceil((text.length * LETTER) / (width - 4 * MARGIN)));
  const hidden = usual.map((place) => hiddenBy(boxAt(place, width, height)));
  return usual[hidden.indexOf(Math.min(...hidden))] ?? "top";
}

function boxAt(place: Place, width: number, height: number): DOMRect {
  const { from, by } = PLACES[place];
  return new DOMRect(
    (innerWidth - width) / 2,
    from === "top" ? by : innerHeight - by - height,
    width,
    height,
  );
}

/** How much of the page is under a box, in square pixels that count by what they show. */
const WEIGHTS = Object.entries({
  "h1, h2, h3, :is(input, select, textarea):focus": 10,
  "button, a": 3,
  video: 1,
});

function hiddenBy(box: DOMRect): number {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  return WEIGHTS.flatMap(([selector, weight]) =>
    [...root.querySelectorAll(selector)].map((element) =>
      layer.contains(element) ? 0 : weight * shared(element, box),
    ),
  ).reduce((sum, hidden) => sum + hidden, 0);
}

function shared(element: Element, box: DOMRect): number {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const width = Math.min(right, box.right) - Math.max(left, box.left);
  const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Whether the navigation is at the bottom and nothing is over it: then a toast there covers less than at the top. */
function hasBottomBar(): boolean {
  const bar = document.querySelector("[data-bottom-bar]");
  return (
    bar !== null && getComputedStyle(bar).position === "fixed" && !document.querySelector("dialog[open]")
  );
}
