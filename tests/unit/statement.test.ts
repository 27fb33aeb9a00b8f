// The browser's verdict on a partner's statement, and the names on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommissionFacts, CommissionView, PayoutEntry } from "#api/generated/affiliate.ts";
import type { CheckedStatement } from "#areas/affiliate/statements/check-statement.ts";
import { delayOf, paidOut } from "#areas/affiliate/dashboard/payout-status.ts";
import { payoutRows } from "#areas/affiliate/statements/payout-entries.ts";
import { adjustmentLines, referralRows } from "#areas/affiliate/statements/referral-rows.ts";
import { statementCsv } from "#areas/affiliate/statements/statement-csv.ts";
import { headOf } from "#areas/affiliate/statements/statement-head.ts";
import { totalOf, verdictOf } from "#areas/affiliate/statements/verdict.ts";
import { isPartnershipOver } from "#lib/partnership.ts";

const row = (overrides: Partial<CommissionView>): CommissionView => ({
  commission_type: "direct",
  band: "first",
  rate_per_client: 500,
  active_clients_count: 25,
  commission_amount: 12_500,
  status: "pending",
  paid_at: null,
  payout_id: null,
  payout_status: null,
  ...overrides,
});
const sponsored = (clients: number) =>
  row({
    commission_type: "override",
    band: null,
    active_clients_count: clients,
    commission_amount: 500 * clients,
  });
const adjustment = (pence: number) =>
  row({
    commission_type: "adjustment",
    band: null,
    rate_per_client: 0,
    active_clients_count: 0,
    commission_amount: pence,
  });

const AS_OF = Date.UTC(2026, 10, 1);
const statement = (
  commissions: CommissionView[],
  overrides: Partial<CommissionFacts> = {},
): CommissionFacts => ({
  month: "2026-10-01",
  asOf: AS_OF,
  isComputing: false,
  own: { leftAt: null, referrals: [] },
  sponsored: [],
  commissions,
  revision: { number: 1, issuedAt: AS_OF },
  payouts: [],
  paid: [],
  issuer: { name: "Sayso", address: "", vatNumber: "", selfBilling: "" },
  address: null,
  ...overrides,
});
/** 25 clients of the partner's own, and two sponsored partners: £135. */
const check = (statedPence: number, overrides: Partial<CheckedStatement> = {}): CheckedStatement => ({
  ownClients: 25,
  sponsoredClients: 2,
  computedPence: 13_500,
  statedPence,
  isRight: false,
  referrals: [],
  adjustments: [],
  ...overrides,
});

test("AFF25 COM21 a statement whose sum is right but not its parts names each part that differs, and by how much", () => {
  const { status, lines } = verdictOf(
    statement([row({ active_clients_count: 23, commission_amount: 11_500 }), sponsored(4)]),
    check(13_500),
  );
  assert.equal(status, "wrong");
  assert.deepEqual(lines, [
    "The sum is right, but its parts are not.",
    "Tier 1 (1-25): this statement says £115.00 for 23 clients, your browser works out £125.00 for 25 clients. The difference is £10.00.",
    "Sponsored partners: this statement says £20.00 for 4 clients, your browser works out £10.00 for 2 clients. The difference is −£10.00.",
    "Please tell us.",
  ]);
});

test("a paid month may differ only by its adjustment, and a difference of zero is not claimed (AFF25 COM21)", () => {
  const paid = row({ status: "paid" });
  assert.deepEqual(verdictOf(statement([paid, adjustment(500)]), check(13_000)).lines, [
    "Your browser works out £135.00; these commissions add up to £130.00. The difference is £5.00.",
    "Adjustment: this statement says £5.00, your browser works out £10.00. The difference is £5.00.",
    "Please tell us.",
  ]);
  assert.deepEqual(verdictOf(statement([paid, sponsored(2)]), check(13_500)).lines, [
    "The sum is right, but its parts are not.",
    "Sponsored partners, not yet paid: this statement says £10.00 for 2 clients, your browser works out £0.00 for 0 clients. The difference is −£10.00.",
    "Adjustment: this statement says £0.00, your browser works out £10.00. The difference is £10.00.",
    "Please tell us.",
  ]);
  const miscounted = statement([row({ active_clients_count: 24 }), sponsored(2)]);
  const { lines } = verdictOf(miscounted, check(13_500));
  assert.equal(
    lines[1],
    "Tier 1 (1-25): this statement says £125.00 for 24 clients, your browser works out £125.00 for 25 clients.",
  );
  assert.ok(lines.every((line) => !line.includes("difference is £0.00")));
});

test("a statement that could not be checked says so and shows its stated amount (AFF25)", () => {
  const unchecked = statement([row({}), adjustment(-1000)]);
  assert.deepEqual(verdictOf(unchecked, "unsupported"), {
    status: "unchecked",
    lines: ["Not checked: this browser cannot run the check."],
  });
  assert.equal(verdictOf(unchecked, "failed").lines[0], "Not checked: the check did not load.");
  assert.equal(totalOf(unchecked, "unsupported"), 11_500);
});

