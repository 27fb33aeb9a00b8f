import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Toaster, toast } from "sonner";
import "sonner/dist/styles.css";
import "./toaster.css";

/** Where a toast stands and how large it is about, in CSS pixels. */
const WIDTH = 400;
const HEIGHT = 110;
const TOP = 76;
const BOTTOM = 80;

// Beside the app rather than in it: a toast must outlive the screen that raised it.
const place = document.createElement("div");
place.className = "toast-layer";
if ("popover" in place) place.popover = "manual";
document.body.append(place);
flushSync(() =>
  createRoot(place).render(
    <Toaster
      position="top-center"
      theme="system"
      duration={5000}
      closeButton
      gap={10}
      // Below the recorder's clock and the portals' navigation, or above that navigation where it is at the bottom.
      offset={{ top: TOP, bottom: BOTTOM }}
      mobileOffset={{ top: TOP, bottom: BOTTOM, left: 16, right: 16 }}
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
  if (place.parentElement !== home) home.append(place);
  if (!("popover" in place)) return;
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover();
}

export function dismissAll(): void {
  toast.dismiss();
}

type Tone = keyof typeof raise;
type Standing = {
  id: string | number;
  position: Position;
  raise: (position: Position, id: string | number) => void;
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
document.addEventListener("focusin", () => {
  const position = clearestPosition();
  for (const one of standing.values()) {
    if (one.position === position) continue;
    one.position = position;
    one.raise(position, one.id);
  }
});

/**
 * A second toast of a kind replaces the one that stands, for its whole time: toasts do not pile up.
 * Its title is a new element each time, so that screen readers read it again.
 */
export function show(tone: Tone, title: string, text: string | undefined): void {
  bringToFront();
  if (tone === "success") dismissError();
  const kind = tone === ERROR ? ERROR : `${tone} ${title}`;
  // A toast that fades away does not come back: what is said then gets one of its own.
  const gone = () => standing.delete(kind);
  raised += 1;
  const words = <span key={raised}>{title}</span>;
  const raiseAt = (position: Position, id?: string | number) =>
    raise[tone](words, {
      ...(id === undefined ? {} : { id }),
      description: text,
      position,
      onAutoClose: gone,
      onDismiss: gone,
    });
  const position = clearestPosition();
  standing.set(kind, { id: raiseAt(position, standing.get(kind)?.id), position, raise: raiseAt });
}

type Position = "top-center" | "bottom-center";

/** At the bottom above a navigation that is there, else at the top; the other one where that would hide more. */
function clearestPosition(): Position {
  const usual: Position = hasBottomBar() ? "bottom-center" : "top-center";
  const other: Position = usual === "top-center" ? "bottom-center" : "top-center";
  return hiddenAt(other) < hiddenAt(usual) ? other : usual;
}

/** How many headings, videos and fields with the focus a toast would stand on. */
function hiddenAt(position: Position): number {
  const left = Math.max(16, (innerWidth - WIDTH) / 2);
  const top = position === "top-center" ? TOP : innerHeight - BOTTOM - HEIGHT;
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  return [...root.querySelectorAll("h1, h2, h3, video, :is(input, select, textarea):focus")].filter(
    (element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 0 &&
        box.right > left &&
        box.left < innerWidth - left &&
        box.bottom > top &&
        box.top < top + HEIGHT
      );
    },
  ).length;
}

/** Whether the navigation is at the bottom and nothing is over it: then a toast there covers less than at the top. */
function hasBottomBar(): boolean {
  const bar = document.querySelector("[data-bottom-bar]");
  return (
    bar !== null && getComputedStyle(bar).position === "fixed" && !document.querySelector("dialog[open]")
  );
}
