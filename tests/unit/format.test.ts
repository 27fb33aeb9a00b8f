import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDate, formatDateTime } from "../../web/src/lib/format.ts";

test("SUB11 CLI14 a time of the afternoon is told by 24 hours", () => {
  const afternoon = new Date(2026, 10, 7, 14, 5).getTime();
  assert.equal(formatDateTime(afternoon), "07 Nov 2026, 14:05");
  assert.equal(formatDate(afternoon), "07 Nov 2026");
});
