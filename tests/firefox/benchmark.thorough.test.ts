import assert from "node:assert/strict";
import { measureOn, visitByPuppeteer } from "../bench/recorder/engines.ts";
import { firefoxTests } from "./sayso.ts";

const test = firefoxTests();

test("the benchmark of recorder engines runs", async ({ page, sayso }) => {
  const visit = visitByPuppeteer(page, process.pid);
  const { seconds, megabytes, bytes, frameRate, unfinished } = await measureOn(sayso, visit, () =>
    visit.record(1),
  );
  assert.equal(unfinished, null);
  assert.ok(seconds > 0 && megabytes > 0 && bytes > 0 && frameRate > 0);
});
