import { note, recall } from "./local-storage.ts";

const ASKING_MS = 5000;
/** A page that was begun anew and failed again is not begun anew at once. */
const ONCE_IN_MS = 60_000;
const RELOADED = "sayso-reloaded";

/** The window hears it before its page begins anew by itself. */
export const BEFORE_RELOAD = "sayso:before-reload";

/** Begins the page anew without asking anybody. */
export function beginAnew(): void {
  dispatchEvent(new Event(BEFORE_RELOAD));
  location.reload();
}

/** Whether the code of this page is no longer served, because a later version is. */
export async function isBuildReplaced(): Promise<boolean> {
  try {
    // The first script's name changes with every other one's. Older Safaris wait as long as a request may take.
    const { src } = document.querySelector("script[src]") as HTMLScriptElement;
    return (await fetch(src, { cache: "no-store", signal: AbortSignal.timeout?.(ASKING_MS) })).status === 404;
  } catch {
    return false;
  }
}

let reloading = false;

/**
 * Where a new version has taken a part of the page away, the page begins anew, at the address that is wanted. Only for
 * where nothing is lost by it: nobody is asked. Says whether it does.
 */
export async function reloadIfReplaced(): Promise<boolean> {
  if (reloading) return true;
  if (Date.now() - Number(recall(RELOADED)) < ONCE_IN_MS || !(await isBuildReplaced())) return false;
  note(RELOADED, `${Date.now()}`);
  reloading = true;
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
  beginAnew();
  return true;
}
