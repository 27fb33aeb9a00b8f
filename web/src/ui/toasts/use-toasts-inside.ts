import { useLayoutEffect, type RefObject } from "react";
import { keepToastsInFront } from "./toast.ts";

/** Lets the toasts leave a dialog, which they enter as it opens, before it goes. */
export function useToastsInside(dialog: RefObject<HTMLDialogElement | null>): void {
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
