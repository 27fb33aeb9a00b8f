import { format, parseISO, subDays } from "date-fns";
import rules from "#api/generated/rules.json" with { type: "json" };
import type { Day } from "#api/generated/operations.ts";
import type { Bar } from "#ui/charts/bar-chart.tsx";

/** The server looks this many days back. */
export const DAYS = rules.pages.recentDays;

/** A bar for each of the last days, today's last; days without a row are zero. */
export function lastDays(days: Day[], today: string): Bar[] {
  const byDay = new Map(days.map((day) => [day.day, day.submissions]));
  return Array.from({ length: DAYS }, (_, index) => {
    const date = subDays(parseISO(today), DAYS - 1 - index);
    const key = format(date, "yyyy-MM-dd");
    return { key, label: format(date, "d MMM"), value: byDay.get(key) ?? 0 };
  });
}
