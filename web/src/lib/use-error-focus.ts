import { useEffect, useRef, type RefObject } from "react";

/** Puts the focus on a form's first field with an error, each time it was refused. */
export function useErrorFocus(refusals: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  return form;
}
