import { useState } from "react";
import titles from "#api/generated/titles.json";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogSubject } from "#areas/admin/use-dialog-subject.ts";
import { useTitle } from "#lib/use-title.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { DoubtList } from "./doubt-list.tsx";
import { usePaymentEvents, type Doubt, useRefund, useAssign } from "./use-payments.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import type { MappedProduct, PaymentEvent } from "#api/generated/billing.ts";
import type { PlanType } from "#api/generated/enums.ts";
import { formatDate, formatPounds, formatUtcTime, plainPounds } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import { PLANS, PlanButtons } from "./plan-buttons.tsx";
import { Check, Download } from "lucide-react";
import { useDebounced } from "#lib/use-debounced.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useClients } from "#areas/admin/clients/use-clients.ts";
import { rangeDays, texts } from "#api/generated/rules.json" with { type: "json" };
import * as admin from "#api/generated/calls/admin.ts";
import { Card } from "#ui/card.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { Link } from "react-router";
import { clientRowPath } from "#admin-paths.ts";
import { Badge } from "#ui/badge.tsx";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { FilterBar } from "#areas/admin/filter-bar.tsx";

const FILTER_NAMES = ["q"] as const;

/** Payments that need attention, and all events of the payment provider. */
export default function PaymentEventsScreen() {
  useTitle(titles.adminPayments);
  const filters = useSearchState(FILTER_NAMES);
  const list = usePaymentEvents(filters.params);
  const [assigned, setAssigned] = useDialogSubject<Doubt>();
  const [refunded, setRefunded] = useDialogSubject<Doubt>();
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
            <FilterBar
              filters={filters}
              placeholder="Business, customer or kind"
              className="mb-4 max-w-[26rem]"
            />
            <AdminList
              list={list}
              subject="the events"
              nouns={["event", "events"]}
              label="Events, newest first"
              empty={{
                title: "No events yet",
                text: "Each purchase, payment, refund and cancellation is listed here.",
              }}
              noMatches={
                filters.params.size > 0 && {
                  text: "Try another business or kind.",
                  onClear: filters.clear,
                }
              }
            >
              {(event) => <EventItem key={event.id} event={event} />}
            </AdminList>
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

function RefundDialog({ doubt, onClose }: { doubt: Doubt; onClose: () => void }) {
  const { mutate, isPending } = useRefund(doubt, onClose);
  return (
    <ConfirmDialog
      title="Refund this payment?"
      cancelLabel="Not now"
      variant="signal"
      busy={isPending}
      verb="Refund it"
      busyVerb="Refunding"
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        Everything that <b className="wrap-anywhere">{doubt.email || "an unknown buyer"}</b> has paid for it
        {doubt.paid !== null && (
          <>
            , <b>{doubt.paid}</b>,
          </>
        )}{" "}
        goes back to the card, and we email the buyer.{" "}
        {doubt.kind === "subscription"
          ? "The subscription ends at once, and we charge nothing more for it."
          : "Nobody gets credits for it."}
      </p>
    </ConfirmDialog>
  );
}

/** Products that admins have mapped to plans, so that a wrong mapping can be fixed. */
function ProductList({ products }: { products: MappedProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="products" className="mb-8">
      <h2 id="products" className="mb-1 text-2xl">
        Products that are plans
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">
        Anyone who pays for one of these gets its plan, at any price.
      </p>
      <ul className="rounded-card border border-hairline bg-surface">
        {products.map((one) => (
          <ProductItem key={one.product} mapped={one} />
        ))}
      </ul>
    </section>
  );
}

const ProductItem = ({ mapped: { product, plan, decided_at: at } }: { mapped: MappedProduct }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline px-5 py-3 text-[0.9375rem] last:border-b-0">
    <p className="min-w-0 wrap-anywhere">
      <b className="font-semibold">{product}</b> is the {nameOf(plan)}
      <span className="block text-sm text-muted tabular-nums">set on {formatDate(at)}</span>
    </p>
    <PlanButtons product={product} now={plan} />
  </li>
);

const nameOf = (plan: PlanType) => PLANS.find(({ key }) => key === plan)?.name ?? plan;

/** Assigns a payment to a client. None is preselected: that would be a guess about money. */
function AssignDialog({ doubt, onClose }: { doubt: Doubt; onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const words = useDebounced(text.trim());
  const { items } = useClients(new URLSearchParams(words ? { q: words } : {}));
  const { mutate, isPending } = useAssign(doubt, onClose);
  // Our own pages pay nothing.
  const found = (items ?? [])
    .filter(({ counts_credits: pays }) => pays)
    .map(({ id, company_name, email }) => ({
      value: id,
      label: `${company_name} (${email})`,
    }));
  const clientId = found.some(({ value }) => value === chosen) ? chosen : "";
  const none = items?.length === 0 ? "No business matches" : "Choose a business";
  return (
    <ConfirmDialog
      title="Assign this payment"
      cancelLabel="Not now"
      variant="signal"
      busy={isPending}
      disabled={clientId === ""}
      icon={Check}
      verb="Assign payment"
      busyVerb="Assigning"
      onConfirm={() => mutate(clientId)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        Paid by <b className="wrap-anywhere">{doubt.email || "an unknown buyer"}</b>.{" "}
        {doubt.kind === "subscription"
          ? "It then pays for the plan of the business that you choose. If that business already pays for a plan, we end and refund the newer of the two at once."
          : "The business that you choose gets the credits at once."}
      </p>
      <div className="mt-5 flex flex-col gap-4">
        <SearchField label="Find a business" placeholder="Name or email" value={text} onChange={setText} />
        <SelectField
          label="Business"
          value={clientId}
          options={[{ value: "", label: none }, ...found]}
          onChange={setChosen}
        />
      </div>
    </ConfirmDialog>
  );
}

/** `2026-11-30` of a day in UTC; day 0 is the last of the month before. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** The reason why days cannot be exported; the Worker refuses them with the same words. */
function problemOf({ from, to }: { from: string; to: string }): string | undefined {
  if (from === "" || to === "") return texts.daysMissing;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) return texts.daysReversed;
  return days < rangeDays ? undefined : texts.daysTooMany;
}

/** Files for an accountant, of the last month unless other days are chosen. */
function ExportCard() {
  const [range, setRange] = useState(() => {
    const now = new Date();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
  });
  const search = new URLSearchParams(range);
  const problem = problemOf(range);
  return (
    <Card title="For your accountant" className="mb-8">
      <p className="mb-4 max-w-[75ch] text-[0.9375rem] text-muted">
        Every change in the Stripe balance: payments, refunds, disputes, payouts to partners and fees. Net
        amounts add up to the change in your balance. Manual payouts have a column of their own. Commissions
        cover every month in the period. Dates are UTC; a file covers up to a year.
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-1 sm:-mb-5 sm:flex sm:flex-wrap sm:items-end">
        <TextField
          label="From"
          type="date"
          value={range.from}
          max={range.to}
          onChange={(from) => setRange({ ...range, from })}
        />
        <TextField
          label="To"
          type="date"
          value={range.to}
          min={range.from}
          error={problem}
          onChange={(to) => setRange({ ...range, to })}
        />
        {problem === undefined && (
          <>
            <ButtonLink
              variant="outlined"
              className="px-4! sm:mb-6"
              href={admin.moneyMovementsAddress(search)}
              download
            >
              <Download className="size-5 shrink-0" aria-hidden="true" />
              Money
            </ButtonLink>
            <ButtonLink
              variant="outlined"
              className="px-4! sm:mb-6"
              href={admin.moneyCommissionsAddress(search)}
              download
            >
              <Download className="size-5 shrink-0" aria-hidden="true" />
              Commissions
            </ButtonLink>
          </>
        )}
      </div>
    </Card>
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
        <Time at={received_at} format={formatUtcTime} />
      </p>
    </li>
  );
}
