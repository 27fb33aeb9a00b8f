// Fate of submissions while the Worker's runtime is killed repeatedly (INV19).
import { performance } from "node:perf_hooks";
import { endAfterKills, KILLED_DRIVES } from "../support/runtime/drives-after-kills.ts";
import type { Kills } from "../support/runtime/kills.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const EXTENT: ByExtent<Kills> = {
  full: { submissions: 1000, kills: 100 },
  short: { submissions: 6, kills: 1 },
};

/** A part for each drive. */
export const kills: Record<string, (extent: Extent) => Promise<Row[]>> = Object.fromEntries(
  KILLED_DRIVES.map((drive) => [
    `kills with ${drive}`,
    async (extent: Extent) => [await measure(drive, EXTENT[extent])],
  ]),
);

async function measure(drive: string, { submissions, kills: killed }: Kills): Promise<Row> {
  const started = performance.now();
  const { cut, deliveredOnce, lost, doubled, beside } = await endAfterKills(drive, {
    submissions,
    kills: killed,
  });
  const seconds = (performance.now() - started) / 1000;
  return {
    name: `${submissions} submissions to ${drive}, ${killed} kills of the Worker (INV19)`,
    ours: `${deliveredOnce} once, ${lost} lost, ${doubled} doubled, ${beside.length} beside them`,
    other: `${submissions} acknowledged, ${cut} attempts cut, ${seconds.toFixed(0)} s`,
    ratio: deliveredOnce / (submissions + beside.length),
    target: 1,
  };
}
