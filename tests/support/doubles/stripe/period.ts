// The calendar of subscriptions.
import type { Price } from "./price.ts";

type Recurring = NonNullable<Price["recurring"]>;

/**
 * Adds so many periods to a moment, in seconds. Keeps the day of the month: from the 31st, shorter months end on their
 * last day, and later ones on the 31st again. So always count from the first moment.
 */
export function addPeriods(
  from: number,
  { interval, interval_count: count }: Recurring,
  periods: number,
): number {
  const many = count * periods;
  if (interval === "day") return from + many * 86_400;
  if (interval === "week") return from + many * 7 * 86_400;
  const date = new Date(from * 1000);
  const months = date.getUTCMonth() + (interval === "year" ? 12 : 1) * many;
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return Math.floor(first.getTime() / 1000);
}

/** The end of the period that a moment is in, counted from the anchor. */
export function periodEnd(anchor: number, recurring: Recurring, moment: number): number {
  let periods = 1;
  while (addPeriods(anchor, recurring, periods) <= moment) periods += 1;
  return addPeriods(anchor, recurring, periods);
}
