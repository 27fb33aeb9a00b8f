import { useEffect, useRef } from "react";

/**
 * On navigation inside the app: to the top, and focus to the new screen's heading, as a page load would.
 * A screen that is still loading is waited for.
 */
export function ScreenFocus({ pathname }: { pathname: string }) {
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    window.scrollTo({ top: 0, behavior: "instant" });

    const focusHeading = () => {
      const heading = document.querySelector<HTMLElement>("main h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (focusHeading()) return undefined;
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);

  return null;
}
