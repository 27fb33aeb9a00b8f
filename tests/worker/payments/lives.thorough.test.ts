// 1,000 lives of clients, 20 to a world, with lost and doubled events and kills of the runtime: no penny is missing anywhere.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { live } from "./lives/live.ts";

const FIRST_SEED = 1000;
const WORLDS = 50;
const SIZE = { clients: 20, partners: 6, days: 60, kills: true };

/** Comparisons that so many lives must include; otherwise they prove less than the title says. */
const KINDS = [
  "payment for a month",
  "payment for a top_up",
  "payment for a change",
  "payment with a refund",
  "payment with a dispute that is open",
  "payment with a dispute that is lost",
  "credits: renewal",
  "credits: top_up_returned",
  "credits: top_up_restored",
  "next payment",
  "open payment",
  "commission of a month",
  "payout that is sent",
  "payout that is recorded",
  "payout that is failed",
  "transfer taken back in part",
  "plan that was cancelled in the portal",
  "mail: a payment failed",
  "mail: a second subscription was ended",
  "mail: a month has closed",
  "mail: a payout",
];

const met = new Set<string>();
let green = 0;

for (let seed = FIRST_SEED; seed < FIRST_SEED + WORLDS; seed += 1)
  test(`INV61 in the lives of world ${seed} the books of Stripe, the portal, the credits and the partners agree`, async () => {
    for (const kind of (await live(seed, SIZE)).keys()) met.add(kind);
    green += 1;
  });

after(() => {
  if (green === WORLDS)
    assert.deepEqual(
      KINDS.filter((kind) => !met.has(kind)),
      [],
      "the lives meet everything that they prove",
    );
});
