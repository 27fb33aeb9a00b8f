// Moves the clock of `held-clock.js`, which `failing-bindings.js` has too.
import type { Sayso } from "../../runtime/worker.ts";

export const HELD_CLOCK = "tests/support/doubles/workers/held-clock.js";

/** The clock of a Worker, by how much it is ahead of this machine's. */
export function heldClock(sayso: () => Sayso) {
  let ahead = 0;
  const set = (ms: number) => {
    ahead = ms;
    return sayso().fetch("/test-clock", { method: "POST", body: String(ms) });
  };
  return {
    now: () => Date.now() + ahead,
    skip: (ms: number) => set(ahead + ms),
    /** How many bytes of bodies the Worker has read so far. */
    bytesRead: async () => Number(await (await sayso().fetch("/test-clock")).json()),
    /** Sets how far it is ahead, or behind; needed again after a kill of the runtime. */
    set,
  };
}
