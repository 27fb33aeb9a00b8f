import facts from "#api/generated/facts.json";
import titles from "#api/generated/titles.json";
import type { Dashboard } from "#api/generated/client.ts";
import { formatIsoDate, formatPence, formatDate, formatUtcTime, formatPounds } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import { Card } from "#ui/card.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { CancelCard } from "#areas/client/cancellation/cancel-card.tsx";
import { LeavingNotice } from "#areas/client/cancellation/leaving-notice.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { useBilling, useInvoice } from "./use-billing.ts";
import { usePaymentPolling, useIsPaying } from "./use-payment-polling.ts";
import { ExternalLink } from "lucide-react";
import type {
  TopUpOffer,
  PlanChange,
  Referral,
  CreditEntry,
  CreditPage,
  PaymentEntry,
  PaymentPage,
} from "#api/generated/billing.ts";
import { ButtonLink, Button } from "#ui/button.tsx";
import type { PlanState, CreditReason } from "#api/generated/enums.ts";
import * as api from "#api/generated/calls/client.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { PaymentLines } from "#ui/payment-lines.tsx";

export default function BillingScreen() {
  return (
    <ClientScreen title={titles.clientBilling}>
      {(dashboard) => (
        <>
          <h1 className="text-4xl sm:text-5xl">Plan and credits</h1>
          <p className="mt-1 mb-5 text-sm text-muted">Dates and times are UTC.</p>
          <LeavingNotice dashboard={dashboard} />
          <AccountNotice dashboard={dashboard} />
          <Billing dashboard={dashboard} />
        </>
      )}
    </ClientScreen>
  );
}

/** Renders everything at once, to avoid layout shifts. */
function Billing({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const { data, isPending, error, refetch } = useBilling(client.id);
  usePaymentPolling();
  const isPaying = useIsPaying(data?.can_subscribe);
  const payments = usePayments(client.id);
  if (isPending || payments.isPending) return <Skeleton className="h-[44rem] rounded-card" />;
  return (
    <div className="flex flex-col gap-5">
      {/* As many in a row as fit; the last row is full too. */}
      <div className="flex flex-wrap gap-5 *:flex-[1_1_18rem]">
        <PlanCard dashboard={dashboard} />
        {data ? (
          <>
            <PaymentCard clientId={client.id} billing={data} isPaying={isPaying} />
            {data.top_up && <TopUpCard offer={data.top_up} />}
          </>
        ) : (
          <ErrorState subject="the payments" error={error} onRetry={refetch} />
        )}
        <CancelCard dashboard={dashboard} />
      </div>
      {data && (
        <>
          <PaymentHistory clientId={client.id} />
          <PlanHistory changes={data.changes} referral={data.referral} />
        </>
      )}
      <CreditHistory clientId={client.id} />
    </div>
  );
}

const PLANS = Object.values(facts.plans);

/** The business's plan and credits, and the next renewal. */
function PlanCard({ dashboard }: { dashboard: Dashboard }) {
  const { client, grace_ends_at, today, access_ended: isOver } = dashboard;
  const { counts_credits, credits_remaining, credits_per_month, next_reset_date, cancelled_at } = client;
  const plan = PLANS.find(({ key }) => key === client.plan_type);
  return (
    <Card title={plan?.name ?? "Your plan"}>
      {counts_credits ? (
        <>
          {!isOver && (
            <p className="mb-4 flex items-baseline gap-2">
              <span className="font-display text-5xl leading-none font-bold tracking-tight tabular-nums">
                {credits_remaining}
              </span>
              <span className="text-sm text-muted">
                {credits_remaining === 1 ? "credit left" : "credits left"}
              </span>
            </p>
          )}
          <p className="max-w-[48ch] text-[0.9375rem]">
            {isOver ? (
              "Your plan has ended, so you have no credits and your page isn't accepting videos."
            ) : cancelled_at !== null ? (
              "No new month begins, because the plan is cancelled."
            ) : grace_ends_at !== null ? (
              `A new month begins, with ${credits_per_month} credits, once it is paid.`
            ) : next_reset_date !== null && next_reset_date < today ? (
              `A new month begins, with ${credits_per_month} credits, once we hear of its payment.`
            ) : next_reset_date ? (
              <>
                On <b className="font-semibold">{formatIsoDate(next_reset_date)}</b> a new month begins with{" "}
                {credits_per_month} credits. Unused ones expire.
              </>
            ) : (
              "There is no date set for your next credits. Please contact support."
            )}
          </p>
          <p className="mt-2 max-w-[48ch] text-[0.9375rem] text-muted">
            Each video takes one credit. Remove one that is not a testimonial within {facts.rejectionDays}{" "}
            days, and its credit comes back.
          </p>
        </>
      ) : (
        <p className="text-muted">Credits are not counted for you.</p>
      )}
    </Card>
  );
}

/** More credits for the month that runs. */
function TopUpCard({ offer }: { offer: TopUpOffer }) {
  return (
    <Card title="More credits" className="flex flex-col">
      <p className="max-w-[48ch] text-[0.9375rem] text-muted">
        {offer.credits} more videos for {formatPence(offer.pence)}, available at once. Buy as often as you
        like. They’re for the current month.
      </p>
      <div className="mt-auto pt-4">
        <ButtonLink variant="outlined" href={offer.url} target="_blank" rel="noopener">
          Buy {offer.credits} credits
          <ExternalLink className="size-4.5" aria-hidden="true" />
          <span className="sr-only">, opens in a new tab</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

const STATES: Record<PlanState, string> = {
  active: "Active",
  grace: "A payment failed: grace",
  suspended: "Suspended: not paid",
  cancelled: "Cancelled",
  ended: "Ended",
};

type PlanHistoryProps = { changes: PlanChange[]; referral: Referral | null };

/** History of the plan and its referral, for admins. */
function PlanHistory({ changes, referral }: PlanHistoryProps) {
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
            <Time at={at} format={formatUtcTime} className="text-sm text-muted tabular-nums" />
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

/** Every change of the credits, so that the sum can be verified. */
function CreditHistory({ clientId }: { clientId: string }) {
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
        subject="your credits"
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
        <Time at={at} format={formatUtcTime} className="text-sm text-muted tabular-nums" />
      </div>
      <p className="text-right font-semibold tabular-nums">{signed(amount)}</p>
      <p className="text-right text-muted tabular-nums">{balance} left</p>
    </li>
  );
}

/** `+50`, `−1` with a real minus. */
const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`);

const usePayments = (clientId: string) =>
  usePagedList({
    queryKey: ["client", "payments", clientId],
    load: (query, signal) => api.billingPayments(clientId, query, signal),
    params: new URLSearchParams(),
    itemsOf: (page: PaymentPage) => page.entries,
  });

/** Every payment, newest first, with its lines and its invoice. */
function PaymentHistory({ clientId }: { clientId: string }) {
  const list = usePayments(clientId);
  const { mutate, isPending } = useInvoice(clientId);
  return (
    <Card title="Payments">
      <PagedList
        list={list}
        subject="your payments"
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
          <Time
            at={paid_at}
            format={(at) => `paid ${formatDate(at)}`}
            className="text-sm text-muted tabular-nums"
          />
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