const paidMonth = {
  periodStart: Date.UTC(2026, 9, 2),
  periodEnd: Date.UTC(2026, 10, 2),
  dueAt: null,
  paidAt: Date.UTC(2026, 9, 2),
  isRefunded: false,
};
const referral = (id: string) => ({
  id,
  isSelfReferral: false,
  isSponsorsOwn: false,
  subscriptions: [{ endedAt: null, unpaidSince: null, paid: [paidMonth] }],
});
const WITH_CLIENTS = statement([row({})], {
  own: { leftAt: null, referrals: ["left", "kept", "formula"].map(referral) },
  sponsored: [{ leftAt: null, referrals: [referral("kept")] }],
});
// A new client was added and one has another referrer: positions have changed.
const DASHBOARD = [
  { id: "new", company_name: "Newcomer" },
  { id: "formula", company_name: '=HYPERLINK("http://x")' },
  { id: "kept", company_name: "Own, Shop" },
];

test("AFF21 AFF25 a statement names clients by their ids, whatever has become of the dashboard's list", () => {
  assert.deepEqual(
    referralRows(WITH_CLIENTS, "unsupported", DASHBOARD).map(({ company }) => company),
    ["No longer your referral", "Own, Shop", '=HYPERLINK("http://x")'],
  );
  assert.deepEqual(referralRows(WITH_CLIENTS, "unsupported", DASHBOARD)[1], {
    company: "Own, Shop",
    words: "Paid from 02 Oct 2026 to 02 Nov 2026",
    pence: null,
  });
});

test("AFF25 each client of a statement brings what its band does, and an adjustment names its clients", () => {
  const active = { activity: "active", paid: null, unpaidSince: null, endedAt: null } as const;
  const gone = { ...active, activity: "ended", endedAt: AS_OF - 1 } as const;
  const referrals = Array.from({ length: 28 }, (_, index) => ({
    id: `r${index}`,
    isSelfReferral: false,
    isSponsorsOwn: false,
    subscriptions: [],
  }));
  const found = check(13_500, {
    referrals: [gone, ...Array.from({ length: 27 }, () => active)],
    adjustments: [{ payoutId: "po_2", changes: [{ id: "r0", state: gone }], sponsored: [3, 2] }],
  });
  const month = statement([], { own: { leftAt: null, referrals } });
  const pence = referralRows(month, found, []).map((one) => one.pence);
  assert.deepEqual(pence, [0, ...Array.from({ length: 25 }, () => 500), 1000, 1000]);
  assert.deepEqual(adjustmentLines("po_2", found, [{ id: "r0", company_name: "Corner Shop" }]), [
    "Corner Shop: Nothing paid for this month, ended 31 Oct 2026, does not count",
    "Active clients of partners you sponsor: 2 instead of 3",
  ]);
  assert.deepEqual(adjustmentLines(null, found, []), [], "another adjustment");
});

const OWNER = { name: "Pat Marlow", code: "PAT10" };

test("a statement as CSV names its owner, date, currency, amount and payout (AFF21 COM24)", () => {
  const paid = row({ status: "paid", paid_at: AS_OF, payout_id: "po_1" });
  const revision = { number: 2, issuedAt: Date.UTC(2027, 0, 2) };
  const [head = "", ...lines] = statementCsv(
    statement([paid, adjustment(-500)], { revision }),
    [],
    OWNER,
  ).split("\r\n");
  const about = 'PAT10-2026-10-2,2027-01-02,GBP,"Pat Marlow","PAT10",2026-11-01T00:00:00.000Z';
  assert.equal(
    head.slice(1),
    "Month,Commission,Rate,Clients,Amount,Status,Paid,Payout,Statement,Issued,Currency,Partner,Promo code,Clients counted as of",
  );
  assert.deepEqual(lines.slice(0, 3), [
    `2026-10,direct,5.00,25,125.00,paid,2026-11-01,po_1,${about}`,
    `2026-10,adjustment,0.00,0,-5.00,pending,,,${about}`,
    `2026-10,total,,,120.00,,,,${about}`,
  ]);
});

const takenBack = (overrides: Partial<PayoutEntry>): PayoutEntry => ({
  payoutId: "po_1",
  monthPeriod: "2026-11-01",
  kind: "taken_back",
  at: Date.UTC(2026, 11, 10),
  amountPence: -5000,
  ...overrides,
});

