// The Worker's runtime is killed with SIGKILL while customers submit; what was acknowledged arrives once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addKillsClient, submitUnderKills } from "../support/kills.ts";
import { thorough } from "../support/thorough.ts";
import { sha256 } from "../support/users.ts";
import { startWorker, type Sayso } from "../support/worker.ts";

const EXTENT = thorough ? { submissions: 1000, kills: 100 } : { submissions: 100, kills: 10 };

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test(`INV19 INV11 INV12 ${EXTENT.kills} kills among ${EXTENT.submissions} submissions: each acknowledged one is delivered exactly once`, async (t) => {
  const client = await addKillsClient(sayso, EXTENT);
  const { deliveries, cut } = await submitUnderKills(sayso, client, EXTENT);
  t.diagnostic(`${deliveries.length} delivered, ${cut} attempts cut by a kill`);
  const held: Record<string, string> = {};
  for (const key of await sayso.keys(`drive/${client.id}/`))
    held[key] = sha256(await (await sayso.media.get(key)).bytes());
  assert.deepEqual(
    held,
    Object.fromEntries(deliveries.map(({ row, sent }) => [`drive/${client.id}/${row.drive_path}`, sent])),
    "one file each",
  );
});
