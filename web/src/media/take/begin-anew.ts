import { pause } from "#lib/pause.ts";
import { BEFORE_RELOAD, reloadIfReplaced } from "#lib/replaced-build.ts";
import type { Take } from "./take.ts";

/** A device whose storage hangs keeps nobody waiting. */
const KEEPING_MS = 4000;

/**
 * Begins the page anew where a new version has taken its code away and the device keeps the take, which the next page
 * goes on with. Says whether it does.
 */
export async function beginAnewWith({ store }: Take, over?: AbortSignal): Promise<boolean> {
  // What was typed a moment ago is stored before the take is.
  dispatchEvent(new Event(BEFORE_RELOAD));
  const kept = await Promise.race([store.update({}), pause(KEEPING_MS)]);
  return kept === true && !over?.aborted && (await reloadIfReplaced());
}
