import { Link } from "react-router";
import type { PaymentEvent } from "#api/generated/billing.ts";
import { formatPounds, formatUtcTime, plainPounds } from "#lib/format.ts";
import { clientRowPath } from "#admin-paths.ts";
import { Badge } from "#ui/badge.tsx";
import { EmptyState, NoMatches } from "#ui/empty-state.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import type { PaymentList } from "./use-payments.ts";

type Props = { list: PaymentList; filtered: boolean; onClear: () => void };

/** All that Stripe has reported, newest first. */
export function EventList({ list, filtered, onClear }: Props) {
  const empty = filtered ? (
    <NoMatches title="No events match your search" text="Try another business or kind." onClear={onClear} />
  ) : (
    <EmptyState
      title="No events yet"
      text="Each purchase, payment, refund and cancellation is listed here."
    />
  );
  return (
    <PagedList list={list} what="the events" nouns={["event", "events"]} empty={empty}>
      {(events) => (
        <ol aria-label="Events, newest first" className="rounded-card border border-hairline bg-surface">
          {events.map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

/** `£29.00`, or `29.00 EUR`. */
const formatMoney = (amount: number, currency: string | null) =>
  currency === null || currency === "gbp"
    ? formatPounds(amount)
    : `${plainPounds(amount)} ${currency.toUpperCase()}`;

/** One event: type, amount, client, time and result. Only events that need attention have a badge. */
function EventItem({ event }: { event: PaymentEvent }) {
  const { label, amount, currency, company_name, outcome, handled_at, received_at } = event;
  const failed = handled_at === null && outcome !== null;
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 border-b border-hairline px-5 py-3 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)_14rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 font-semibold">
          <span className="min-w-0 wrap-anywhere">{label}</span>
          {amount !== null && <span className="tabular-nums">{formatMoney(amount, currency)}</span>}
        </p>
        {company_name !== null && (
          <p className="text-sm text-muted wrap-anywhere">
            <Link
              to={clientRowPath(company_name)}
              className="text-ink underline decoration-control underline-offset-4"
            >
              {company_name}
            </Link>
          </p>
        )}
      </div>
      <p className={`wrap-anywhere ${failed ? "text-danger" : ""}`}>{outcome ?? "Not processed yet."}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums lg:justify-end">
        {handled_at === null && (
          <Badge tone={failed ? "danger" : "warning"}>{failed ? "Failed" : "Waiting"}</Badge>
        )}
        <time dateTime={new Date(received_at).toISOString()}>{formatUtcTime(received_at)}</time>
      </p>
    </li>
  );
}
