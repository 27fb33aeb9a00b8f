import { useEffect, useLayoutEffect, type RefObject } from "react";
import { loadedToaster } from "./toast.ts";

/**
 * Moves the toasts into a modal dialog that has just opened, and out before it closes. Call it after the effect that
 * opens the dialog.
 */
export function useToastsInside(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => loadedToaster()?.bringToFront(), []);
  useLayoutEffect(() => {
    const element = dialog.current;
    const leave = () => loadedToaster()?.bringToFront(element);
    // The listener is removed with its element.
    element?.addEventListener("close", leave);
    return leave;
  }, [dialog]);
}
