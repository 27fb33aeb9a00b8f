// The Worker's runtime is killed with SIGKILL while customers submit; what was acknowledged arrives once.
// `cargo xtask bench kills` does the same with 1,000 submissions and 100 kills.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endAfterKills, KILLED_DRIVES } from "../support/drives-after-kills.ts";

for (const drive of KILLED_DRIVES) {
  const isBuiltIn = drive === "the built-in drive";
  const extent = isBuiltIn ? { submissions: 100, kills: 10 } : { submissions: 30, kills: 4 };
  const what = `${extent.kills} kills among ${extent.submissions} submissions`;

  test(`INV19 INV11 INV12 ${what}: ${drive} holds each acknowledged one exactly once`, async (t) => {
    const { cut, ...ended } = await endAfterKills(drive, extent);
    t.diagnostic(`${cut} attempts cut by a kill`);
    assert.deepEqual(ended, { deliveredOnce: extent.submissions, lost: 0, doubled: 0, beside: [] });
  });
}
