import { useEffect, useLayoutEffect, type RefObject } from "react";
import { keepToastsInFront } from "./toast.ts";

/** Lets the toasts into a modal dialog that has just been opened, and out of it before it goes. Called after the effect that opens it. */
export function useToastsInside(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => keepToastsInFront(), []);
  useLayoutEffect(() => {
    const element = dialog.current ?? undefined;
    const leave = () => keepToastsInFront(element);
    element?.addEventListener("close", leave);
    return () => {
      element?.removeEventListener("close", leave);
      leave();
    };
  }, [dialog]);
}
