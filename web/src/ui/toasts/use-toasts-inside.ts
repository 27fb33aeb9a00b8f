import { useEffect, useLayoutEffect, type RefObject } from "react";
import { loadedToaster } from "./toast.ts";

/** Lets the toasts into a modal dialog that has just been opened, and out of it before it goes. Called after the effect that opens it. */
export function useToastsInside(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => loadedToaster()?.bringToFront(), []);
  useLayoutEffect(() => {
    const element = dialog.current;
    const leave = () => loadedToaster()?.bringToFront(element);
    // The listener goes with its element.
    element?.addEventListener("close", leave);
    return leave;
  }, [dialog]);
}
