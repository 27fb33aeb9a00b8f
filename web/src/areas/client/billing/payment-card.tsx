import { CreditCard, ExternalLink, TriangleAlert } from "lucide-react";
import type { Billing, PaidBy, UnansweredPurchase } from "#api/generated/billing.ts";
import { formatDate, formatIsoMonth, formatPence } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PaymentArriving } from "./payment-arriving.tsx";
import { SubscribeButton } from "./subscribe-button.tsx";
import { useManageBilling } from "./use-billing.ts";

type Props = {
  clientId: string;
  billing: Billing;
  /** A payment was just made that has not arrived here yet. */
  isPaying: boolean;
};

/** Payment method of the plan, and a link to change it. Hidden if the plan cannot be paid online. */
export function PaymentCard({ clientId, billing, isPaying }: Props) {
  const { subscription, can_subscribe: canSubscribe, unanswered } = billing;
  if (!subscription && !canSubscribe && !unanswered) return null;
  return (
    <Card title="Payment" className="flex flex-col">
      {unanswered && <WhichBusiness purchase={unanswered} />}
      {isPaying ? (
        <PaymentArriving />
      ) : subscription ? (
        <Subscribed clientId={clientId} billing={billing} subscription={subscription} />
      ) : (
        !unanswered && (
          <>
            <p className="max-w-[48ch] text-[0.9375rem] text-muted">
              You don't pay by card yet. Switch to monthly card payments, starting today; there is no set-up
              fee. A new month with new credits begins when you pay. Unused credits from this month expire,
              except those you bought.
            </p>
            <div className="mt-auto">
              <SubscribeButton clientId={clientId} label="Pay by card" className="mt-4" />
            </div>
          </>
        )
      )}
    </Card>
  );
}

type SubscribedProps = { clientId: string; billing: Billing; subscription: PaidBy };

function Subscribed({ clientId, billing, subscription }: SubscribedProps) {
  const manage = useManageBilling(clientId);
  // An ended subscription can only be replaced by a new one, and its open amounts are not collected any more.
  const {
    card,
    paid_until: paidUntil,
    is_paid: isPaid,
    ends,
    has_ended: hasEnded,
    is_due: isDue,
    next,
    open,
  } = subscription;
  const unpaid = !hasEnded && (open !== null || billing.state === "grace" || billing.state === "suspended");
  return (
    <>
      {!unpaid && card?.expires_before_payment && !ends && (
        <Warning>Your card expires before the next payment. Please change it in time.</Warning>
      )}
      {card && (
        <p className="flex items-center gap-3 text-[0.9375rem]">
          <CreditCard className="size-6 shrink-0 text-muted" aria-hidden="true" />
          <span>
            <b className="font-semibold capitalize">{card.brand}</b> ending in {card.last4}
            <span className="block text-sm text-muted">expires {formatIsoMonth(card.expires)}</span>
          </span>
        </p>
      )}
      {unpaid ? (
        <p className="mt-3 text-[0.9375rem]">
          {open === null
            ? "The last payment failed."
            : `The last payment of ${formatPence(open.pence)} failed.${open.retry_at === null ? "" : ` It is tried again on ${formatDate(open.retry_at)}.`}`}
          {ends && " We charge nothing after that."}
        </p>
      ) : hasEnded ? (
        <p className="mt-3 text-[0.9375rem]">
          {billing.unanswered
            ? "We charge nothing more for the plan that has ended."
            : "We charge your card nothing more."}
        </p>
      ) : ends && !isDue ? (
        <p className="mt-3 text-[0.9375rem]">
          {isPaid && paidUntil !== null ? (
            <>
              Paid until <b className="font-semibold">{formatDate(paidUntil)}</b>; nothing is taken after
              that.
            </>
          ) : (
            "We charge your card nothing more."
          )}
        </p>
      ) : (
        next && (
          <>
            <p className="mt-3 text-[0.9375rem]">
              Next payment on <b className="font-semibold">{formatDate(next.at)}</b>:{" "}
              <b className="font-semibold">{formatPence(next.pence)}</b>.
              {ends && " We charge nothing after that."}
            </p>
            {next.discounts.length > 0 && (
              <p className="mt-1 text-sm text-muted">{next.discounts.join(" ")}</p>
            )}
          </>
        )
      )}
      <div className="mt-auto pt-4">
        <Button
          variant={unpaid ? "signal" : "outlined"}
          disabled={manage.isPending}
          onClick={() => manage.mutate()}
        >
          Manage billing
          <ExternalLink className="size-4.5" aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}

/** A purchase with the client's email that was not confirmed yet. */
function WhichBusiness({
  purchase: { bought_at: at, checkout_id: checkout },
}: {
  purchase: UnansweredPurchase;
}) {
  return (
    <Warning>
      <span>
        Somebody bought a plan with your address on {formatDate(at)} and has not told us which business it is
        for. The card is charged every month.{" "}
        {checkout ? (
          <a href={`/onboarding?checkout=${checkout}`} className="underline underline-offset-4">
            Tell us which business
          </a>
        ) : (
          "Please contact support."
        )}
      </span>
    </Warning>
  );
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <p className="mb-4 flex gap-3 border-l-2 border-warning pl-3 text-[0.9375rem]">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      {children}
    </p>
  );
}
