// Cost of closing a month with many partners: rows read compared with its inputs, and time compared with fewer
// partners.
import { performance } from "node:perf_hooks";
import { addPartners, addReferrals, monthFromNow, paying } from "../support/people/partner/referrals.ts";
import { startWorker } from "../support/runtime/worker.ts";
import type { ByExtent, Extent } from "./extent.ts";
import { cpuOf, withRuntime } from "./processes.ts";
import { median, ratio } from "./rounds.ts";
import { cpuRow, type Row } from "./table.ts";

const PARTNERS: ByExtent<{ many: number; few: number }> = {
  full: { many: 1000, few: 250 },
  short: { many: 4, few: 2 },
};
const ROUNDS: ByExtent<number> = { full: 3, short: 1 };
const REFERRALS = 26;
/** D1's limit for one invocation on the paid plan. */
const MAX_QUERIES = 1000;
/** Rows behind a client's month: its referral, its subscription and its payments, one for each month. */
const ROWS_OF_A_CLIENT = 7;
/** Each closing computes the months before again. */
const MONTHS = [-5, -4, -3, -2, -1].map(monthFromNow);

export async function partners(extent: Extent): Promise<Row[]> {
  const counts = PARTNERS[extent];
  const [many, few] = [await programme(counts.many), await programme(counts.few)];
  const rates = { ours: [] as number[], other: [] as number[] };
  for (let round = 0; round < ROUNDS[extent]; round += 1) {
    rates.ours.push(await many.perSecond());
    rates.other.push(await few.perSecond());
  }
  const { read, written, queries, cpuMs } = many.used();
  await Promise.all([many.close(), few.close()]);
  const facts = counts.many * REFERRALS * ROWS_OF_A_CLIENT * MONTHS.length;
  return [
    {
      name: `rows read as ${counts.many} partners with ${REFERRALS} referrals each close a month, the four before it too, against those that say what was paid`,
      ours: `${read} read, ${written} written`,
      other: `${facts}`,
      ratio: facts / read,
      target: 0.3,
    },
    {
      name: `queries of one run of the schedule that closes it, against the ${MAX_QUERIES} that the platform allows`,
      ours: `${queries}`,
      other: `${MAX_QUERIES}`,
      ratio: MAX_QUERIES / queries,
      target: 1,
    },
    cpuRow(`that run, with ${counts.many} partners`, cpuMs, 2),
    {
      name: `partners closed in a second, ${counts.many} of them against ${counts.few}`,
      ours: median(rates.ours).toFixed(0),
      other: median(rates.other).toFixed(0),
      ratio: ratio(rates.ours, rates.other),
      target: 0.67,
    },
  ];
}

/** A Worker with `count` partners, each with as many clients who have paid for each of the months. */
async function programme(count: number) {
  const sayso = await withRuntime(() => startWorker());
  let cpuMs = Infinity;
  const [first = new Date()] = MONTHS;
  for (const id of await addPartners(sayso, count, { approved: first })) {
    const paid = MONTHS.flatMap((month) => paying(month).paid);
    await addReferrals(
      sayso,
      id,
      Array.from({ length: REFERRALS }, () => ({ paid })),
    );
  }
  return {
    /** Closes the month, as if that had never been done; how many partners in a second. */
    perSecond: async () => {
      for (const table of ["affiliate_commissions", "commission_snapshots", "commission_months"])
        await sayso.change(`DELETE FROM ${table}`);
      const started = performance.now();
      const used = await cpuOf(sayso.runtime, () =>
        sayso.schedule(new Date(monthFromNow(0).getTime() + 120_000), "2 * * * *"),
      );
      cpuMs = Math.min(cpuMs, used);
      const taken = performance.now() - started;
      const rows = await sayso.row("SELECT count(*) AS n FROM affiliate_commissions");
      if (rows?.n !== count * MONTHS.length * 2) throw new Error(`closed with ${String(rows?.n)} rows`);
      return (count * 1000) / taken;
    },
    /** D1's count of the last closing, and the least processor time of any. */
    used: () => {
      const line = sayso
        .log()
        .findLast(({ kind, name }) => kind === "schedule" && name === "close-commissions");
      return {
        read: Number(line?.rows_read),
        written: Number(line?.rows_written),
        queries: Number(line?.queries),
        cpuMs,
      };
    },
    close: sayso.close,
  };
}
