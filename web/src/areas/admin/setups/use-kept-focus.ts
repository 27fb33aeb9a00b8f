import { useEffect, useRef, type RefObject } from "react";

/** For a heading: takes the focus when a dialog has closed whose button, and the line it stood on, may be gone. */
export function useKeptFocus(open: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) heading.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return heading;
}
