// Counts the credits, rows and stored bytes of a submission.
import assert from "node:assert/strict";
import { until, type Sayso } from "./worker.ts";

export function leftovers(sayso: () => Sayso) {
  const credits = async (clientId: string) =>
    (await sayso().row("SELECT credits_remaining AS n FROM clients WHERE id = ?", clientId))?.n;

  const submissions = async (clientId: string) =>
    (await sayso().row("SELECT count(*) AS n FROM submissions WHERE client_id = ?", clientId))?.n;

  /** The stored chunks of uploads, without those of submissions on hold, which stay. */
  const uploads = async () => {
    const rows = await sayso().rows("SELECT upload_id FROM submissions WHERE hold IS NOT NULL");
    const held = new Set(rows.map(({ upload_id: id }) => String(id)));
    return (await sayso().keys("uploads/")).filter((key) => !held.has(key.split("/")[1] ?? ""));
  };

  /** A refused submission leaves nothing: no object, no row, no charged credit. */
  async function expectNothingStored(clientId: string, credit: number) {
    await until("uploaded bytes are gone", async () => (await uploads()).length === 0);
    assert.equal(await submissions(clientId), 0);
    assert.equal(await credits(clientId), credit);
  }

  return { credits, submissions, uploads, expectNothingStored };
}
