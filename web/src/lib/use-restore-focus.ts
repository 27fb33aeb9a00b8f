import { useEffect, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./is-focus-lost.ts";

/**
 * Focuses the screen's heading when a dialog closes, because its button, and the button's row, may be gone. `toOpener`:
 * for dialogs that Back closes too; restores the earlier focus if that element still exists.
 */
export function useRestoreFocus(open: boolean, toOpener = false): void {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(open);

  // Runs before the dialog takes the focus, which happens after painting.
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
