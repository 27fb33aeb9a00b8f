import type { CreditEntry, CreditPage } from "#api/generated/billing.ts";
import type { CreditReason } from "#api/generated/enums.ts";
import * as api from "#api/generated/calls/client.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { formatUtcTime } from "#lib/format.ts";
import { Card } from "#ui/card.tsx";
import { PagedList } from "#ui/paged-list.tsx";

/** Every change of the credits, so that the sum can be verified. */
export function CreditHistory({ clientId }: { clientId: string }) {
  const list = usePagedList({
    queryKey: ["client", "credits", clientId],
    load: (query, signal) => api.creditsList(clientId, query, signal),
    params: new URLSearchParams(),
    itemsOf: (page: CreditPage) => page.entries,
  });
  return (
    <Card title="Credit history">
      <PagedList
        list={list}
        what="your credits"
        nouns={["change", "changes"]}
        empty={<p className="text-muted">Nothing has changed your credits yet.</p>}
      >
        {(entries) => (
          <ol aria-label="Changes, newest first">
            {entries.map((entry) => (
              <Entry key={entry.seq} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  );
}

const REASONS: Record<CreditReason, string> = {
  opening: "Opening balance",
  submission: "Video received",
  renewal: "New month",
  returned: "Credit returned: video rejected",
  top_up: "Credits bought",
  top_up_lapsed: "Bought for an earlier month",
  top_up_returned: "Payment returned",
  top_up_restored: "Dispute won: credits are back",
  adjustment: "Changed by Sayso",
};

function Entry({ entry: { at, reason, amount, balance, customer_name, actor } }: { entry: CreditEntry }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_3rem_4.5rem] sm:grid-cols-[minmax(0,1fr)_4rem_5.5rem] items-baseline gap-x-3 border-b border-hairline py-2.5 text-[0.9375rem] leading-snug last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {REASONS[reason]}
          {actor !== null && <span className="text-muted">, {actor}</span>}
        </p>
        {customer_name !== null && <p className="text-muted wrap-anywhere">{customer_name}</p>}
        <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
          {formatUtcTime(at)}
        </time>
      </div>
      <p className="text-right font-semibold tabular-nums">{signed(amount)}</p>
      <p className="text-right text-muted tabular-nums">{balance} left</p>
    </li>
  );
}

/** `+50`, `−1` with a real minus. */
const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`);
