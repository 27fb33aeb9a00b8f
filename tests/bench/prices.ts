// Cloudflare's prices on the paid plan beyond the included usage, in dollars: from the price lists of Workers, D1, R2,
// Queues and Email Service, read in November 2026.
import type { Counts } from "../support/doubles/workers/platform-costs.ts";

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
export const PAID_PLAN = 5;

export const priceOf = (counts: Counts): number =>
  (Object.keys(PRICES) as (keyof Counts)[]).reduce((sum, key) => sum + PRICES[key] * counts[key], 0);
