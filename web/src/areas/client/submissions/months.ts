import { addMonths, format, parseISO, startOfMonth } from "date-fns";
import type { ClientDay } from "#api/generated/client.ts";

const MONTHS = 12;

export type Month = { key: string; label: string; value: number };

/** Submissions of each of the last twelve months; the last one is today's. `today` as `yyyy-MM-dd`. */
export function byMonth(days: ClientDay[], today: string): Month[] {
  const current = startOfMonth(parseISO(today));
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = addMonths(current, index + 1 - MONTHS);
    const key = format(month, "yyyy-MM");
    const value = days.reduce(
      (sum, { day, submissions }) => (day.startsWith(key) ? sum + submissions : sum),
      0,
    );
    return { key, label: format(month, "MMM yyyy"), value };
  });
}
