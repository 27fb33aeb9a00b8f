import type { Browser } from "./browser.ts";

/** This page without what apps hang onto a link (`?fbclid=…`): short enough to read out, and to fit a small QR code. */
export const pageUrl = (): string => location.origin + location.pathname;

/**
 * A link that leaves an app's own browser for a real one; `null` where none is known to work. There is no standard:
 * each of these is what the app or the system answers to, and any may stop working, so that written steps stand beside it.
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
    // Where nothing takes the intent the page is loaded again, in place of an error.
    const fallback = `S.browser_fallback_url=${encodeURIComponent(address)}`;
    return `intent://${host}${pathname}#Intent;scheme=${scheme};${fallback};end`;
  }
  // Safari answers to its own scheme since iOS 17; before, and nobody knows where it is not told, nothing happens.
  if (system === "ios" && iosVersion !== null && iosVersion >= 17) return `x-safari-${address}`;
  return null;
}
