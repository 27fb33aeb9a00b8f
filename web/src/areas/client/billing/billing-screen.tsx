import facts from "#api/generated/facts.json";
import titles from "#api/generated/titles.json";
import type { Dashboard } from "#api/generated/client.ts";
import { formatIsoDate } from "#lib/format.ts";
import { Card } from "#ui/card.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { CancelCard } from "#areas/client/cancellation/cancel-card.tsx";
import { LeavingNotice } from "#areas/client/cancellation/leaving-notice.tsx";
import { AccountNotice } from "#areas/client/dashboard/account-notice.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { PaymentHistory, usePayments } from "./payment-history.tsx";
import { PlanHistory } from "./plan-history.tsx";
import { TopUpCard } from "./top-up-card.tsx";
import { useBilling } from "./use-billing.ts";
import { useFollowPayments, useIsPaying } from "./use-follow-payments.ts";
import { CreditHistory } from "./credit-history.tsx";

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
  useFollowPayments();
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
          <ErrorState what="the payments" error={error} onRetry={refetch} />
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
