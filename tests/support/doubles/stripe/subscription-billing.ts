// Subscriptions begin, renew, and change their prices: each with its invoice.
import { awaitConfirmation, collect, collectAndSync, finalize } from "./collection.ts";
import { redeem, type Discount, type Redemption } from "./discount.ts";
import { invalid, type StripeRefusal } from "./errors.ts";
import { addInvoiceItem, pendingItems } from "./invoice-item.ts";
import {
  draftInvoice,
  itemLine,
  priceLine,
  totals,
  type BillingReason,
  type Invoice,
  type InvoiceLine,
} from "./invoice.ts";
import type { Metadata } from "./parameters.ts";
import type { Presence } from "./payment-intent.ts";
import { periodEnd } from "./period.ts";
import type { Price } from "./price.ts";
import { randomId } from "./store.ts";
import type { Subscription, SubscriptionItem } from "./subscription.ts";
import type { World } from "./world.ts";

/** A quantity of one price for a subscription. */
export type WantedItem = { price: string; quantity: number; metadata?: Metadata; tax_rates?: string[] };

/** Parameters of a new subscription. One-off prices are billed on the first invoice only. */
export type Beginning = {
  customer: string;
  items: WantedItem[];
  oneOffs?: WantedItem[];
  redemptions?: (Redemption | Discount)[];
  metadata?: Metadata;
  description?: string | null;
  method?: string | null;
  /** Whether the buyer is on session for the first payment; `later` leaves that payment to another call. */
  presence?: Presence | "later";
  trialEnd?: number | null;
  cancelAtPeriodEnd?: boolean;
  taxRates?: string[];
};

const recurringOf = (world: World, items: { price: string }[]): NonNullable<Price["recurring"]> => {
  const all = items.map(({ price }) => world.store.get("price", price));
  const [first] = all;
  if (!first?.recurring || all.some(({ recurring }) => !recurring))
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      {
        param: "items[0][price]",
      },
    );
  if (all.some(({ recurring: r }) => r?.interval !== first.recurring?.interval))
    throw invalid("All prices on a subscription must have the same `recurring.interval`.");
  if (all.some(({ currency }) => currency !== first.currency))
    throw invalid("All prices on a subscription must have the same `currency`.");
  return first.recurring;
};

export const newItem = (
  world: World,
  { price, quantity, metadata = {}, tax_rates = [] }: WantedItem,
): SubscriptionItem => ({
  id: randomId("si_", 14),
  created: world.now(),
  price,
  quantity,
  metadata,
  tax_rates,
});

const asPresence = (presence: Presence | "later"): Presence =>
  presence === "later" ? "on_session" : presence;

/** Creates a subscription: its first invoice, collected at once by default, decides its status. */
export function beginSubscription(
  world: World,
  beginning: Beginning,
): { subscription: Subscription; invoice: Invoice; refusal: StripeRefusal | undefined } {
  const { customer, items, trialEnd = null, metadata = {} } = beginning;
  const recurring = recurringOf(world, items);
  const start = world.now();
  const anchor = trialEnd ?? start;
  const end = trialEnd ?? periodEnd(anchor, recurring, start);
  const id = world.store.newId("subscription");
  const held = world.store.get("customer", customer).discount;
  const discounts = (beginning.redemptions ?? []).map((one) =>
    redeem(world, one, { customer, subscription: id }),
  );
  const subscription = world.create("subscription", {
    id,
    billing_cycle_anchor: anchor,
    cancel_at: beginning.cancelAtPeriodEnd ? end : null,
    cancel_at_period_end: beginning.cancelAtPeriodEnd ?? false,
    canceled_at: beginning.cancelAtPeriodEnd ? start : null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    currency: world.store.get("price", items[0]?.price).currency,
    current_period_start: start,
    current_period_end: end,
    customer,
    default_payment_method: beginning.method ?? null,
    default_tax_rates: beginning.taxRates ?? [],
    description: beginning.description ?? null,
    discounts: discounts.map((discount) => discount.id),
    ended_at: null,
    items: items.map((item) => newItem(world, item)),
    latest_invoice: null,
    metadata,
    start_date: start,
    status: trialEnd === null ? "incomplete" : "trialing",
    trial_start: trialEnd === null ? null : start,
    trial_end: trialEnd,
  });
  for (const { price, quantity, tax_rates = [] } of beginning.oneOffs ?? []) {
    const { unit_amount: amount, currency, product } = world.store.get("price", price);
    const description = world.store.get("product", product).name;
    addInvoiceItem(world, {
      amount: amount * quantity,
      currency,
      customer,
      description,
      price,
      quantity,
      subscription: id,
      tax_rates,
    });
  }
  const invoice = bill(world, subscription, "subscription_create", held);
  finalize(world, invoice);
  const presence = beginning.presence ?? "on_session";
  const waits = presence === "later" && totals(invoice).due > 0;
  if (waits) awaitConfirmation(world, invoice);
  const refusal = waits ? undefined : collect(world, invoice, undefined, asPresence(presence));
  if (!waits && !refusal && subscription.status === "incomplete") subscription.status = "active";
  world.emit("customer.subscription.created", subscription);
  return { subscription, invoice, refusal };
}

