import type { PayoutView } from "#api/generated/affiliate.ts";
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { PAYOUT_STATUS, delayOf } from "./payout-status.ts";

/** Payouts with their references at the bank. */
export const PayoutList = ({ payouts }: { payouts: PayoutView[] }) =>
  payouts.length === 0 ? null : (
    <Card title="Payouts">
      <ol aria-label="Payouts, newest first" className="divide-y divide-hairline">
        {payouts.map(
          ({
            id,
            month_period: month,
            amount_pence: pence,
            paid_at: at,
            status,
            reference,
            replaces,
            ...how
          }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-[0.9375rem] leading-snug first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p>
                  <b className="font-semibold tabular-nums">{formatPounds(pence)}</b>
                  <span className="text-muted">
                    {replaces === null ? " for" : " taken back from the payout for"} the months up to{" "}
                    {formatIsoMonth(month.slice(0, 7))}
                  </span>
                </p>
                {reference !== "" && <p className="text-sm text-muted wrap-anywhere">{reference}</p>}
                {status === "failed" && <p className="text-sm text-warning">{delayOf(how)}</p>}
              </div>
              <p className="flex items-center gap-3 text-sm text-muted tabular-nums">
                <Badge tone={PAYOUT_STATUS[status][0]}>{PAYOUT_STATUS[status][1]}</Badge>
                <time dateTime={new Date(at).toISOString()}>{formatDate(at)}</time>
              </p>
            </li>
          ),
        )}
      </ol>
    </Card>
  );
