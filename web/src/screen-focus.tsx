import { useEffect, useRef } from "react";

/**
 * After navigation inside the app, scrolls to the top and focuses the new screen's heading, as a page load would. Waits
 * for a screen that is still loading.
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
