import type { PlanChange, Referral } from "#api/generated/billing.ts";
import type { PlanState } from "#api/generated/enums.ts";
import { formatDate, formatUtcTime } from "#lib/format.ts";
import { Card } from "#ui/card.tsx";

const STATES: Record<PlanState, string> = {
  active: "Active",
  grace: "A payment failed: grace",
  suspended: "Suspended: not paid",
  cancelled: "Cancelled",
  ended: "Ended",
};

type Props = { changes: PlanChange[]; referral: Referral | null };

/** History of the plan and its referral, for admins. */
export function PlanHistory({ changes, referral }: Props) {
  if (changes.length === 0 && !referral) return null;
  return (
    <Card title="Plan history">
      {referral && <ReferralLine referral={referral} />}
      <ol aria-label="Newest first">
        {changes.map(({ at, state, until }) => (
          <li
            key={`${at} ${state}`}
            className="flex flex-wrap justify-between gap-x-4 border-b border-hairline py-2 text-[0.9375rem] last:border-b-0"
          >
            <span>
              {STATES[state]}
              {until !== null && <span className="text-muted">, until {formatDate(until)}</span>}
            </span>
            <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
              {formatUtcTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function ReferralLine({ referral }: { referral: Referral }) {
  return (
    <p className="mb-2 text-[0.9375rem] wrap-anywhere">
      Bought with {referral.discounted ? "the code" : "a link with the code"} <b>{referral.code}</b>
      {referral.first_payment_at !== null && <>, first paid on {formatDate(referral.first_payment_at)}</>}.
    </p>
  );
}
