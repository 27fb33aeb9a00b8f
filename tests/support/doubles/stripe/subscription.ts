// Subscriptions: recurring payments of customers.
import { renderDiscount } from "./discount.ts";
import { inner } from "./invoice-render.ts";
import type { Metadata } from "./parameters.ts";
import { renderPlan, renderPrice } from "./price.ts";
import type { Json } from "./render.ts";
import type { Base } from "./store.ts";
import { renderTaxRates } from "./tax-rate.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** A quantity of one recurring price. */
export type SubscriptionItem = {
  id: string;
  created: number;
  price: string;
  quantity: number;
  metadata: Metadata;
  /** Rates in the place of the subscription's own. */
  tax_rates?: string[];
};

/** Statuses that lists can filter by. */
export const SUBSCRIPTION_STATUSES = [
  "active",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "trialing",
  "unpaid",
] as const;

/** The period is stored here, and rendered where each version has it. */
export type Subscription = Base<"subscription"> & {
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null };
  currency: string;
  current_period_start: number;
  current_period_end: number;
  customer: string;
  default_payment_method: string | null;
  /** For items without their own rates. */
  default_tax_rates?: string[];
  description: string | null;
  discounts: string[];
  ended_at: number | null;
  items: SubscriptionItem[];
  latest_invoice: string | null;
  metadata: Metadata;
  start_date: number;
  status: (typeof SUBSCRIPTION_STATUSES)[number];
  trial_start: number | null;
  trial_end: number | null;
};

/** The items of a subscription; the present version has the period here. */
export const renderItems = (world: World, subscription: Subscription, version: Version): Json[] =>
  subscription.items.map((item) => {
    const price = world.store.get("price", item.price);
    return {
      ...item,
      object: "subscription_item",
      billing_thresholds: null,
      ...(version !== EARLIER && {
        current_period_end: subscription.current_period_end,
        current_period_start: subscription.current_period_start,
        current_trial: null,
      }),
      discounts: [],
      plan: renderPlan(world, price),
      price: renderPrice(world, price),
      subscription: subscription.id,
      tax_rates: renderTaxRates(world, item.tax_rates),
    };
  });

/** Earlier versions have the period and one discount on the subscription itself. */
export function renderSubscription(world: World, subscription: Subscription, version: Version): Json {
  const { current_period_end, current_period_start, items, ...rest } = subscription;
  const discounts = subscription.discounts.map((id) => world.store.get("discount", id));
  const [first] = discounts;
  const price = world.store.find("price", items[0]?.price);
  return {
    ...rest,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_thresholds: null,
    collection_method: "charge_automatically",
    ...(version === EARLIER
      ? {
          current_period_end,
          current_period_start,
          discount: first ? renderDiscount(world, first, version) : null,
          plan: price && items.length === 1 ? renderPlan(world, price) : null,
          quantity: items.length === 1 ? items[0]?.quantity : null,
        }
      : {
          billing_mode: { flexible: null, type: "classic" },
          billing_schedules: [],
          managed_payments: null,
          customer_account: null,
        }),
    days_until_due: null,
    default_source: null,
    default_tax_rates: renderTaxRates(world, subscription.default_tax_rates),
    invoice_settings: { account_tax_ids: null, issuer: { type: "self" } },
    items: inner(
      `/v1/subscription_items?subscription=${subscription.id}`,
      renderItems(world, subscription, version),
    ),
    livemode: world.settings.livemode,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: { end_behavior: { missing_payment_method: "create_invoice" } },
  };
}
