import type { PaymentEntry } from "../../../api/generated/PaymentEntry.ts";
import { formatDate, formatPence } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { useInvoice } from "./use-billing.ts";

/** What was paid, newest first, each month with its invoice. */
export function PaymentHistory({ clientId, payments }: { clientId: string; payments: PaymentEntry[] }) {
  const { mutate, isPending } = useInvoice(clientId);
  if (payments.length === 0) return null;
  return (
    <Card title="Payments">
      <ul aria-label="Payments, newest first">
        {payments.map(({ id, paid_at, amount_pence, month, ...gone }) => (
          <li
            key={id}
            className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 border-b border-hairline py-1.5 text-[0.9375rem] leading-snug last:border-b-0"
          >
            <div className="min-w-0">
              <p>{month === null ? "More credits" : `Plan from ${formatDate(month)}`}</p>
              <time dateTime={new Date(paid_at).toISOString()} className="text-sm text-muted tabular-nums">
                paid {formatDate(paid_at)}
              </time>
              {statusOf({ amount_pence, ...gone }).map((words) => (
                <p key={words} className="text-sm text-muted">
                  {words}
                </p>
              ))}
            </div>
            <p className="font-semibold tabular-nums">{formatPence(amount_pence)}</p>
            {month === null ? (
              <span aria-hidden="true" className="w-16" />
            ) : (
              <Button
                variant="quiet"
                className="w-16 justify-end px-0! text-[0.9375rem]"
                disabled={isPending}
                onClick={() => mutate(id)}
              >
                Invoice<span className="sr-only"> of {formatDate(paid_at)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Gone = Pick<PaymentEntry, "amount_pence" | "refunded_pence" | "disputed_pence" | "dispute">;

/** The refund or dispute of a payment; nothing where it stands as it was made. */
function statusOf({ amount_pence: all, refunded_pence: refunded, disputed_pence: disputed, dispute }: Gone) {
  const part = (pence: number) => (pence >= all ? "" : `${formatPence(pence)} `);
  return [
    refunded > 0 && `${part(refunded)}refunded`,
    dispute === "open" && `${part(disputed)}disputed: your bank decides`,
    dispute === "lost" && `${part(disputed)}taken back by your bank`,
  ].filter((words) => words !== false);
}
