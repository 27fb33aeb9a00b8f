import { format, parseISO, subDays } from "date-fns";
import type { ClientDay } from "#api/generated/client.ts";

export type Day = { key: string; label: string; submissions: number; credits: number | null };

/**
 * The last `count` days, today's last. A day without a row repeats the last value; before the first row the value is
 * unknown. Today's credits are the client's own.
 */
export function lastDays(rows: ClientDay[], today: string, count: number, creditsNow: number): Day[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const first = format(subDays(parseISO(today), count - 1), "yyyy-MM-dd");
  let credits = rows.findLast(({ day }) => day < first)?.credits_remaining ?? null;
  return Array.from({ length: count }, (_, index) => {
    const date = subDays(parseISO(today), count - 1 - index);
    const key = format(date, "yyyy-MM-dd");
    const row = byDay.get(key);
    credits = key === today ? creditsNow : (row?.credits_remaining ?? credits);
    return { key, label: format(date, "d MMM"), submissions: row?.submissions ?? 0, credits };
  });
}
