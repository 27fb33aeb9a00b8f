import { pause } from "#lib/pause.ts";
import { BEFORE_RELOAD, reloadIfReplaced } from "#lib/replaced-build.ts";
import type { Take } from "./take.ts";

/** Limit for slow storage, so that nobody waits for it. */
const KEEPING_MS = 4000;

/**
 * Reloads the page if a new version replaced its code and the take is stored; the next page continues with it. Returns
 * whether it reloads.
 */
export async function beginAnewWith({ store }: Take, over?: AbortSignal): Promise<boolean> {
  // Saves the latest form input before the take.
  dispatchEvent(new Event(BEFORE_RELOAD));
  const kept = await Promise.race([store.update({}), pause(KEEPING_MS)]);
  return kept === true && !over?.aborted && (await reloadIfReplaced());
}
