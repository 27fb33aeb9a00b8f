// How long a film takes until it is accepted, against a Worker that only stores it.
import { readFile } from "node:fs/promises";
import { startWorker } from "../support/runtime/worker.ts";
import { startBaseline } from "./baseline/start.ts";
import { film } from "./films.ts";
import { withRuntime } from "./processes.ts";
import { alternate, median, ratio } from "./rounds.ts";
import { bareSender, senders } from "./senders.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const TARGETS = { tus: 0.9, plain: 0.8 };
/** Longer than a form takes to be answered. */
const HELD_SECONDS = 1;
const MEGABYTES: ByExtent<number[]> = { full: [9, 60], short: [1] };
const ROUNDS: ByExtent<{ warmUp: number; measured: number }> = {
  full: { warmUp: 2, measured: 5 },
  short: { warmUp: 0, measured: 1 },
};

export async function uploads(extent: Extent): Promise<Row[]> {
  // Here the runtime delivers in the same thread, before the answer gets out; the platform does not.
  const held = () => startWorker({ queueSeconds: HELD_SECONDS });
  const [sayso, baseline] = [await withRuntime(held), await withRuntime(startBaseline)];
  try {
    const ways = { bare: bareSender(baseline), ...(await senders(sayso)) };
    const rows: Row[] = [];
    for (const megabytes of MEGABYTES[extent]) {
      const bytes = await readFile(await film(megabytes));
      const rate = (way: keyof typeof ways) => async () => bytes.length / 2 ** 20 / (await ways[way](bytes));
      const sides = { bare: rate("bare"), tus: rate("tus"), plain: rate("plain") };
      const { warmUp, measured } = ROUNDS[extent];
      await alternate(sides, warmUp);
      const rates = await alternate(sides, measured);
      for (const [way, target] of Object.entries(TARGETS) as [keyof typeof TARGETS, number][]) {
        rows.push({
          name: `${megabytes} MB by ${way === "tus" ? "resumable upload" : "plain form"}, against one \`put\``,
          ours: `${median(rates[way]).toFixed(0)} MB/s`,
          other: `${median(rates.bare).toFixed(0)} MB/s`,
          ratio: ratio(rates[way], rates.bare),
          target,
        });
      }
    }
    return rows;
  } finally {
    await Promise.all([sayso.close(), baseline.close()]);
  }
}
