// A partner's statement as PDF, read by another library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import type {
  CheckedStatement,
  ReferralStanding,
} from "../../web/src/areas/affiliate/statements/check-statement.ts";
import { statementPdf } from "../../web/src/areas/affiliate/statements/statement-pdf.ts";
import type { CommissionFacts } from "../../web/src/api/generated/CommissionFacts.ts";

const OWNER = { name: "Zoë O’Hara-Muñoz", code: "ZOE10" };
const FROM = Date.UTC(2026, 9, 10);
const counting: ReferralStanding = {
  activity: "active",
  paid: { from: FROM, until: Date.UTC(2026, 10, 10), isRefunded: false },
  unpaidSince: null,
  endedAt: null,
};

const commission = { rate_per_client: 500, active_clients_count: 3, commission_amount: 1500 } as const;
const STATEMENT: CommissionFacts = {
  month: "2026-10-01",
  asOf: Date.UTC(2026, 10, 1),
  isComputing: false,
  own: { leftAt: null, referrals: [] },
  sponsored: [],
  commissions: [
    {
      ...commission,
      commission_type: "direct",
      band: "first",
      status: "paid",
      paid_at: Date.UTC(2026, 10, 7),
      payout_id: "p",
    },
    {
      commission_type: "adjustment",
      band: null,
      rate_per_client: 0,
      active_clients_count: 0,
      commission_amount: -500,
      status: "pending",
      paid_at: null,
      payout_id: null,
    },
  ],
};
const checked = (referrals: ReferralStanding[], wish: Partial<CheckedStatement> = {}): CheckedStatement => ({
  ownClients: 2,
  sponsoredClients: 4,
  computedPence: 1000,
  statedPence: 1000,
  isRight: true,
  referrals,
  ...wish,
});

const read = async (made: ArrayBuffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(made));
  const { totalPages, text } = await extractText(pdf);
  return { totalPages, pages: text.map((page) => page.replaceAll(/\s+/g, " ")), meta: await getMeta(pdf) };
};

test("AFF25 COM24 a statement is one page that says whose it is, what it comes to, by what, and that it was checked", async () => {
  const refunded: ReferralStanding = {
    ...counting,
    activity: "refunded",
    paid: { from: FROM, until: FROM, isRefunded: true },
  };
  const { totalPages, pages, meta } = await read(
    statementPdf(STATEMENT, checked([counting, counting, refunded]), OWNER),
  );
  assert.equal(totalPages, 1);
  assert.equal(meta.info.Title, "Sayso: Statement of October 2026");
  for (const part of [
    "Zoë O'Hara-Muñoz",
    "ZOE10",
    "Clients counted as of 01 Nov 2026",
    "Checked by your browser: £10.00",
    "Tier 1 (1-25) 3 × £5.00 paid 07 Nov 2026 £15.00",
    "Adjustment Found out after the month was paid pending -£5.00",
    "What the month comes to £10.00",
    "Active clients of partners you sponsor: 4.",
    "1 Paid from 10 Oct 2026 to 10 Nov 2026",
    "3 Paid from 10 Oct 2026 to 10 Oct 2026, returned or disputed, does not count",
    "Page 1 of 1",
  ])
    assert.ok(pages[0]?.includes(part), `${part} in: ${pages[0]}`);
});

test("AFF25 a statement of many clients goes on over pages that say what they are of, and leaves nobody out", async () => {
  const { totalPages, pages } = await read(
    statementPdf(STATEMENT, checked(Array.from({ length: 120 }, () => counting)), OWNER),
  );
  assert.equal(totalPages, 4);
  pages.forEach((page, index) => {
    assert.ok(page.includes("Statement of October 2026"), page);
    assert.ok(page.includes(`Page ${index + 1} of 4`), page);
  });
  const numbers = pages.join(" ").matchAll(/(\d+) Paid from/g);
  assert.deepEqual(
    Array.from(numbers, ([, number]) => Number(number)),
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
});

test("AFF25 a statement that does not add up says so on the page", async () => {
  const { pages } = await read(
    statementPdf(STATEMENT, checked([], { isRight: false, computedPence: 500 }), OWNER),
  );
  assert.ok(pages[0]?.includes("Your browser comes to £5.00; these commissions come to £10.00."), pages[0]);
});
