// Invoice items: one-off amounts that wait for the customer's next invoice.
import { existingCustomer } from "./customer.ts";
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { equal, filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { readTaxRates, renderTaxRates, TAX_RATES } from "./tax-rate.ts";
import { EARLIER, type Version } from "./versions.ts";
import { renderPrice } from "./price.ts";
import type { World } from "./world.ts";

/** A one-off amount; negative for a credit. */
export type InvoiceItem = Base<"invoiceitem"> & {
  amount: number;
  currency: string;
  customer: string;
  description: string | null;
  /** The invoice it is on; `null` while pending. */
  invoice: string | null;
  metadata: Metadata;
  period: { start: number; end: number };
  price: string | null;
  proration: boolean;
  quantity: number;
  subscription: string | null;
  tax_rates?: string[];
};

const CREATE = shape({
  amount: "integer",
  currency: "string",
  customer: "string",
  description: "string",
  invoice: "string",
  metadata: "metadata",
  price: "string",
  pricing: { hash: { price: "string" } },
  quantity: "integer",
  subscription: "string",
  tax_rates: TAX_RATES,
});

/** An amount that the customer's next invoice takes in, or that of the named subscription. */
export function addInvoiceItem(
  world: World,
  fields: Partial<InvoiceItem> & { amount: number; currency: string; customer: string },
): InvoiceItem {
  return world.create("invoiceitem", {
    description: null,
    invoice: null,
    metadata: {},
    period: { start: world.now(), end: world.now() },
    price: null,
    proration: false,
    quantity: 1,
    subscription: null,
    ...fields,
  });
}

/** Pending items that the customer's next invoice includes. */
export const pendingItems = (world: World, customer: string, subscription: string | null): InvoiceItem[] =>
  world.store
    .all("invoiceitem")
    .filter(
      (item) =>
        item.customer === customer &&
        item.invoice === null &&
        (item.subscription === null || item.subscription === subscription),
    )
    .toReversed();

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["customer"]);
  const customer = existingCustomer(world, values.customer, "customer");
  const named = values.price ?? values.pricing?.price;
  const price = named ? world.store.get("price", named, "price") : undefined;
  const quantity = values.quantity ?? 1;
  const amount = values.amount ?? (price && price.unit_amount * quantity);
  if (amount === undefined)
    throw invalid("You must pass either `amount` or `price`.", {
      code: "parameter_missing",
      param: "amount",
    });
  const invoice = values.invoice ? world.store.get("invoice", values.invoice, "invoice") : undefined;
  if (invoice)
    throw invalid("The double takes invoice items for the next invoice alone.", { param: "invoice" });
  return addInvoiceItem(world, {
    amount,
    currency: values.currency?.toLowerCase() ?? price?.currency ?? "gbp",
    customer: customer.id,
    description: values.description ?? (price ? world.store.get("product", price.product).name : null),
    metadata: mergeMetadata({}, values.metadata),
    price: price?.id ?? null,
    quantity,
    subscription: values.subscription ?? null,
    tax_rates: readTaxRates(world, values.tax_rates, "tax_rates"),
  });
};

const remove: Handler = (world, { ids }) => {
  const { id, invoice } = world.store.get("invoiceitem", ids[0]);
  if (invoice) throw invalid("You can only delete invoice items that are not yet on a finalized invoice.");
  world.store.remove("invoiceitem", id);
  return { id, object: "invoiceitem", deleted: true };
};

/** Earlier versions carry the whole price and the subscription, the present one `pricing` and `parent`. */
export function renderInvoiceItem(world: World, item: InvoiceItem, version: Version): Json {
  const { created: date, price: id, subscription, ...rest } = item;
  const price = world.store.find("price", id);
  const unit = Math.trunc(item.amount / item.quantity);
  return {
    ...rest,
    date,
    discountable: true,
    discounts: [],
    livemode: world.settings.livemode,
    tax_rates: renderTaxRates(world, item.tax_rates),
    test_clock: null,
    ...(version === EARLIER
      ? {
          price: price ? renderPrice(world, price) : null,
          plan: null,
          subscription,
          unit_amount: unit,
          unit_amount_decimal: String(unit),
        }
      : {
          parent: subscription && {
            subscription_details: { subscription, subscription_item: null },
            type: "subscription_details",
          },
          customer_account: null,
          net_amount: item.amount,
          pricing: price
            ? {
                price_details: { price: price.id, product: price.product },
                type: "price_details",
                unit_amount_decimal: String(unit),
              }
            : null,
          quantity_decimal: String(item.quantity),
        }),
  };
}

export const invoiceItemRoutes: Route[] = [
  ["POST", "/v1/invoiceitems", create],
  [
    "GET",
    "/v1/invoiceitems",
    list("invoiceitem", {
      customer: equal("customer"),
      invoice: equal("invoice"),
      pending: filterOf("boolean", ({ invoice }, wanted) => (invoice === null) === wanted),
    }),
  ],
  ["GET", "/v1/invoiceitems/:id", retrieve("invoiceitem")],
  ["DELETE", "/v1/invoiceitems/:id", remove],
];
