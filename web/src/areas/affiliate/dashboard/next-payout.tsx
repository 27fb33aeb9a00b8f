import type { ReactNode } from "react";
import type { AffiliateDashboard, ReferralView } from "#api/generated/affiliate.ts";
import type { OwedStatus } from "#api/generated/enums.ts";
import facts from "#api/generated/partner-facts.json" with { type: "json" };
import { formatDate, formatIsoMonth, formatPence, formatPounds } from "#lib/format.ts";
import { Card } from "#ui/card.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { PAYOUT_ACCOUNT } from "./payout-account-card.tsx";

/** Date, amount and clients of the next payout. */
export function NextPayout({ dashboard, adminView }: { dashboard: AffiliateDashboard; adminView: boolean }) {
  const answers = [
    ["When", dueAnswer(dashboard, adminView)],
    ["How much", amountOf(dashboard)],
    ["For whom", clientsOf(dashboard)],
  ] as const;
  return (
    <Card title="Your next payout">
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {answers.map(([question, [answer, note]]) => (
          <li key={question} className="min-w-0">
            <p className="text-sm text-muted">{question}</p>
            <p className="font-display text-2xl leading-tight font-bold tracking-tight tabular-nums wrap-anywhere">
              {answer}
            </p>
            <p className="mt-1 text-sm text-muted wrap-anywhere">{note}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 border-t border-hairline pt-4 text-[0.9375rem]">{estimateOf(dashboard)}</p>
    </Card>
  );
}

type Answer = readonly [answer: string, note: ReactNode];

const MIN_PAYOUT = formatPence(facts.minPayoutPence);

const DUE_ANSWERS: Record<OwedStatus, (from: string, adminView: boolean) => Answer> = {
  payable: () => ["Now", "It is due. We email you once it is on its way."],
  no_account: (_, adminView) => [
    "Once you connect an account",
    <AccountNote key="note" adminView={adminView} todo="Connect your payout account" />,
  ],
  account_not_ready: (_, adminView) => [
    "Once Stripe has your details",
    <AccountNote key="note" adminView={adminView} todo="Finish your payout account" />,
  ],
  below_minimum: (from) => [
    `When you reach ${MIN_PAYOUT}`,
    `The balance carries over. The next payouts begin on ${from}.`,
  ],
  month_open: (from) => [from, "Payouts begin on this day."],
  overpaid: () => ["Not yet", "We paid you too much, and set it against your next commissions."],
};

/** Admins do not see the card of the payout account. */
function AccountNote({ adminView, todo }: { adminView: boolean; todo: string }) {
  if (adminView) return "It is due.";
  return (
    <>
      It is due. <TextLink href={`#${PAYOUT_ACCOUNT}`}>{todo}</TextLink> below.
    </>
  );
}

const isSettled = ({ payoutStatus }: AffiliateDashboard) => payoutStatus === null;

function dueAnswer(dashboard: AffiliateDashboard, adminView: boolean): Answer {
  const { payoutStatus, nextPayoutFrom, thisMonth } = dashboard;
  const from = formatDate(nextPayoutFrom);
  if (payoutStatus !== null) return DUE_ANSWERS[payoutStatus](from, adminView);
  if (thisMonth.amountPence === 0) return ["Nothing is due", "You earn once your first client pays."];
  if (thisMonth.amountPence < facts.minPayoutPence)
    return [`When you reach ${MIN_PAYOUT}`, "Anything below carries over to the next month."];
  return ["After this month", `The next payouts begin on ${from}.`];
}

function amountOf(dashboard: AffiliateDashboard): Answer {
  const { owedPence, payableNow, thisMonth } = dashboard;
  if (isSettled(dashboard)) return [formatPounds(thisMonth.amountPence), "An estimate until the month ends."];
  if (payableNow === owedPence || payableNow <= 0) return [formatPounds(owedPence), "For closed months."];
  return [formatPounds(payableNow), `Of ${formatPounds(owedPence)} that we owe you.`];
}

/** The clients of the closed months that are owed, as the statements name them. */
function clientsOf(dashboard: AffiliateDashboard): Answer {
  const { referrals, owedReferrals } = dashboard;
  if (isSettled(dashboard)) {
    const active = referrals.filter(({ activity }) => activity === "active").map(({ id }) => id);
    const named = namesOf(referrals, active);
    return [
      countOf(dashboard.activeReferrals, dashboard.thisMonth.sponsoredClients),
      named === "" ? "Nobody counts yet." : `${named}.`,
    ];
  }
  const owed = dashboard.months
    .filter(({ isClosed }) => isClosed)
    .map(({ month, commissions }) => ({
      month: formatIsoMonth(month.slice(0, 7)),
      rows: commissions.filter(({ status }) => status === "pending"),
    }))
    .filter(({ rows }) => rows.length > 0);
  // The same sponsored clients may count in several months.
  const sponsored = Math.max(
    0,
    ...owed.flatMap(({ rows }) =>
      rows
        .filter(({ commission_type: type }) => type === "override")
        .map(({ active_clients_count: count }) => count),
    ),
  );
  const [newest] = owed;
  const months = newest === undefined ? "" : owed.length === 1 ? newest.month : `${owed.length} months`;
  const named = namesOf(referrals, owedReferrals);
  return [
    countOf(owedReferrals.length, sponsored, owed.length > 1),
    named === "" ? `For ${months}.` : `${named}, for ${months}.`,
  ];
}

const clients = (count: number) => `${count} ${count === 1 ? "client" : "clients"}`;

function countOf(own: number, sponsored: number, isMost = false): string {
  if (sponsored === 0) return clients(own);
  const most = isMost ? "up to " : "";
  return own === 0
    ? `${isMost ? "Up to " : ""}${clients(sponsored)}, sponsored`
    : `${clients(own)} and ${most}${sponsored} sponsored`;
}

/** Names that fit on a line. */
const NAMED = 3;

/** The first names and the number of others; empty without any. Former referrals have no name here. */
function namesOf(referrals: ReferralView[], ids: string[]): string {
  const names = referrals.filter(({ id }) => ids.includes(id)).map(({ company_name: name }) => name);
  const first = names.slice(0, NAMED);
  const more = ids.length - first.length;
  if (first.length === 0) return "";
  return `${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Estimate for the current month. */
function estimateOf(dashboard: AffiliateDashboard): string {
  const { thisMonth, activeReferrals, nextPayoutFrom, earnsUntil } = dashboard;
  const { month, sponsoredClients, amountPence } = thisMonth;
  const next = earnsUntil === null ? ` The next payouts begin on ${formatDate(nextPayoutFrom)}.` : "";
  return (
    `${formatIsoMonth(month.slice(0, 7))} so far: ${formatPounds(amountPence)} for ` +
    `${countOf(activeReferrals, sponsoredClients)}. It is an estimate until the month ends.${next}`
  );
}
