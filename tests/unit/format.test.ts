import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDate, formatDateTime, formatMonthDay, formatUtcTime } from "#lib/format.ts";

test("SUB11 CLI14 a time of the afternoon is told by 24 hours", () => {
  const afternoon = new Date(2026, 10, 7, 14, 5).getTime();
  assert.equal(formatDateTime(afternoon), "07 Nov 2026, 14:05");
  assert.equal(formatDate(afternoon), "07 Nov 2026");
});

test("AFF23 COM05 a date of money is that of UTC, wherever it is read", () => {
  const zone = process.env["TZ"];
  for (const reader of ["America/New_York", "Pacific/Auckland"]) {
    process.env["TZ"] = reader;
    assert.equal(formatMonthDay(Date.UTC(2026, 10, 1)), "Nov 01, 2026");
    assert.equal(formatMonthDay(Date.UTC(2026, 10, 30, 23, 59)), "Nov 30, 2026");
    assert.equal(formatDate(Date.UTC(2026, 10, 1)), "01 Nov 2026");
    assert.equal(formatUtcTime(Date.UTC(2026, 10, 28, 1, 40)), "28 Nov 2026, 01:40 UTC");
    assert.equal(formatUtcTime(Date.UTC(2026, 10, 28, 23, 59, 59)), "28 Nov 2026, 23:59 UTC");
  }
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});
