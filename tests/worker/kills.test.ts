// The Worker's runtime is killed with SIGKILL while customers submit; acknowledged submissions arrive once.
// `cargo xtask bench kills` does the same with 1,000 submissions and 100 kills. Other drives: `--thorough`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endAfterKills, KILLED_DRIVES } from "../support/runtime/drives-after-kills.ts";
import { cases } from "../support/runtime/thorough.ts";

for (const drive of cases(1, KILLED_DRIVES)) {
  const extent = { submissions: 30, kills: 4 };
  const description = `${extent.kills} kills among ${extent.submissions} submissions`;

  test(`INV19 INV11 INV12 ${description}: ${drive} holds each acknowledged one exactly once`, async (t) => {
    const { cut, ...ended } = await endAfterKills(drive, extent);
    t.diagnostic(`${cut} attempts cut by a kill`);
    assert.deepEqual(ended, { deliveredOnce: extent.submissions, lost: 0, doubled: 0, beside: [] });
  });
}
