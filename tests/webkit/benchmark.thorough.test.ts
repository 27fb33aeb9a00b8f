import assert from "node:assert/strict";
import { measureOn, visitByWebDriver } from "../bench/recorder/engines.ts";
import { webkitTests } from "./sayso.ts";

const test = webkitTests();

test("the benchmark of recorder engines runs", async ({ page, sayso, go }) => {
  const visit = { ...visitByWebDriver(page, process.pid), open: go };
  const { seconds, megabytes, bytes, frameRate, unfinished } = await measureOn(sayso, visit, () =>
    visit.record(1),
  );
  assert.equal(unfinished, null);
  assert.ok(seconds > 0 && megabytes > 0 && bytes > 0 && frameRate > 0);
});
