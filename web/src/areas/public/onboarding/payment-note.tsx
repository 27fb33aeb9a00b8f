import { Check, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { PaidCheckout } from "#api/generated/site.ts";
import type { PlanType } from "#api/generated/enums.ts";
import { formatDate, formatPence } from "#lib/format.ts";
import { PaymentLines } from "#ui/payment-lines.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { facts } from "#areas/public/facts.ts";
import type { Payment } from "./use-payment.ts";

const plan = (type: PlanType) => (type === "standard" ? facts.plans.standard : facts.plans.noSetup);

/** Confirms the payment. Its space is reserved while it loads, to avoid layout shifts. */
export function PaymentNote({ payment }: { payment: Payment }) {
  return (
    <div className="mt-7 flex min-h-52 max-w-[30rem] flex-col justify-center rounded-card border border-hairline bg-surface p-5 sm:min-h-44">
      {payment === "loading" && (
        <>
          <Skeleton className="mb-2 h-6 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
        </>
      )}
      <output className="flex gap-3">
        {payment === "unknown" && (
          <Lines title="Thank you for your purchase">
            We cannot show your payment right now. Please fill in the form all the same: nothing is lost.
          </Lines>
        )}
        {typeof payment === "object" && <Paid payment={payment} />}
      </output>
      {typeof payment === "object" && !isOver(payment) && payment.lines.length > 1 && (
        <div className="ms-9">
          <PaymentLines className="max-w-[26rem]" lines={payment.lines} />
        </div>
      )}
    </div>
  );
}

const isOver = ({ state }: PaidCheckout) => state === "given_back" || state === "ended";

/** The payment and its outcome. */
function Paid({ payment }: { payment: PaidCheckout }) {
  const { state, paid_pence: paid, returned_pence: returned, email } = payment;
  const back = returned > 0 ? `We returned ${formatPence(returned)} to the card that paid` : "";
  if (!isOver(payment)) {
    return (
      <>
        <Check className="mt-0.5 size-6 shrink-0 text-success" aria-hidden="true" />
        <Lines title={`Payment received: ${plan(payment.plan).name}`}>
          {paid === null ? "Paid" : `${formatPence(paid)} paid`} by{" "}
          <span className="font-medium text-ink">{email}</span>.{back && ` ${back}.`}
          {followsOf(payment)}
        </Lines>
      </>
    );
  }
  const isGivenBack = state === "given_back";
  const refund = back || "The refund goes to the card that paid";
  return (
    <>
      <Undo2 className="mt-0.5 size-6 shrink-0 text-muted" aria-hidden="true" />
      <Lines
        title={
          isGivenBack ? "We have refunded this payment" : `This plan has ended: ${plan(payment.plan).name}`
        }
      >
        {isGivenBack ? `${refund}; banks can take a few days to show it. ` : back && `${back}. `}
        We charge nothing more for it.
      </Lines>
    </>
  );
}

/** The next payment and its discounts, as far as that is known. */
function followsOf({ next_pence: pence, next_at: at, discounts }: PaidCheckout): string {
  if (pence === null || at === null) return "";
  return [` The next payment is ${formatPence(pence)}, on ${formatDate(at)} (UTC).`, ...discounts].join(" ");
}

const Lines = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className="min-w-0">
    <span className="block text-lg leading-snug font-semibold">{title}</span>
    <span className="mt-0.5 block text-[0.9375rem] text-muted wrap-anywhere">{children}</span>
  </span>
);
