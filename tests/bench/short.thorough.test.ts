// Keeps the benchmarks working: runs each part once in its shortest form. The measurements are meaningless, but it must
// complete.
import "./environment.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS } from "./parts.ts";

for (const [name, measure] of Object.entries(PARTS)) {
  test(`the benchmark of ${name} runs`, async () => {
    const rows = await measure("short");
    assert.notEqual(rows.length, 0);
    for (const row of rows) assert.ok(Number.isFinite(row.ratio) && row.ratio > 0, JSON.stringify(row));
  });
}
