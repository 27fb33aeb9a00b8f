import { once } from "#lib/once.ts";
import { loadCore, loadWasmCore } from "#media/core.ts";
import { canFinish } from "#media/finish/can-finish.ts";
import { slowRate } from "./frame-rate.ts";

const finishes = once(async () => {
  const { plan } = await loadWasmCore();
  return canFinish(plan(false, false));
});

/** How this browser records: larger where what it records can be finished before it is sent. */
export async function recordingPlan() {
  const { plan, picture } = await loadCore();
  // Where the rules' wasm did not come the finisher's is not relied on either.
  return plan(picture !== null && (await finishes()), slowRate() > 0);
}
