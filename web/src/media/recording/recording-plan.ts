import { once } from "#lib/once.ts";
import { loadCore, loadWasmCore } from "#media/core.ts";
import { canFinish } from "#media/finish/can-finish.ts";
import { slowRate } from "./frame-rate.ts";

const finishes = once(async () => {
  const { plan } = await loadWasmCore();
  return canFinish(plan(false, false));
});

/** Plans the recording: larger if it can be finished before it is sent. */
export async function recordingPlan() {
  const { plan, picture } = await loadCore();
  // If the rules' wasm did not load, the finisher's probably will not either.
  return plan(picture !== null && (await finishes()), slowRate() > 0);
}
