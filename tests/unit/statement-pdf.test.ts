// A partner's statement as PDF, read by another library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import type { CheckedStatement, ReferralState } from "#areas/affiliate/statements/check-statement.ts";
import { statementPdf } from "#areas/affiliate/statements/statement-pdf.ts";
import type { CommissionFacts } from "#api/generated/affiliate.ts";

const OWNER = { name: "Zoë O’Hara-Muñoz", code: "ZOE10" };
const FROM = Date.UTC(2026, 9, 10);
const counting: ReferralState = {
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
      payout_id: "payout-1",
      payout_status: "paid",
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
      payout_status: null,
    },
  ],
  revision: { number: 2, issuedAt: Date.UTC(2027, 0, 2) },
  payouts: [
    {
      payoutId: "payout-1",
      monthPeriod: "2026-10-01",
      kind: "payout",
      at: Date.UTC(2026, 10, 7),
      amountPence: 1500,
    },
  ],
  paid: [],
  issuer: {
    name: "Sayso Ltd",
    address: "2 Bell Lane, London E1 7LA",
    vatNumber: "Not VAT registered",
    selfBilling: "Self-billing invoice under our agreement of 1 October 2026.",
  },
  address: "1 High Street\nLeeds",
};
const checked = (
  referrals: ReferralState[],
  overrides: Partial<CheckedStatement> = {},
): CheckedStatement => ({
  ownClients: 2,
  sponsoredClients: 4,
  computedPence: 1000,
  statedPence: 1000,
  isRight: true,
  referrals,
  adjustments: [],
  ...overrides,
});

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, company_name: `Shop ${index + 1} Ltd` }));
/** The statement with `count` clients. */
const of = (count: number): CommissionFacts => ({
  ...STATEMENT,
  own: {
    leftAt: null,
    referrals: named(count).map(({ id }) => ({
      id,
      isSelfReferral: false,
      isSponsorsOwn: false,
      subscriptions: [],
    })),
  },
});

const read = async (made: ArrayBuffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(made));
  const { totalPages, text } = await extractText(pdf);
  return { totalPages, pages: text.map((page) => page.replaceAll(/\s+/g, " ")), meta: await getMeta(pdf) };
};

test("a statement is one page with its owner, amount, calculation and check (AFF25 COM24)", async () => {
  const refunded: ReferralState = {
    ...counting,
    activity: "refunded",
    paid: { from: FROM, until: FROM, isRefunded: true },
  };
  const { totalPages, pages, meta } = await read(
    statementPdf(
      of(3),
      checked([counting, counting, refunded], {
        adjustments: [{ payoutId: null, changes: [{ id: "r1", state: refunded }], sponsored: [4, 4] }],
      }),
      named(2),
      OWNER,
    ),
  );
  assert.equal(totalPages, 1);
  assert.equal(meta.info.Title, "Sayso: Statement of October 2026");
  for (const part of [
    "From To Sayso Ltd Zoë O'Hara-Muñoz 2 Bell Lane 1 High Street London E1 7LA Leeds Not VAT registered",
    "Number ZOE10-2026-10-2 Issued 02 Jan 2027 Period 01 Oct 2026 to 31 Oct 2026 (UTC)",
    "Clients counted as of 01 Nov 2026 (UTC) Promo code ZOE10 Currency GBP Payout payout-1",
    "Self-billing invoice under our agreement of 1 October 2026.",
    "Checked by your browser: £10.00",
    "Tier 1 (1-25) 3 × £5.00 = £15.00 paid 07 Nov 2026 £15.00",
    "Adjustment Found after we paid the month pending -£5.00 Shop 2 Ltd: Paid from 10 Oct 2026 to 10 Oct 2026, returned or disputed, does not count",
    "Total of the month £10.00",
    "Payouts 07 Nov 2026 Payout, for the months up to October 2026 £15.00 payout-1",
    "Active clients of partners you sponsor: 4.",
    "1 Shop 1 Ltd £5.00 Paid from 10 Oct 2026 to 10 Nov 2026",
    "3 No longer your referral £0.00 Paid from 10 Oct 2026 to 10 Oct 2026, returned or disputed, does not count",
    "Page 1 of 1",
  ])
    assert.ok(pages[0]?.includes(part), `${part} in: ${pages[0]}`);
});

