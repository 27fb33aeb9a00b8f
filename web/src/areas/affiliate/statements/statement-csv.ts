import type { CommissionFacts, PaidMonth, SubscriptionFacts } from "#api/generated/affiliate.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { plainPounds } from "#lib/format.ts";
import { stateOf } from "#areas/affiliate/dashboard/payout-status.ts";
import { companyOf, type NamedReferral } from "./referral-rows.ts";
import { headOf, type StatementOwner } from "./statement-head.ts";

const date = (ms: number | null | undefined) => (ms == null ? "" : new Date(ms).toISOString().slice(0, 10));

/** A name as a cell that no spreadsheet takes for a formula: the rule is the Worker's (`domain/src/csv.rs`). */
const name = (text: string) => `"${isFormula(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
const isFormula = (text: string) =>
  [...facts.formulaStarts].some((start) => text.startsWith(start)) || /^\p{Cc}/u.test(text);

/** A subscription's payments, a row each; one row without a payment if there were none by then. */
const paidOf = ({ paid }: SubscriptionFacts): (PaidMonth | null)[] => (paid.length === 0 ? [null] : paid);

/** Columns repeated on each commission line, so that files of several months can be combined. */
const ABOUT = ["Statement", "Issued", "Currency", "Partner", "Promo code", "Clients counted as of"];

/** The entries of its payouts, a signed row each. */
const payoutBlock = ({ payouts }: CommissionFacts): (string | number)[][] =>
  payouts.length === 0
    ? []
    : [
        [],
        ["Payout", "Date", "Entry", "Amount", "Currency", "Months up to"],
        ...payouts.map(({ payoutId, monthPeriod, kind, at, amountPence }) => [
          payoutId,
          date(at),
          facts.payoutEntries[kind],
          plainPounds(amountPence),
          "GBP",
          monthPeriod.slice(0, 7),
        ]),
      ];

/**
 * A statement as CSV: the commissions with their sum, the payouts, then the facts behind them. Dates are UTC. Begins
 * with a BOM, which marks it as UTF-8.
 */
export function statementCsv(
  statement: CommissionFacts,
  named: NamedReferral[],
  owner: StatementOwner,
): string {
  const { month, asOf, commissions, own, sponsored } = statement;
  const clients = [own, ...sponsored].flatMap(({ referrals, leftAt }, partner) =>
    referrals.flatMap(({ id, subscriptions, isSelfReferral: isSelf }, index) =>
      subscriptions.flatMap((subscription) =>
        paidOf(subscription).map((paid) => [
          partner === 0 ? "own" : `sponsored ${partner}`,
          index + 1,
          // A sponsor does not see whose clients the others are.
          partner === 0 ? name(companyOf(named, id)) : "",
          isSelf ? "yes" : "no",
          date(paid?.periodStart),
          date(paid?.periodEnd),
          date(paid?.dueAt),
          date(paid?.paidAt),
          paid && (paid.isRefunded ? "yes" : "no"),
          date(subscription.endedAt),
          date(subscription.unpaidSince),
          date(leftAt),
        ]),
      ),
    ),
  );
  const total = commissions.reduce((sum, one) => sum + one.commission_amount, 0);
  const about = [
    headOf(statement, owner).number ?? "provisional",
    date(statement.revision?.issuedAt ?? null),
    "GBP",
    name(owner.name),
    name(owner.code),
    new Date(asOf).toISOString(),
  ];
  const rows = [
    ["Month", "Commission", "Rate", "Clients", "Amount", "Status", "Paid", "Payout"].concat(ABOUT),
    ...commissions.map((one) => [
      month.slice(0, 7),
      one.commission_type,
      plainPounds(one.rate_per_client),
      one.active_clients_count,
      plainPounds(one.commission_amount),
      stateOf(one).words,
      date(stateOf(one).paidAt),
      one.payout_id ?? "",
      ...about,
    ]),
    [month.slice(0, 7), "total", "", "", plainPounds(total), "", "", "", ...about],
    ...payoutBlock(statement),
    [],
    [
      "Client of",
      "Row",
      "Company",
      "Self-referral",
      "From",
      "Until",
      "Due",
      "Paid",
      "Refunded",
      "Ended",
      "Unpaid since",
      "Partner left",
    ],
    ...clients,
  ];
  return `\u{feff}${rows.map((row) => row.join(",")).join("\r\n")}`;
}
