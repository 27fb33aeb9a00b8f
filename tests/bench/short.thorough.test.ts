// A benchmark that is not run rots: each part runs here once, with the least that it can be run with. What it measures
// says nothing then; that it gets to the end does.
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
