import type { AffiliateDashboard } from "../../../api/generated/AffiliateDashboard.ts";
import { formatPounds } from "../../../lib/format.ts";

/** The four numbers that a partner looks for first. */
export function EarningsFigures({ dashboard }: { dashboard: AffiliateDashboard }) {
  const { referrals, activeReferrals, lifetimeEarnings, pendingPayout } = dashboard;
  const figures = [
    ["Total Referrals", String(referrals.length)],
    ["Active Referrals", String(activeReferrals)],
    ["Lifetime Earnings", formatPounds(lifetimeEarnings)],
    ["Pending Payout", formatPounds(pendingPayout)],
  ];
  return (
    <dl
      aria-label="Your figures"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline lg:grid-cols-4"
    >
      {figures.map(([label, figure]) => (
        <div key={label} className="min-w-0 bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 font-display text-2xl leading-tight font-bold tracking-tight tabular-nums sm:text-4xl">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  );
}
