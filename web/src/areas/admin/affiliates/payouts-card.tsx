import { useState } from "react";
import type { PayoutLine } from "#api/generated/affiliate.ts";
import { formatDate, formatIsoMonth, formatPounds } from "#lib/format.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { PAYOUT_STATUS } from "./payout-status.ts";
import { SettlePayoutDialog } from "./settle-payout-dialog.tsx";
import { usePayouts } from "./use-payouts.ts";

export function PayoutsCard() {
  const list = usePayouts();
  const [settled, setSettled] = useState<PayoutLine | null>(null);
  useRestoreFocus(settled !== null);
  return (
    <Card title="Payouts" className="mb-5">
      <PagedList
        list={list}
        what="the payouts"
        nouns={["payout", "payouts"]}
        empty={<p className="text-muted">No payouts yet.</p>}
      >
        {(payouts) => (
          <ol aria-label="Payouts, newest first" className="divide-y divide-hairline">
            {payouts.map((payout) => (
              <PayoutItem key={payout.id} payout={payout} onSettle={() => setSettled(payout)} />
            ))}
          </ol>
        )}
      </PagedList>
      {settled && <SettlePayoutDialog payout={settled} onClose={() => setSettled(null)} />}
    </Card>
  );
}

function PayoutItem({ payout, onSettle }: { payout: PayoutLine; onSettle: () => void }) {
  const [tone, words] = PAYOUT_STATUS[payout.status];
  const known = payout.transfer_id ?? payout.reference;
  return (
    <li className="grid items-start gap-x-6 gap-y-1 py-3.5 text-[0.9375rem] leading-snug first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{payout.name}</p>
        <p className="text-sm text-muted">
          {payout.replaces === null ? "Up to" : "Reversed part of the payout up to"}{" "}
          {formatIsoMonth(payout.month_period.slice(0, 7))}
        </p>
      </div>
      <div className="min-w-0">
        {payout.problem !== null && <p className="text-danger wrap-anywhere">{payout.problem}</p>}
        {known !== "" && <p className="text-sm text-muted wrap-anywhere">{known}</p>}
        {payout.status === "failed" && (
          <Button variant="outlined" className="my-1 min-h-11 px-4 text-[0.9375rem]" onClick={onSettle}>
            Settle<span className="sr-only"> {payout.name}</span>
          </Button>
        )}
      </div>
      <p className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 tabular-nums lg:grid-cols-[5.5rem_6rem_6rem]">
        <b className="order-last text-right font-semibold">{formatPounds(payout.amount_pence)}</b>
        <span>
          <Badge tone={tone}>{payout.taken_back ? "reversed" : words}</Badge>
        </span>
        <time dateTime={new Date(payout.paid_at).toISOString()} className="text-sm text-muted">
          {formatDate(payout.paid_at)}
        </time>
      </p>
    </li>
  );
}
