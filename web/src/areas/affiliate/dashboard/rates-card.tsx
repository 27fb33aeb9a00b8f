import facts from "#api/generated/partner-facts.json";
import { formatPence } from "#lib/format.ts";
import { Card } from "#ui/card.tsx";

const FULL = facts.bandClients;
const FIRST = formatPence(facts.firstRatePence);
const SECOND = formatPence(facts.secondRatePence);

/** The rate for each client, and the way to the second band. */
export function RatesCard({ activeReferrals }: { activeReferrals: number }) {
  if (activeReferrals > FULL) {
    return (
      <Card title="Tier 2 Unlocked!">
        <p className="text-[0.9375rem]">
          First {FULL} referrals: {FIRST} each | Referrals {FULL + 1}+: {SECOND} each
        </p>
      </Card>
    );
  }
  return (
    <Card title="Unlock Higher Earnings!">
      <div className="mb-2 flex justify-between gap-4 text-[0.9375rem]">
        <span className="font-semibold">Active referrals</span>
        <span className="tabular-nums">
          {activeReferrals} / {FULL}
        </span>
      </div>
      <progress className="progress-bar" aria-label="Active referrals" max={FULL} value={activeReferrals} />
      <p className="mt-4 text-[0.9375rem]">
        From {FULL + 1} active referrals, each additional client above {FULL} brings {SECOND} a month.
      </p>
      <p className="mt-2 text-sm text-muted">
        Current rate: {FIRST} per referral | Future rate ({FULL + 1}+): {SECOND} per additional referral
      </p>
    </Card>
  );
}
