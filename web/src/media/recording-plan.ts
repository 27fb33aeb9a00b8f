import { once } from "../api/once.ts";
import { loadCore } from "./core.ts";
import { canFinish } from "./finish/can-finish.ts";

/** How this browser records: larger where what it records can be finished before it is sent. */
export const recordingPlan = once(async () => {
  const core = await loadCore();
  return core.plan(await canFinish(core.tools, core.plan(false)));
});
