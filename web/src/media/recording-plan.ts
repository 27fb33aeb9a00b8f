import { loadCore } from "./core.ts";
import { canFinish } from "./finish/can-finish.ts";
import type { Plan } from "./generated/Plan.ts";

let making: Promise<Plan> | undefined;

/** How this browser records: larger where what it records can be finished before it is sent. */
export function recordingPlan(): Promise<Plan> {
  making ??= make();
  return making;
}

async function make(): Promise<Plan> {
  const core = await loadCore();
  return core.plan(await canFinish(core.tools, core.plan(false)));
}
