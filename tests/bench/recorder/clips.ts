// How long a clip takes, against the plainest conversion to its format, and how much memory.
import type { ByExtent, Extent } from "../extent.ts";
import { median, ratio } from "../rounds.ts";
import type { Row } from "../table.ts";
import { framesOf, inPage, type Outcome } from "./finish-run.ts";
import { withMediaPage } from "./media-page.ts";
import { recording } from "./recordings.ts";

const ROUNDS: ByExtent<number> = { full: 5, short: 1 };
const SECONDS: ByExtent<number> = { full: 40, short: 2 };
/** A clip with captions takes at most 1.1 times as long (CLP02). */
const TARGET = 1 / 1.1;
const MAX_MEGABYTES = 200;

export function recorderClips(extent: Extent): Promise<Row[]> {
  return withMediaPage(async (url) => {
    const seconds = SECONDS[extent];
    const file = await recording("H.264 and AAC in MP4", { width: 720, height: 1280 }, seconds);
    const job = { file, watermark: true, seconds };
    const rows: Row[] = [];
    for (const format of ["recorded", "1:1", "16:9"] as const) {
      const ours: Outcome[] = [];
      const plain: Outcome[] = [];
      for (let round = 0; round < ROUNDS[extent]; round += 1) {
        const turns = [
          async () => ours.push(await inPage(url, job, { clip: format })),
          async () => plain.push(await inPage(url, job, { conversion: format })),
        ];
        for (const turn of round % 2 ? turns.toReversed() : turns) await turn();
      }
      const [made, given] = await Promise.all(
        [ours, plain].map((all) => framesOf(all[0]?.film ?? Buffer.of())),
      );
      if (made !== given) throw new Error(`${format}: ${made} frames of ${given}`);
      const times = [ours, plain].map((all) => all.map((one) => one.seconds));
      const name = `a clip of ${seconds} s of 720x1280, ${format}, with captions`;
      const text = (all: number[] = []) => `${median(all).toFixed(2)} s`;
      rows.push({
        name: `${name}, against a plain mediabunny conversion`,
        ours: `${text(times[0])}, ${made} frames`,
        other: text(times[1]),
        ratio: ratio(times[1] ?? [], times[0] ?? []),
        target: TARGET,
      });
      const memory = median(ours.map(({ megabytes }) => megabytes));
      rows.push({
        name: `memory of ${name}, above the open page`,
        ours: `${memory.toFixed(0)} MB`,
        other: `${MAX_MEGABYTES} MB`,
        ratio: MAX_MEGABYTES / Math.max(memory, 1),
        target: 1,
      });
    }
    return rows;
  });
}