test("COM11 COM24 a PDF says of a payout that was taken back that it is delayed, with a signed row that names it", async () => {
  const [paid] = STATEMENT.commissions;
  const [made] = STATEMENT.payouts;
  assert.ok(paid && made);
  const back = { ...made, kind: "taken_back", at: Date.UTC(2026, 10, 20), amountPence: -1500 } as const;
  const month = {
    ...of(1),
    commissions: [{ ...paid, payout_status: "delayed" as const }],
    payouts: [made, back],
  };
  const { pages } = await read(statementPdf(month, checked([counting]), named(1), OWNER));
  for (const part of [
    "Tier 1 (1-25) 3 × £5.00 = £15.00 delayed £15.00",
    "20 Nov 2026 Taken back, for the months up to October 2026 -£15.00 payout-1",
  ])
    assert.ok(pages[0]?.includes(part), `${part} in: ${pages[0]}`);
  assert.ok(!pages[0]?.includes("paid 07 Nov"), pages[0]);
});

test("a statement of many clients continues over pages, each with its header, and omits nobody (AFF25)", async () => {
  const { totalPages, pages } = await read(
    statementPdf(of(120), checked(Array.from({ length: 120 }, () => counting)), named(120), OWNER),
  );
  assert.equal(totalPages, 7);
  pages.forEach((page, index) => {
    assert.ok(page.includes("Statement of October 2026"), page);
    assert.ok(page.includes(`Page ${index + 1} of 7`), page);
  });
  const numbers = pages.join(" ").matchAll(/(\d+) Shop \1 Ltd £(?:5|10)\.00 Paid from/g);
  assert.deepEqual(
    Array.from(numbers, ([, number]) => Number(number)),
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
});

test("AFF25 a statement that does not add up says so on the page, and one that was not checked claims no check", async () => {
  const wrong = await read(
    statementPdf(STATEMENT, checked([], { isRight: false, computedPence: 500 }), [], OWNER),
  );
  for (const part of [
    "Your browser works out £5.00; these commissions add up to £10.00. The difference is -£5.00.",
    "Adjustment: this statement says -£5.00, your browser works out -£10.00. The difference is -£5.00.",
  ])
    assert.ok(wrong.pages[0]?.includes(part), wrong.pages[0]);
  const { pages } = await read(statementPdf(of(1), "unsupported", named(1), OWNER));
  for (const part of [
    "Not checked: this browser cannot run the check.",
    "Total of these commissions £10.00",
    "1 Shop 1 Ltd Nothing paid for this month",
  ])
    assert.ok(pages[0]?.includes(part), `${part} in: ${pages[0]}`);
  assert.ok(!pages[0]?.includes("Computed once more"), pages[0]);
});

test("AFF25 COM23 a month that is not closed has no number, no issue date and no self-billing, and says what it is", async () => {
  const asOf = Date.UTC(2026, 9, 28, 9);
  const { pages, meta } = await read(
    statementPdf({ ...of(1), asOf, revision: null }, checked([counting]), named(1), OWNER),
  );
  const [page = ""] = pages;
  for (const part of [
    "October 2026 Provisional: not a statement From To",
    "As of 28 Oct 2026 (UTC) Period so far 01 Oct 2026 to 28 Oct 2026 (UTC)",
  ])
    assert.ok(page.includes(part), `${part} in: ${page}`);
  assert.equal(meta.info.Title, "Sayso: Provisional figures of October 2026");
  for (const absent of ["ZOE10-2026", "Number", "Issued", "Statement of", "Self-billing"])
    assert.ok(!page.includes(absent), `${absent} in: ${page}`);
});

test("writes a long address in full, and continues on the next page (AFF25)", async () => {
  const house = "The Old Chapel Business Centre and Workshops behind the Railway Station";
  const unbroken = "L".repeat(90);
  const payouts = Array.from({ length: 40 }, (_, index) => `payout-${index}`);
  const sentence =
    "Self-billing invoice under our agreement of 1 October 2026, and every word of it counts. ";
  const { totalPages, pages } = await read(
    statementPdf(
      {
        ...of(1),
        address: `${house}\n${unbroken}`,
        issuer: { ...STATEMENT.issuer, address: `${house}, London`, selfBilling: sentence.repeat(12) },
        commissions: STATEMENT.commissions.flatMap((one) =>
          one.status === "paid" ? payouts.map((payout_id) => ({ ...one, payout_id })) : [],
        ),
      },
      checked([counting]),
      named(1),
      OWNER,
    ),
  );
  const all = pages.join(" ");
  assert.ok(!all.includes("..."), "nothing is cut");
  assert.equal(all.match(/Railway/g)?.length, 2, "both addresses");
  assert.equal(all.match(/L{5,}/g)?.join("").length, 90);
  for (const payout of payouts) assert.ok(all.includes(`Payout ${payout} `), payout);
  assert.equal(all.match(/counts\./g)?.length, 12);
  assert.ok(totalPages >= 2);
  pages.forEach((page, index) =>
    assert.ok(page.endsWith(`Page ${index + 1} of ${totalPages}`), "the foot stays free"),
  );
});
