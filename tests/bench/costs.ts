// Platform cost of a submission, and of a month without visitors. Leaves out storage and CPU time.
import {
  countIdleMonth,
  countSubmission,
  startCounting,
  type Counts,
} from "../support/doubles/workers/platform-costs.ts";
import type { ByExtent, Extent } from "./extent.ts";
import { PAID_PLAN, priceOf } from "./prices.ts";
import type { Row } from "./table.ts";

/** At least one for each of 500 clients. */
const SUBMISSIONS: ByExtent<number> = { full: 100_000, short: 500 };

/** Minimum of any design: a request with the video, its bytes stored for the business, one queue message, one email. */
const MIN_COUNTS: Counts = {
  requests: 1,
  statements: 1,
  rowsRead: 0,
  rowsWritten: 1,
  classA: 1,
  classB: 0,
  queueMessages: 1,
  mails: 1,
};

const count = (n: number) => n.toLocaleString("en-GB");

const named = (counts: Counts) =>
  [
    `${count(counts.requests)} requests`,
    `${count(counts.statements)} statements`,
    `${count(counts.rowsRead)} rows read`,
    `${count(counts.rowsWritten)} written`,
    `${count(counts.classA)} class A`,
    `${count(counts.classB)} class B`,
    `${count(counts.queueMessages)} messages`,
    `${count(counts.mails)} mails`,
  ].join(", ");

export async function costs(extent: Extent): Promise<Row[]> {
  const sayso = await startCounting();
  try {
    const submission = await countSubmission(sayso);
    const month = await countIdleMonth(sayso, SUBMISSIONS[extent]);
    const row = (name: string, value: string, ours: number, other: number) => ({
      name,
      ours: value,
      other: `$${other.toFixed(2)}`,
      ratio: other / ours,
    });
    return [
      row(
        "1,000 accepted submissions, against the least of the same",
        `$${(1000 * priceOf(submission)).toFixed(2)}; each ${named(submission)}`,
        1000 * priceOf(submission),
        1000 * priceOf(MIN_COUNTS),
      ),
      row(
        `a month without visitors, with ${count(SUBMISSIONS[extent])} submissions of 500 clients, against the paid plan’s base price`,
        `$${priceOf(month).toFixed(2)}: ${named(month)}`,
        priceOf(month),
        PAID_PLAN,
      ),
    ];
  } finally {
    await sayso.close();
  }
}
