// The portal's charts from days with activity.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lastDays } from "#areas/client/dashboard/last-days.ts";
import { byMonth } from "#areas/client/submissions/months.ts";

const row = (day: string, submissions: number, credits_remaining: number) => ({
  day,
  submissions,
  credits_remaining,
});

test("CLI12 the chart covers as many days as the server says, today's last", () => {
  const days = lastDays([], "2026-03-31", 30, 7);
  assert.equal(days.length, 30);
  assert.deepEqual([days[0]?.key, days[0]?.label, days.at(-1)?.key], ["2026-03-02", "2 Mar", "2026-03-31"]);
});

test("CLI09 a day without a row carries the credits forward; before the first row nothing is known; today's are the client's own", () => {
  const days = lastDays([row("2026-03-28", 2, 9), row("2026-03-30", 1, 8)], "2026-03-31", 30, 5);
  const credits = days.map((day) => day.credits);
  assert.deepEqual(credits.slice(-5), [null, 9, 9, 8, 5]);
  const chart = lastDays([row("2026-01-05", 0, 11), row("2026-03-30", 1, 8)], "2026-03-31", 30, 5);
  assert.deepEqual([chart[0]?.credits, chart.at(-2)?.credits], [11, 8]);
  assert.deepEqual(
    days.slice(-5).map((day) => day.submissions),
    [0, 2, 0, 1, 0],
  );
});

test("CLI12 twelve months, the current one last, across a year's end and over short months", () => {
  const days = [
    row("2025-03-31", 1, 1),
    row("2025-04-01", 2, 1),
    row("2026-02-28", 3, 1),
    row("2026-03-31", 4, 1),
  ];
  const months = byMonth(days, "2026-03-31");
  assert.equal(months.length, 12);
  assert.deepEqual([months[0]?.label, months.at(-1)?.label], ["Apr 2025", "Mar 2026"]);
  assert.deepEqual(
    months.map((month) => month.value),
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4],
  );
});
