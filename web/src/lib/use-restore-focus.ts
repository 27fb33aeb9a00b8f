import { useEffect, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./is-focus-lost.ts";

/**
 * The screen's heading takes the focus when a dialog has closed whose button, and the line it stood on, may be gone.
 * `toOpener` is for dialogs that a step back closes too: then whatever had the focus before gets it, if it is there.
 */
export function useRestoreFocus(open: boolean, toOpener = false): void {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(open);

  // Before the dialog takes the focus, which it does once it is painted.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);

  useEffect(() => {
    if (wasOpen.current && !open && isFocusLost()) {
      if (toOpener && opener.current?.isConnected) (opener.current as HTMLElement).focus();
      if (isFocusLost()) document.querySelector<HTMLElement>("main h1")?.focus();
    }
    wasOpen.current = open;
  }, [open, toOpener]);
}
