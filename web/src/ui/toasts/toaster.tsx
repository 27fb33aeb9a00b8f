import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Toaster, toast } from "sonner";
import "sonner/dist/styles.css";
import "./toaster.css";

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
      offset={{ top: 76, bottom: 80 }}
      mobileOffset={{ top: 76, bottom: 80, left: 16, right: 16 }}
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

/** The toasts that stand, by their kinds: all errors are one, and everything else is of the kind of its title. */
const standing = new Map<string, string | number>();
let raised = 0;

const ERROR = "error";

/** Closes the error that stands: what it was about is being tried again, or has gone well. */
function dismissError(): void {
  const id = standing.get(ERROR);
  if (id !== undefined) toast.dismiss(id);
}

document.addEventListener("submit", dismissError, true);

/**
 * A second toast of a kind replaces the one that stands, for its whole time: toasts do not pile up.
 * Its title is a new element each time, so that screen readers read it again.
 */
export function show(tone: keyof typeof raise, title: string, text: string | undefined): void {
  bringToFront();
  if (tone === "success") dismissError();
  const kind = tone === ERROR ? ERROR : `${tone} ${title}`;
  const before = standing.get(kind);
  // A toast that fades away does not come back: what is said then gets one of its own.
  const gone = () => standing.delete(kind);
  raised += 1;
  const id = raise[tone](<span key={raised}>{title}</span>, {
    ...(before === undefined ? {} : { id: before }),
    description: text,
    ...(hasBottomBar() ? { position: "bottom-center" } : {}),
    onAutoClose: gone,
    onDismiss: gone,
  });
  standing.set(kind, id);
}

/** Whether the navigation is at the bottom and nothing is over it: then a toast there covers less than at the top. */
function hasBottomBar(): boolean {
  const bar = document.querySelector("[data-bottom-bar]");
  return (
    bar !== null && getComputedStyle(bar).position === "fixed" && !document.querySelector("dialog[open]")
  );
}