/** Drafts a subscription's invoice for its current period, with all pending items. */
function bill(
  world: World,
  subscription: Subscription,
  reason: BillingReason,
  customerDiscount = world.store.get("customer", subscription.customer).discount,
): Invoice {
  const lines = periodLines(world, subscription);
  const pending = pendingItems(world, subscription.customer, subscription.id);
  const discounts = liveDiscounts(world, subscription, customerDiscount);
  const { customer, currency, id } = subscription;
  const invoice = draftInvoice(
    world,
    {
      billing_reason: reason,
      currency,
      customer,
      default_tax_rates: subscription.default_tax_rates ?? [],
      lines: [...pending.map(itemLine), ...lines],
      subscription: id,
      subscription_metadata: subscription.metadata,
      ...(reason === "subscription_cycle" && {
        period_start: subscription.current_period_start,
        period_end: subscription.current_period_end,
      }),
    },
    discounts,
  );
  subscription.latest_invoice = invoice.id;
  const once = discounts.filter(({ coupon }) => world.store.get("coupon", coupon).duration === "once");
  subscription.discounts = subscription.discounts.filter((held) => !once.some((used) => used.id === held));
  return invoice;
}

/** Lines of a subscription's current period; a trial is free. */
export const periodLines = (world: World, subscription: Subscription): InvoiceLine[] =>
  subscription.items.map((item) => {
    const period = { start: subscription.current_period_start, end: subscription.current_period_end };
    const line = priceLine(world, item.price, item.quantity, {
      period,
      metadata: subscription.metadata,
      subscription: subscription.id,
      subscription_item: item.id,
      tax_rates: item.tax_rates ?? [],
    });
    if (subscription.status !== "trialing") return line;
    return { ...line, amount: 0, description: `Trial period for ${line.description}` };
  });

/** Discounts that still hold; a subscription without its own takes the customer's. */
export function liveDiscounts(
  world: World,
  subscription: Subscription,
  customerDiscount: string | null,
): Discount[] {
  const ids =
    subscription.discounts.length > 0 || !customerDiscount ? subscription.discounts : [customerDiscount];
  return ids
    .map((id) => world.store.get("discount", id))
    .filter(({ end }) => end === null || end > subscription.current_period_start);
}

/** Moves a subscription to its next period and collects for it. */
export function renew(world: World, subscription: Subscription): void {
  const recurring = recurringOf(world, subscription.items);
  const start = subscription.current_period_end;
  const live = subscription.discounts.filter((id) => {
    const { end } = world.store.get("discount", id);
    return end === null || end > start;
  });
  const ended = subscription.status === "trialing";
  world.change(
    subscription,
    {
      current_period_start: start,
      current_period_end: periodEnd(subscription.billing_cycle_anchor, recurring, start),
      discounts: live,
      ...(ended && { status: "active" }),
    },
    "customer.subscription.updated",
  );
  const invoice = bill(world, subscription, "subscription_cycle");
  // An unpaid subscription is billed, but not collected until somebody decides.
  if (subscription.status === "unpaid") invoice.auto_advance = false;
  else if (world.settings.draftSeconds > 0)
    invoice.automatically_finalizes_at = world.now() + world.settings.draftSeconds;
  else finalizeAndCollect(world, invoice);
}

/** Charges a draft whose waiting time is over. */
export function finalizeAndCollect(world: World, invoice: Invoice): void {
  finalize(world, invoice);
  collectAndSync(world, invoice);
}
