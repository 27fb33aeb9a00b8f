import { useState } from "react";
import titles from "#api/generated/titles.json";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { useTitle } from "#lib/use-title.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { DoubtList } from "./doubt-list.tsx";
import { EventList } from "./event-list.tsx";
import { ExportCard } from "./export-card.tsx";
import { ProductList } from "./product-list.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { usePayments, type Doubt } from "./use-payments.ts";

const FILTER_NAMES = ["q"] as const;

/** Payments that need attention, and all events of the payment provider. */
export default function PaymentsScreen() {
  useTitle(titles.adminPayments);
  const filters = useSearchState(FILTER_NAMES);
  const list = usePayments(filters.params);
  const [assigned, setAssigned] = useState<Doubt | null>(null);
  const [refunded, setRefunded] = useState<Doubt | null>(null);
  // The row disappears with the response.
  useRestoreFocus(assigned !== null);
  useRestoreFocus(refunded !== null);
  return (
    <main>
      <h1 tabIndex={-1} className="text-4xl">
        Payments
      </h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        Events from Stripe and their results. Change amounts, refunds and cards in Stripe; the changes show
        here within seconds, and we compare everything once a day. Dates and times are UTC.
      </p>
      {list.isPending ? (
        <Skeleton className="h-[36rem] rounded-card" />
      ) : (
        <>
          {list.firstPage?.connected === false && <NotConnected />}
          {list.firstPage && (
            <DoubtList page={list.firstPage} onAssign={setAssigned} onRefund={setRefunded} />
          )}
          <ProductList products={list.firstPage?.products ?? []} />
          <ExportCard />
          <section aria-labelledby="events">
            <h2 id="events" className="mb-4 text-2xl">
              Events
            </h2>
            <search className="mb-4 block max-w-[26rem]">
              <SearchField
                label="Search"
                placeholder="Business, customer or kind"
                value={filters.text}
                onChange={filters.setText}
              />
            </search>
            <EventList list={list} filtered={filters.params.size > 0} onClear={filters.clear} />
          </section>
        </>
      )}
      {assigned && <AssignDialog doubt={assigned} onClose={() => setAssigned(null)} />}
      {refunded && <RefundDialog doubt={refunded} onClose={() => setRefunded(null)} />}
    </main>
  );
}

function NotConnected() {
  return (
    <p role="note" className="mb-5 rounded-card border border-warning bg-surface p-5">
      <b className="font-semibold">Nothing can be sold online yet.</b> Set{" "}
      <code className="text-[0.9375em] wrap-anywhere">STRIPE_SECRET_KEY</code> and{" "}
      <code className="text-[0.9375em] wrap-anywhere">STRIPE_WEBHOOK_SECRETS</code> with{" "}
      <code className="text-[0.9375em] wrap-anywhere">wrangler secret put</code>.
    </p>
  );
}
