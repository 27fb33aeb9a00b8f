import { once } from "../../lib/once.ts";
import { loadCore } from "../core.ts";
import { canFinish } from "../finish/can-finish.ts";
import { slowRate } from "./frame-rate.ts";

const finishes = once(async () => {
  const { plan, tools } = await loadCore();
  return canFinish(tools, plan(false, false));
});

/** How this browser records: larger where what it records can be finished before it is sent. */
export async function recordingPlan() {
  const [{ plan }, willFinish] = await Promise.all([loadCore(), finishes()]);
  return plan(willFinish, slowRate() > 0);
}
