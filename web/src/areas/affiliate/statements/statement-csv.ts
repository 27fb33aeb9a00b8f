import type { CommissionFacts } from "../../../api/generated/CommissionFacts.ts";
import type { PaidMonth } from "../../../api/generated/PaidMonth.ts";
import type { SubscriptionFacts } from "../../../api/generated/SubscriptionFacts.ts";
import { companyOf, type NamedReferral } from "./referral-rows.ts";
import { headOf, type StatementOwner } from "./statement-head.ts";

const date = (ms: number | null | undefined) => (ms == null ? "" : new Date(ms).toISOString().slice(0, 10));
const pounds = (pence: number) => (pence / 100).toFixed(2);

/** A company's name as a cell that no spreadsheet takes for a formula, as the Worker's own tables have it (`domain/src/csv.rs`). */
const name = (text: string) =>
  `"${/^[=+\-@＝＋－＠\p{Cc}]/u.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;

/** The payments of a subscription, a row each; a row without one where nothing was paid by then. */
const paidOf = ({ paid }: SubscriptionFacts): (PaidMonth | null)[] => (paid.length === 0 ? [null] : paid);

/** What each line of the commissions repeats, so that files of several months can be put together. */
const ABOUT = ["Statement", "Issued", "Currency", "Partner", "Promo code", "Clients counted as of"];

/**
 * A statement for a spreadsheet: what was computed with its sum, then what from. Dates are those of UTC. The mark at its beginning says
 * that it is UTF-8.
 */
export function statementCsv(
  statement: CommissionFacts,
  named: NamedReferral[],
  owner: StatementOwner,
): string {
  const { month, asOf, commissions, own, sponsored } = statement;
  const facts = [own, ...sponsored].flatMap(({ referrals, leftAt }, partner) =>
    referrals.flatMap(({ id, subscriptions, isSelfReferral: isSelf }, index) =>
      subscriptions.flatMap((subscription) =>
        paidOf(subscription).map((paid) => [
          partner === 0 ? "own" : `sponsored ${partner}`,
          index + 1,
          // Whose clients they are is nothing to their sponsor.
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
      pounds(one.rate_per_client),
      one.active_clients_count,
      pounds(one.commission_amount),
      one.status,
      date(one.paid_at),
      one.payout_id ?? "",
      ...about,
    ]),
    [month.slice(0, 7), "total", "", "", pounds(total), "", "", "", ...about],
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
    ...facts,
  ];
  return `\u{feff}${rows.map((row) => row.join(",")).join("\r\n")}`;
}
