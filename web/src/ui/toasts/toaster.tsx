import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Toaster, toast } from "sonner";
import { clearestTop, heightOf, hidesText, MARGIN } from "./toast-position.ts";
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
