import { storeItem, readItem } from "./local-storage.ts";

const CHECK_TIMEOUT_MS = 5000;
/** Minimum time between two automatic reloads. */
const MIN_INTERVAL_MS = 60_000;
const RELOADED = "sayso-reloaded";

/** Event on the window before the page reloads automatically. */
export const BEFORE_RELOAD = "sayso:before-reload";

/** Reloads the page without asking. */
export function reloadPage(): void {
  dispatchEvent(new Event(BEFORE_RELOAD));
  location.reload();
}

/** Whether this page's build is no longer served because of a newer one. */
export async function isBuildReplaced(): Promise<boolean> {
  try {
    // The first script's name changes with every other one's. Older Safaris wait as long as a request may take.
    const { src } = document.querySelector("script[src]") as HTMLScriptElement;
    return (
      (await fetch(src, { cache: "no-store", signal: AbortSignal.timeout?.(CHECK_TIMEOUT_MS) })).status ===
      404
    );
  } catch {
    return false;
  }
}

let reloading = false;

/**
 * Reloads the page if a new version has replaced a part of it. Does not ask, so call it only when nothing is lost.
 * Returns whether it reloads.
 */
export async function reloadIfReplaced(): Promise<boolean> {
  if (reloading) return true;
  if (Date.now() - Number(readItem(RELOADED)) < MIN_INTERVAL_MS || !(await isBuildReplaced())) return false;
  storeItem(RELOADED, `${Date.now()}`);
  reloading = true;
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
  reloadPage();
  return true;
}
