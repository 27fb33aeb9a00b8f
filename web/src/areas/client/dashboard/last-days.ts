import { format, parseISO, subDays } from "date-fns";
import type { ClientDay } from "../../../api/generated/ClientDay.ts";

/** The recent-submissions card and the charts look this many days back; so does the server. */
export const RECENT_DAYS = 30;

export type Day = { key: string; label: string; submissions: number; credits: number | null };

/**
 * Each of the last days, today's last. A day without a row carries the last value forward; before the first row
 * nothing is known. Today's credits are those of the client itself.
 */
export function lastDays(rows: ClientDay[], today: string, creditsNow: number): Day[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  let credits: number | null = null;
  return Array.from({ length: RECENT_DAYS }, (_, index) => {
    const date = subDays(parseISO(today), RECENT_DAYS - 1 - index);
    const key = format(date, "yyyy-MM-dd");
    const row = byDay.get(key);
    credits = key === today ? creditsNow : (row?.credits_remaining ?? credits);
    return { key, label: format(date, "d MMM"), submissions: row?.submissions ?? 0, credits };
  });
}
