import type { AffiliateDashboard } from "#api/generated/affiliate.ts";
import type { OwedStatus } from "#api/generated/enums.ts";
import facts from "#api/generated/partner-facts.json";
import { formatDate, formatPence, formatPounds } from "#lib/format.ts";
import { paidOut } from "./payout-status.ts";

/** A partner's four key figures, and the state of the payouts. */
export function EarningsFigures({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { referrals, activeReferrals, lifetimeEarnings, delayedPence, pendingPayout, payoutStatus } =
    dashboard;
  const figures = [
    ["Total Referrals", String(referrals.length), ""],
    ["Active Referrals", String(activeReferrals), ""],
    ["Lifetime Earnings", formatPounds(lifetimeEarnings), paidOut(delayedPence)],
    [
      "Pending Payout",
      formatPounds(pendingPayout),
      payoutStatus === null ? notDue(pendingPayout) : waitsFor(payoutStatus, dashboard),
    ],
  ] as const;
  return (
    <dl
      aria-label="Your figures"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline lg:grid-cols-4"
    >
      {figures.map(([label, figure, note]) => (
        <div key={label} className="min-w-0 bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1">
            <span className="block font-display text-2xl leading-tight font-bold tracking-tight tabular-nums sm:text-4xl">
              {figure}
            </span>
            {note !== "" && <span className="mt-1 block text-sm text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** No closed month is owed; the running month may have been calculated. */
const notDue = (pendingPence: number) => (pendingPence === 0 ? "nothing is due" : "for this month so far");

function waitsFor(status: OwedStatus, { owedPence, payableNow, nextPayoutFrom }: AffiliateDashboard): string {
  const due = payableNow === owedPence ? "due now" : `${formatPounds(payableNow)} of it due now`;
  switch (status) {
    case "payable":
      return due;
    case "no_account":
      return `${due}: connect an account below`;
    case "account_not_ready":
      return `${due}: finish your account below`;
    case "below_minimum":
      return `paid out from ${formatPence(facts.minPayoutPence)}`;
    case "month_open":
      return `next payout from ${formatDate(nextPayoutFrom)}`;
    case "overpaid":
      return "set against what you earn next";
  }
}
