// How fast a film is looked into, against two libraries.
import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { fixture } from "../support/people/owner/clients.ts";
import { film } from "./films.ts";
import { mediabunny, mediabunnyByRanges, mp4box, saysoCore, type Prober } from "./probers.ts";
import { alternate, median } from "./rounds.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

const BIG: ByExtent<number> = { full: 60, short: 1 };
const ROUNDS: ByExtent<{ warmUp: number; measured: number }> = {
  full: { warmUp: 10, measured: 40 },
  short: { warmUp: 0, measured: 1 },
};
/** Repetitions within a round, as many as fit in this time: a single one is too short for the clock. */
const ROUND_MS = 4;

export async function probes(extent: Extent): Promise<Row[]> {
  const files: Record<string, Uint8Array> = {};
  for (const name of ["cr_avc1_opus_frag.mp4", "wk_frag.mp4", "ff_firefox.webm"]) {
    files[name] = new Uint8Array(await fixture(name));
  }
  for (const layout of ["index first", "index last", "fragmented"] as const) {
    files[`${BIG[extent]} MB MP4, ${layout}`] = new Uint8Array(
      await readFile(await film(BIG[extent], layout)),
    );
  }
  const core = await saysoCore();
  const rows: Row[] = [];
  for (const [name, file] of Object.entries(files)) {
    const found = { core: await core(file), mediabunny: await mediabunnyByRanges(file) };
    if (Math.abs(found.core.seconds - found.mediabunny.seconds) > 0.1) {
      throw new Error(`${name}: ${JSON.stringify(found)}`);
    }
    rows.push(await against("mediabunny", mediabunny, found.mediabunny.read, extent, core, file, name));
    if (!name.endsWith(".webm")) {
      rows.push(await against("mp4box", mp4box, (await mp4box(file)).read, extent, core, file, name));
    }
  }
  return rows;
}

async function against(
  other: string,
  theirs: Prober,
  read: number,
  extent: Extent,
  core: Prober,
  file: Uint8Array,
  name: string,
): Promise<Row> {
  const sides = { ours: () => microseconds(core, file), other: () => microseconds(theirs, file) };
  const { warmUp, measured } = ROUNDS[extent];
  await alternate(sides, warmUp);
  const times = await alternate(sides, measured);
  const [mine, its] = [median(times.ours), median(times.other)];
  return {
    name: `probe of ${name}, against ${other}`,
    ours: cell(mine, (await core(file)).read),
    other: cell(its, read),
    ratio: its / mine,
  };
}

const cell = (us: number, read: number) => `${us.toFixed(0)} µs, ${(read / 1024).toFixed(0)} kB read`;

async function microseconds(probe: Prober, file: Uint8Array): Promise<number> {
  const started = performance.now();
  let count = 0;
  do {
    await probe(file);
    count += 1;
  } while (performance.now() - started < ROUND_MS);
  return ((performance.now() - started) * 1000) / count;
}
