// The calls about subscriptions.
import { actionRequired } from "./collection.ts";
import { existingCustomer } from "./customer.ts";
import { DISCOUNTS, readDiscounts, redeem } from "./discount.ts";
import { invalid, missing } from "./errors.ts";
import { priced } from "./line-items.ts";
import { given, mergeMetadata, readParameters, shape, type Values } from "./parameters.ts";
import { asksForAuthentication, refuseDeclined } from "./payment-intent.ts";
import { attach, namedMethod } from "./payment-method.ts";
import { addPrice, PRICE_DATA } from "./price.ts";
import { equal, filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import {
  SUBSCRIPTION_STATUSES,
  renderItems,
  type Subscription,
  type SubscriptionItem,
} from "./subscription.ts";
import { beginSubscription, newItem } from "./subscription-billing.ts";
import { endSubscription, leaving } from "./subscription-end.ts";
import { billPending, prorate } from "./subscription-proration.ts";
import { readTaxRates, TAX_RATES } from "./tax-rate.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

const ITEM = shape({
  id: "string",
  deleted: "boolean",
  metadata: "metadata",
  price: "string",
  price_data: { hash: PRICE_DATA },
  quantity: "integer",
  tax_rates: TAX_RATES,
});
const FIELDS = shape({
  cancel_at: "timestamp",
  cancel_at_period_end: "boolean",
  default_payment_method: "string",
  default_tax_rates: TAX_RATES,
  description: "string",
  items: { list: { hash: ITEM } },
  metadata: "metadata",
  payment_behavior: ["allow_incomplete", "default_incomplete", "error_if_incomplete"],
  proration_behavior: ["always_invoice", "create_prorations", "none"],
  ...DISCOUNTS,
});
const CREATE = shape({
  ...FIELDS,
  add_invoice_items: { list: { hash: { price: "string", quantity: "integer", tax_rates: TAX_RATES } } },
  customer: "string",
  off_session: "boolean",
  trial_end: "timestamp",
  trial_period_days: "integer",
});
const REASON = shape({
  cancellation_details: { hash: { comment: "string", feedback: "string" } },
});
/** Until 2025 a single coupon or promotion code could be given directly. */
const EARLIER_DISCOUNT = shape({ coupon: "string", promotion_code: "string" });

const withEarlier = <const S extends object>(fields: S, version: Version): S =>
  version === EARLIER ? { ...fields, ...EARLIER_DISCOUNT } : fields;

/** Discounts requested by a call; `undefined` if it does not mention any. */
function wantedDiscounts(world: World, values: Values<typeof DISCOUNTS>, customer: string) {
  const { coupon, promotion_code: code } = values as Values<typeof EARLIER_DISCOUNT>;
  const lone = coupon ? { coupon } : code ? { promotion_code: code } : undefined;
  if (lone) return readDiscounts(world, [lone], customer);
  if (coupon === null || code === null) return [];
  return values.discounts === undefined ? undefined : readDiscounts(world, values.discounts, customer);
}

const priceOf = (world: World, { price, price_data }: Values<typeof ITEM>, param: string): string =>
  price_data
    ? addPrice(world, price_data, {}, `${param}[price_data]`).id
    : world.store.get("price", price, `${param}[price]`).id;

const DAY = 86_400;

const create: Handler = (world, { parameters, version }) => {
  const values = readParameters(parameters, withEarlier(CREATE, version), ["customer", "items"]);
  const customer = existingCustomer(world, values.customer, "customer");
  const items = (values.items ?? []).map((item, at) => ({
    price: priceOf(world, item, `items[${at}]`),
    quantity: item.quantity ?? 1,
    metadata: item.metadata ?? {},
    tax_rates: readTaxRates(world, item.tax_rates, `items[${at}][tax_rates]`),
  }));
  const oneOffs = (values.add_invoice_items ?? []).map(({ price, quantity, tax_rates }, at) => ({
    price: world.store.get("price", price, `add_invoice_items[${at}][price]`).id,
    quantity: quantity ?? 1,
    tax_rates: readTaxRates(world, tax_rates, `add_invoice_items[${at}][tax_rates]`),
  }));
  const named = values.default_payment_method;
  const method = named
    ? attach(world, namedMethod(world, named, "default_payment_method"), customer).id
    : null;
  const trialEnd =
    values.trial_end ?? (values.trial_period_days ? world.now() + values.trial_period_days * DAY : null);
  const later = values.payment_behavior === "default_incomplete";
  if (!method && !customer.default_payment_method && trialEnd === null && !later)
    throw invalid(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      { code: "resource_missing" },
    );
  const redemptions = wantedDiscounts(world, values, customer.id) ?? [];
  const taxRates = readTaxRates(world, values.default_tax_rates, "default_tax_rates");
  const presence = values.off_session ? "off_session" : "on_session";
  const charged = world.store.find("payment_method", method ?? customer.default_payment_method);
  if (values.payment_behavior === "error_if_incomplete" && charged) {
    const all = [...items, ...oneOffs];
    const { total: amount, currency } = priced(world, all, redemptions, trialEnd !== null, taxRates);
    refuseDeclined(world, charged, { amount, currency });
    if (amount > 0 && asksForAuthentication(charged, presence)) throw actionRequired("subscription");
  }
  const { subscription } = beginSubscription(world, {
    customer: customer.id,
    items,
    oneOffs,
    redemptions,
    metadata: mergeMetadata({}, values.metadata),
    description: values.description ?? null,
    method,
    presence: later ? "later" : presence,
    trialEnd,
    taxRates,
    cancelAtPeriodEnd: values.cancel_at_period_end ?? false,
  });
  return subscription;
};

const update: Handler = (world, { parameters, ids, version }) => {
  const subscription = world.store.get("subscription", ids[0]);
  const values = readParameters(parameters, { ...withEarlier(FIELDS, version), ...REASON });
  if (
    subscription.ended_at !== null &&
    Object.keys(values).some((name) => !["cancellation_details", "metadata"].includes(name))
  )
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  const customer = world.store.get("customer", subscription.customer);
  const wanted = wantedDiscounts(world, values, customer.id);
  const where = { customer: customer.id, subscription: subscription.id };
  const method = values.default_payment_method;
  const items = values.items ? changedItems(world, subscription, values.items) : subscription.items;
  const before = subscription.items;
  const cancels = values.cancel_at_period_end ?? subscription.cancel_at_period_end;
  const cancelAt = given(values.cancel_at, subscription.cancel_at);
  const details = {
    ...subscription.cancellation_details,
    ...Object.fromEntries(Object.entries(values.cancellation_details ?? {})),
  };
  world.change(
    subscription,
    {
      ...leaving(
        world,
        { ...subscription, cancellation_details: details },
        cancels,
        values.cancel_at_period_end === false ? null : cancelAt,
      ),
      default_payment_method:
        method === undefined
          ? subscription.default_payment_method
          : method && attach(world, namedMethod(world, method, "default_payment_method"), customer).id,
      default_tax_rates:
        values.default_tax_rates === undefined
          ? (subscription.default_tax_rates ?? [])
          : readTaxRates(world, values.default_tax_rates, "default_tax_rates"),
      description: given(values.description, subscription.description),
      discounts: wanted ? wanted.map((one) => redeem(world, one, where).id) : subscription.discounts,
      items,
      metadata: mergeMetadata(subscription.metadata, values.metadata),
    },
    "customer.subscription.updated",
  );
  if (items !== before && values.proration_behavior !== "none") {
    prorate(world, subscription, before);
    if (values.proration_behavior === "always_invoice") billPending(world, subscription);
  }
  return subscription;
};

/** Items that a call names by their id change, others are added. */
function changedItems(
  world: World,
  subscription: Subscription,
  wanted: Values<typeof ITEM>[],
): SubscriptionItem[] {
  const items = subscription.items.map((item) => ({ ...item }));
  wanted.forEach((entry, at) => {
    const param = `items[${at}]`;
    if (!entry.id) {
      const tax_rates = readTaxRates(world, entry.tax_rates, `${param}[tax_rates]`);
      const price = priceOf(world, entry, param);
      items.push(newItem(world, { price, quantity: entry.quantity ?? 1, tax_rates }));
      return;
    }
    const index = items.findIndex(({ id }) => id === entry.id);
    const item = items[index];
    if (!item) throw missing("subscription item", entry.id, `${param}[id]`, 400);
    if (entry.deleted) {
      items.splice(index, 1);
      return;
    }
    if (entry.price || entry.price_data) item.price = priceOf(world, entry, param);
    item.quantity = entry.quantity ?? item.quantity;
    if (entry.tax_rates !== undefined)
      item.tax_rates = readTaxRates(world, entry.tax_rates, `${param}[tax_rates]`);
    item.metadata = mergeMetadata(item.metadata, entry.metadata);
  });
  if (items.length === 0) throw invalid("A subscription must have at least one active plan.");
  return items;
}

const cancel: Handler = (world, { parameters, ids }) => {
  const subscription = world.store.get("subscription", ids[0]);
  const values = readParameters(parameters, { ...REASON, invoice_now: "boolean", prorate: "boolean" });
  if (subscription.ended_at !== null) throw missing("subscription", subscription.id, "id", 404);
  subscription.cancellation_details.comment = values.cancellation_details?.comment ?? null;
  subscription.cancellation_details.feedback = values.cancellation_details?.feedback ?? null;
  endSubscription(world, subscription);
  return subscription;
};

const removeDiscount: Handler = (world, { ids }) => {
  const subscription = world.store.get("subscription", ids[0]);
  const [first = ""] = subscription.discounts;
  world.change(subscription, { discounts: [] }, "customer.subscription.updated");
  return { id: first, object: "discount", deleted: true };
};

/** Ended ones are listed only if their status is requested. */
const isListed = (stored: { status?: unknown }, values: Record<string, unknown>): boolean =>
  values["status"] != null || !["canceled", "incomplete_expired"].includes(String(stored.status));

const listCall = list(
  "subscription",
  {
    customer: equal("customer"),
    price: filterOf("string", ({ items }, wanted) => items.some(({ price }) => price === wanted)),
    status: filterOf(
      [...SUBSCRIPTION_STATUSES, "all", "ended"],
      ({ status }, wanted) =>
        wanted === "all" ||
        wanted === status ||
        (wanted === "ended" && ["canceled", "incomplete_expired"].includes(status)),
    ),
  },
  (stored, values): boolean => isListed(stored as Subscription, values),
);

const listItems: Handler = (world, { parameters, version, path }) => {
  const { subscription } = readParameters(parameters, { subscription: "string", limit: "integer" }, [
    "subscription",
  ]);
  const data = renderItems(world, world.store.get("subscription", subscription, "subscription"), version);
  return { plain: { object: "list", data, has_more: false, url: path } };
};

export const subscriptionRoutes: Route[] = [
  ["POST", "/v1/subscriptions", create],
  ["GET", "/v1/subscriptions", listCall],
  ["GET", "/v1/subscriptions/:id", retrieve("subscription")],
  ["POST", "/v1/subscriptions/:id", update],
  ["DELETE", "/v1/subscriptions/:id", cancel],
  ["DELETE", "/v1/subscriptions/:id/discount", removeDiscount],
  ["GET", "/v1/subscription_items", listItems],
];
