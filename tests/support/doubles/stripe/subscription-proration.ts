// Proration: cost of a price change within a period.
import { collectAndSync, finalize } from "./collection.ts";
import { addInvoiceItem, pendingItems } from "./invoice-item.ts";
import { draftInvoice, itemLine } from "./invoice.ts";
import type { Subscription, SubscriptionItem } from "./subscription.ts";
import type { World } from "./world.ts";

/** The unused rest of the period at the old prices, and the same at the new ones, as pending invoice items. */
export function prorate(world: World, subscription: Subscription, before: SubscriptionItem[]): void {
  const { current_period_start: start, current_period_end: end, customer, currency, id } = subscription;
  const rest = (end - world.now()) / (end - start);
  const add = (item: SubscriptionItem, sign: 1 | -1, words: string) => {
    const price = world.store.get("price", item.price);
    const { name } = world.store.get("product", price.product);
    addInvoiceItem(world, {
      amount: sign * Math.round(price.unit_amount * item.quantity * rest),
      currency,
      customer,
      description: `${words} time on ${name}`,
      period: { start: world.now(), end },
      price: price.id,
      proration: true,
      quantity: item.quantity,
      subscription: id,
      tax_rates: item.tax_rates ?? [],
    });
  };
  const same = (a: SubscriptionItem) => (b: SubscriptionItem) =>
    a.price === b.price && a.quantity === b.quantity;
  for (const item of before) if (!subscription.items.some(same(item))) add(item, -1, "Unused");
  for (const item of subscription.items) if (!before.some(same(item))) add(item, 1, "Remaining");
}

/** Invoices a subscription's pending items, and collects at once. */
export function billPending(world: World, subscription: Subscription): void {
  const pending = pendingItems(world, subscription.customer, subscription.id);
  if (pending.length === 0) return;
  const invoice = draftInvoice(world, {
    billing_reason: "subscription_update",
    currency: subscription.currency,
    customer: subscription.customer,
    default_tax_rates: subscription.default_tax_rates ?? [],
    lines: pending.map(itemLine),
    subscription: subscription.id,
    subscription_metadata: subscription.metadata,
  });
  subscription.latest_invoice = invoice.id;
  finalize(world, invoice);
  collectAndSync(world, invoice);
}
