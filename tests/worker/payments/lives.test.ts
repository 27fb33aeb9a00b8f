// Random lives of clients and partners: Stripe's books and the product's agree to the penny. Many lives:
// lives.thorough.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { live } from "./lives/live.ts";

const SEED = 61;

test(`INV61 BIL05 BIL08 BIL12 COM21 COM24 in life ${SEED} the books of Stripe, the portal, the credits and the partners agree`, async () => {
  const compared = await live(SEED, { clients: 5, partners: 3, days: 45, kills: false });
  for (const kind of ["payment for a month", "credits: renewal", "next payment", "commission of a month"])
    assert.ok((compared.get(kind) ?? 0) > 0, kind);
});
