// Platform cost of a submission, and of a month without visitors. Leaves out storage and CPU time.
import {
  countIdleMonth,
  countSubmission,
  startCounting,
  type Counts,
} from "../support/doubles/workers/platform-costs.ts";
import type { ByExtent, Extent } from "./extent.ts";
import type { Row } from "./table.ts";

// Cloudflare's prices on the paid plan beyond the included usage, in dollars: from the price lists of Workers, D1, R2,
// Queues and Email Service, read in November 2026.
const MILLION = 1_000_000;
/** Each message is written, read and deleted. */
const OPERATIONS_OF_A_MESSAGE = 3;

const PRICES: Counts = {
  requests: 0.3 / MILLION,
  statements: 0,
  rowsRead: 0.001 / MILLION,
  rowsWritten: 1 / MILLION,
  classA: 4.5 / MILLION,
  classB: 0.36 / MILLION,
  queueMessages: (OPERATIONS_OF_A_MESSAGE * 0.4) / MILLION,
  mails: 0.35 / 1000,
};

/** The base price of a month. */
const PAID_PLAN = 5;

const priceOf = (counts: Counts): number =>
  (Object.keys(PRICES) as (keyof Counts)[]).reduce((sum, key) => sum + PRICES[key] * counts[key], 0);

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
