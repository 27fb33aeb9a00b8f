import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import type { Row } from "./table.ts";
import { matching, verdict } from "./verdict.ts";

const row = (name: string, ratio: number, target?: number): Row => ({
  name,
  ours: "1 s",
  other: "1 s",
  ratio,
  ...(target !== undefined && { target }),
});

test("part of a name picks the benchmark's parts", () => {
  const names = ["memory", "recorder frames", "recorder finish"];
  assert.deepEqual(matching(names, "recorder"), ["recorder frames", "recorder finish"]);
  assert.deepEqual(matching(names, ""), names);
});

test("the benchmark answers an unknown name with the names there are, and fails", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["tests/bench/run.ts", "camera"], {
    encoding: "utf8",
  });
  assert.equal(status, 1, stderr);
  assert.match(
    stderr,
    /^No measurement has "camera" in its name\. Their names: .*uploads.*, recorder finish/m,
  );
  assert.doesNotMatch(stdout + stderr, /failed|missed/);
});

test("the benchmark passes if all targets are met", () => {
  assert.deepEqual(verdict([row("upload", 0.9, 0.9), row("look-up", 1.2, 1.1), row("size", 0.1)], []), {
    lines: ["All 2 targets are met."],
    passed: true,
  });
  assert.deepEqual(verdict([row("size", 0.1)], []), {
    lines: ["Measured; none of these rows has a target."],
    passed: true,
  });
});

test("the benchmark tells a missed target from a measurement that failed", () => {
  const missed = ["1 of 2 targets missed:", "  upload: 0.51, target 0.9"];
  const failed = ["1 measurement failed:", "  recorder frames: no camera"];
  const rows = [row("upload", 0.51, 0.9), row("look-up", 1.2, 1.1)];
  const failures = [{ part: "recorder frames", reason: "no camera" }];
  assert.deepEqual(verdict(rows, []), { lines: missed, passed: false });
  assert.deepEqual(verdict([], failures), { lines: failed, passed: false });
  assert.deepEqual(verdict(rows, failures), { lines: [...failed, ...missed], passed: false });
});
