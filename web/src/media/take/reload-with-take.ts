import { pause } from "#lib/pause.ts";
import { BEFORE_RELOAD, reloadIfReplaced } from "#lib/replaced-build.ts";
import type { Take } from "./take.ts";

/** Limit for slow storage, so that nobody waits for it. */
const STORAGE_TIMEOUT_MS = 4000;

/**
 * Reloads the page if a new version replaced its code and the take is stored; the next page continues with it. Returns
 * whether it reloads.
 */
export async function reloadWithTake({ store }: Take, signal?: AbortSignal): Promise<boolean> {
  // Saves the latest form input before the take.
  dispatchEvent(new Event(BEFORE_RELOAD));
  const stored = await Promise.race([store.update({}), pause(STORAGE_TIMEOUT_MS)]);
  return stored === true && !signal?.aborted && (await reloadIfReplaced());
}
