import type { PaymentEntry, PaymentPage } from "#api/generated/billing.ts";
import * as api from "#api/generated/calls/client.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { formatDate, formatPounds } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { PaymentLines } from "#ui/payment-lines.tsx";
import { useInvoice } from "./use-billing.ts";

export const usePayments = (clientId: string) =>
  usePagedList({
    queryKey: ["client", "payments", clientId],
    load: (query, signal) => api.billingPayments(clientId, query, signal),
    params: new URLSearchParams(),
    itemsOf: (page: PaymentPage) => page.entries,
  });

/** Every payment, newest first, with its lines and its invoice. */
export function PaymentHistory({ clientId }: { clientId: string }) {
  const list = usePayments(clientId);
  const { mutate, isPending } = useInvoice(clientId);
  return (
    <Card title="Payments">
      <PagedList
        list={list}
        what="your payments"
        nouns={["payment", "payments"]}
        empty={<p className="text-muted">No payment by card yet.</p>}
      >
        {(payments) => (
          <ul aria-label="Payments, newest first">
            {payments.map((payment) => (
              <Payment
                key={payment.id}
                payment={payment}
                isOpening={isPending}
                onInvoice={() => mutate(payment.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

type PaymentProps = { payment: PaymentEntry; isOpening: boolean; onInvoice: () => void };

function Payment({ payment, isOpening, onInvoice }: PaymentProps) {
  const { paid_at, amount_pence, lines } = payment;
  return (
    <li className="border-b border-hairline py-2.5 text-[0.9375rem] leading-snug last:border-b-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4">
        <div className="min-w-0">
          <p>{purposeOf(payment)}</p>
          <time dateTime={new Date(paid_at).toISOString()} className="text-sm text-muted tabular-nums">
            paid {formatDate(paid_at)}
          </time>
          {statusOf(payment).map((words) => (
            <p key={words} className="text-sm text-muted">
              {words}
            </p>
          ))}
        </div>
        <p className="text-right font-semibold tabular-nums">{formatPounds(amount_pence)}</p>
        <Button
          variant="quiet"
          className="w-16 justify-end px-0! text-[0.9375rem]"
          disabled={isOpening}
          onClick={onInvoice}
        >
          Invoice<span className="sr-only"> of {formatDate(paid_at)}</span>
        </Button>
      </div>
      {/* Aligns the lines' amounts with the sum, beside which are a gap and the button. */}
      {lines.length > 1 && <PaymentLines className="pe-20" lines={lines} />}
    </li>
  );
}

function purposeOf({ kind, month }: PaymentEntry): string {
  if (kind === "top_up") return "More credits";
  return month === null ? "Change of your plan" : `Plan from ${formatDate(month)}`;
}

/** Refunds and disputes of a payment; empty without any. */
function statusOf(payment: PaymentEntry): string[] {
  const { amount_pence: all, refunded_pence: refunded, disputed_pence: disputed, dispute } = payment;
  const part = (pence: number) => (pence >= all ? "" : `${formatPounds(pence)} `);
  return [
    refunded > 0 && `${part(refunded)}refunded`,
    dispute === "open" && `${part(disputed)}disputed: your bank decides`,
    dispute === "lost" && `${part(disputed)}taken back by your bank`,
  ].filter((words) => words !== false);
}