test("COM11 COM24 a statement says what became of a payout: in each line's status, and by a signed row that names it", () => {
  const made = takenBack({ kind: "payout", at: Date.UTC(2026, 11, 7), amountPence: 5000 });
  for (const [arrival, entries, cells] of [
    ["paid", [made], "paid,2026-12-07"],
    ["sending", [takenBack({ kind: "sending", amountPence: 5000 })], "on its way,"],
    ["delayed", [made, takenBack({})], "delayed,"],
    ["delayed", [made, takenBack({ kind: "failed" })], "delayed,"],
    ["paid_in_part", [made, takenBack({ amountPence: -2000 })], "paid in part,2026-12-07"],
  ] as const) {
    const paid = row({
      status: "paid",
      paid_at: Date.UTC(2026, 11, 7),
      payout_id: "po_1",
      payout_status: arrival,
    });
    const csv = statementCsv(statement([paid], { payouts: [...entries] }), [], OWNER);
    assert.ok(csv.includes(`,125.00,${cells},po_1,`), csv);
  }
  const part = statement([row({})], { payouts: [made, takenBack({ amountPence: -2000 })] });
  const lines = statementCsv(part, [], OWNER).split("\r\n");
  const block = lines.indexOf("Payout,Date,Entry,Amount,Currency,Months up to");
  assert.deepEqual(lines.slice(block - 1, block + 4), [
    "",
    "Payout,Date,Entry,Amount,Currency,Months up to",
    "po_1,2026-12-07,Payout,50.00,GBP,2026-11",
    "po_1,2026-12-10,Taken back,-20.00,GBP,2026-11",
    "",
  ]);
  assert.deepEqual(payoutRows(part)[1], {
    date: "10 Dec 2026",
    words: "Taken back, for the months up to November 2026",
    payout: "po_1",
    amount: "−£20.00",
  });
});

test("a statement says of VAT what the settings say, and nothing where they are empty (AFF25)", () => {
  const from = (vatNumber: string) =>
    headOf(
      statement([row({})], { issuer: { name: "Sayso Ltd", address: "", vatNumber, selfBilling: "" } }),
      OWNER,
    ).from;
  assert.deepEqual(from(""), ["Sayso Ltd"]);
  assert.deepEqual(from("GB123456789"), ["Sayso Ltd", "VAT number GB123456789"]);
  assert.deepEqual(from("Not VAT registered"), ["Sayso Ltd", "Not VAT registered"]);
});

test("AFF25 COM23 a month that is not closed is no statement: it has no number, no issue date, and a file of its own name", () => {
  const open = statement([row({})], {
    asOf: AS_OF - 3 * 86_400_000,
    revision: null,
    issuer: { name: "Sayso", address: "", vatNumber: "", selfBilling: "Self-billing invoice." },
  });
  const { number, provisional, title, facts, selfBilling, file } = headOf(open, OWNER);
  assert.deepEqual(
    [number, provisional, title, selfBilling, file],
    [
      null,
      "Provisional: not a statement",
      "Provisional figures of October 2026",
      "",
      "sayso-2026-10-provisional",
    ],
  );
  assert.deepEqual(facts.slice(0, 2), [
    ["As of", "29 Oct 2026 (UTC)"],
    ["Period so far", "01 Oct 2026 to 28 Oct 2026 (UTC)"],
  ]);
  assert.match(statementCsv(open, [], OWNER), /,provisional,,GBP,/);
});

test("AFF21 AFF25 a statement as CSV lists a client that had paid nothing by then without a payment", () => {
  const unpaid = { ...referral("r"), subscriptions: [{ endedAt: null, unpaidSince: null, paid: [] }] };
  const month = statement([row({})], { own: { leftAt: null, referrals: [unpaid] } });
  assert.match(statementCsv(month, [], OWNER), /own,1,"No longer your referral",no,,,,,,,,$/);
});

test("AFF21 INV50 a statement as CSV names the partner's own clients, and no cell is taken for a formula", () => {
  const lines = statementCsv(WITH_CLIENTS, DASHBOARD, OWNER).split("\r\n").slice(-4);
  assert.deepEqual(
    lines.map((line) => line.split(",no,")[0]),
    [
      'own,1,"No longer your referral"',
      'own,2,"Own, Shop"',
      `own,3,"'=HYPERLINK(""http://x"")"`,
      "sponsored 1,1,",
    ],
  );
});

test("COM14 a partnership is over once its last moment has passed, and not in it", () => {
  assert.equal(isPartnershipOver(null, AS_OF), false);
  assert.equal(isPartnershipOver(AS_OF, AS_OF), false);
  assert.equal(isPartnershipOver(AS_OF, AS_OF + 1), true);
});

test("returned money is shown neither as paid out nor as failed (AFF15 COM11)", () => {
  assert.equal(paidOut(0), "paid out so far");
  assert.equal(paidOut(1_000), "paid out so far; £10.00 more is delayed");
  assert.match(delayOf({ taken_back: false }), /^The transfer did not go through\. We still owe it to you/);
  assert.match(
    delayOf({ taken_back: true }),
    /^Stripe took it back after it had reached your account there\./,
  );
});
