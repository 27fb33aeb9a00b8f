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

/** Brings the toasts above a modal dialog: whatever enters the browser's top layer last stands on top. */
export function bringToFront(): void {
  if (!("popover" in place)) return;
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover();
}

export function show(tone: keyof typeof raise, title: string, text: string | undefined): void {
  bringToFront();
  raise[tone](title, {
    ...(text === undefined ? {} : { description: text }),
    ...(hasBottomBar() ? { position: "bottom-center" } : {}),
  });
}

/** Whether the navigation is at the bottom and nothing is over it: then a toast there covers less than at the top. */
function hasBottomBar(): boolean {
  const bar = document.querySelector("[data-bottom-bar]");
  return (
    bar !== null && getComputedStyle(bar).position === "fixed" && !document.querySelector("dialog[open]")
  );
}
