import type { PlanChange } from "../../../api/generated/PlanChange.ts";
import type { PlanState } from "../../../api/generated/PlanState.ts";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { Card } from "../../../ui/card.tsx";

const STATES: Record<PlanState, string> = {
  active: "Active",
  grace: "A payment failed: grace",
  suspended: "Suspended: not paid",
  cancelled: "Cancelled",
  ended: "Ended",
};

/** What has become of the plan, for admins. */
export function PlanHistory({ changes }: { changes: PlanChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Card title="What became of the plan">
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
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
