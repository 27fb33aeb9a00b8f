import type { Browser } from "./browser.ts";

/** URL of this page without tracking parameters (`?fbclid=…`): short enough to read out, and for a small QR code. */
export const pageUrl = (): string => location.origin + location.pathname;

/**
 * Returns a link that leaves an in-app browser for a real one; `null` if none is known to work. There is no standard:
 * these depend on the app or system and may stop working, so written steps are always shown too.
 */
export function openInBrowserUrl({ app, system, iosVersion }: Browser, address: string): string | null {
  // WeChat and Snapchat follow no such link; X has followed none since late 2025.
  if (app === null || app === "WeChat" || app === "Snapchat" || app === "X") return null;
  // Undocumented, but Instagram (424 and later) ignores both links below and follows this on iOS and Android.
  if (app === "Instagram") return `instagram://extbrowser/?url=${encodeURIComponent(address)}`;
  // LINE's own, documented.
  if (app === "LINE") return `${address}?openExternalBrowser=1`;
  if (system === "android") {
    const { host, pathname, protocol } = new URL(address);
    const scheme = protocol.slice(0, -1);
    // If no browser handles the intent, the page reloads instead of showing an error.
    const fallback = `S.browser_fallback_url=${encodeURIComponent(address)}`;
    return `intent://${host}${pathname}#Intent;scheme=${scheme};${fallback};end`;
  }
  // Safari has its own scheme since iOS 17; with an older or unknown version nothing would happen.
  if (system === "ios" && iosVersion !== null && iosVersion >= 17) return `x-safari-${address}`;
  return null;
}
