import { Link } from "react-router";
import type {
  DisputedPayment,
  DoubtfulSubscription,
  DoubtfulTopUp,
  Payments,
} from "#api/generated/billing.ts";
import { pages } from "#api/generated/rules.json";
import { formatDate, formatPence, formatUtcTime } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import { adminRoutes, clientRowPath } from "#admin-paths.ts";
import { Button } from "#ui/button.tsx";
import { PlanButtons } from "./plan-buttons.tsx";
import type { Doubt } from "./use-payments.ts";

type Props = {
  page: Payments;
  onAssign: (doubt: Doubt) => void;
  onRefund: (doubt: Doubt) => void;
};

/** Unmatched payments with payer, time and reason. They disappear once refunded or ended. */
export function DoubtList({ page, onAssign, onRefund }: Props) {
  const { subscriptions, top_ups, disputes, failed_payouts: payouts } = page;
  const lengths = [subscriptions, top_ups, disputes, payouts].map((list) => list.length);
  if (Math.max(...lengths) === 0) return null;
  return (
    <section aria-labelledby="doubts" className="mb-8">
      <h2 id="doubts" className="mb-4 text-2xl">
        To decide
      </h2>
      <ul className="rounded-card border border-warning bg-surface">
        {subscriptions.map((found) => (
          <DoubtItem
            key={found.id}
            title={found.company_name ?? found.email}
            at={found.created_at}
            problem={found.problem}
            amounts={amountsOf(found)}
            id={found.id}
            onAssign={
              found.client_id === null && found.fits_plan
                ? () => onAssign(subscriptionDoubt(found))
                : undefined
            }
            onRefund={found.client_id === null ? () => onRefund(subscriptionDoubt(found)) : undefined}
          >
            {found.fits_plan ? (
              found.same_email_company && <SameEmail company={found.same_email_company} />
            ) : (
              <>
                {found.product !== null && <WhichPlan product={found.product} />}
                {found.client_id !== null && "Correct it in Stripe, or cancel and refund it there."}
              </>
            )}
          </DoubtItem>
        ))}
        {top_ups.map((found) => (
          <DoubtItem
            key={found.id}
            title={`${found.email || "Somebody"}, ${amount(found)}`}
            at={found.paid_at}
            problem={found.problem}
            id={found.id}
            onAssign={() => onAssign(topUpDoubt(found))}
            onRefund={() => onRefund(topUpDoubt(found))}
          />
        ))}
        {disputes.map((found) => (
          <DoubtItem
            key={`${found.id} ${found.is_inquiry}`}
            title={`${(found.company_name ?? found.email) || "Somebody"}, ${formatPence(found.disputed_pence)}`}
            at={found.paid_at}
            problem={disputeProblem(found)}
            id={found.id}
          >
            {found.needs_answer
              ? "Answer it in Stripe under Disputes by the date shown there."
              : "The bank has our answer. This disappears once it has decided."}
          </DoubtItem>
        ))}
        {payouts.map((found) => (
          <DoubtItem
            key={found.id}
            title={`Payout to ${found.name}, ${formatPence(found.amount_pence)}`}
            at={found.paid_at}
            problem={found.problem ?? "It has failed."}
            id={found.id}
          >
            <Link to={`${adminRoutes.adminAffiliates}?tab=active`} className="underline underline-offset-4">
              Settle it under Payouts
            </Link>
          </DoubtItem>
        ))}
      </ul>
      {Math.max(...lengths) >= pages.doubts && (
        <p className="mt-3 text-sm text-muted">
          We show the newest {pages.doubts} of each kind. Older ones follow as you decide these.
        </p>
      )}
    </section>
  );
}

const subscriptionDoubt = ({ id, email, paid_pence: paid }: DoubtfulSubscription): Doubt => ({
  kind: "subscription",
  id,
  email,
  paid: paid === null ? null : formatPence(paid),
});
const topUpDoubt = (found: DoubtfulTopUp): Doubt => ({
  kind: "topUp",
  id: found.id,
  email: found.email,
  paid: amount(found),
});

/** The sum so far, which grows monthly, and the next payment. */
function amountsOf({ paid_pence: paid, next_pence: next, next_at: at }: DoubtfulSubscription): string {
  if (paid === null) return "Its amounts are in Stripe.";
  const nextPayment =
    next === null || at === null ? "" : ` ${formatPence(next)} is taken on ${formatDate(at)}.`;
  return `${formatPence(paid)} paid so far.${nextPayment}`;
}

function disputeProblem({ is_inquiry: isInquiry, needs_answer: needsAnswer }: DisputedPayment): string {
  if (!isInquiry) return "It is disputed: the card’s bank has taken the money back and will decide.";
  const asked = "The card’s bank has asked about it, but has taken no money.";
  return needsAnswer ? `${asked} Without an answer it may become a dispute.` : asked;
}

const WhichPlan = ({ product }: { product: string }) => (
  <span className="my-2 flex flex-wrap items-center gap-3">
    The purchase ({product}) is the
    <PlanButtons product={product} />
  </span>
);

const SameEmail = ({ company }: { company: string }) => (
  <>
    The address belongs to{" "}
    <Link to={clientRowPath(company)} className="underline underline-offset-4">
      {company}
    </Link>
    , but anybody can type it.
  </>
);

/** Formats the amount in its own currency. */
const amount = ({ amount_pence: paid, currency }: DoubtfulTopUp) =>
  currency === "gbp" ? formatPence(paid) : `${(paid / 100).toFixed(2)} ${currency.toUpperCase()}`;

type ItemProps = {
  title: string;
  at: number;
  problem: string;
  amounts?: string;
  id: string;
  onAssign?: (() => void) | undefined;
  onRefund?: (() => void) | undefined;
  children?: React.ReactNode;
};

function DoubtItem({ title, at, problem, amounts, id, onAssign, onRefund, children }: ItemProps) {
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-b border-hairline px-5 py-4 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,1fr)_12rem_11rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="wrap-anywhere">{problem}</p>
        {amounts !== undefined && <p className="tabular-nums">{amounts}</p>}
        {children && <div className="text-sm text-muted wrap-anywhere">{children}</div>}
        <p className="mt-1 text-sm text-muted wrap-anywhere">{id}</p>
      </div>
      <Time at={at} format={formatUtcTime} className="text-sm tabular-nums" />
      <div className="flex flex-col gap-2">
        {onAssign && (
          <Button variant="outlined" className="min-h-11 px-4 text-[0.9375rem]" onClick={onAssign}>
            Assign it<span className="sr-only">: {title}</span>
          </Button>
        )}
        {onRefund && (
          <Button variant="quiet" className="min-h-11 px-4 text-[0.9375rem]" onClick={onRefund}>
            Refund it<span className="sr-only">: {title}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
