// Prices of products, one-off or recurring.
import { invalid } from "./errors.ts";
import { given, mergeMetadata, readParameters, shape, type Metadata, type Values } from "./parameters.ts";
import { addProduct, INLINE_PRODUCT } from "./product.ts";
import type { Json } from "./render.ts";
import { equal, filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import type { World } from "./world.ts";

const INTERVALS = ["day", "week", "month", "year"] as const;
export type Interval = (typeof INTERVALS)[number];

/** Amount and currency never change: another price takes its place. */
export type Price = Base<"price"> & {
  product: string;
  active: boolean;
  currency: string;
  /** In the currency's smallest unit: pence. */
  unit_amount: number;
  recurring: { interval: Interval; interval_count: number } | null;
  lookup_key: string | null;
  nickname: string | null;
  tax_behavior: string;
  metadata: Metadata;
};

const RECURRING = shape({
  interval: INTERVALS,
  interval_count: "integer",
  usage_type: ["licensed"],
});
const TAX_BEHAVIORS = ["exclusive", "inclusive", "unspecified"] as const;
/** A price that a call brings along instead of naming one. */
export const PRICE_DATA = shape({
  currency: "string",
  unit_amount: "integer",
  product: "string",
  product_data: { hash: INLINE_PRODUCT },
  recurring: { hash: RECURRING },
  tax_behavior: TAX_BEHAVIORS,
});
const UPDATE = shape({
  active: "boolean",
  lookup_key: "string",
  metadata: "metadata",
  nickname: "string",
  tax_behavior: TAX_BEHAVIORS,
  transfer_lookup_key: "boolean",
});

/** Creates a price, and its product if given inline. `param`: its parameter in the call. */
export function addPrice(
  world: World,
  values: Values<typeof PRICE_DATA>,
  more: Partial<Price> = {},
  param = "",
): Price {
  const at = (name: string) => (param === "" ? name : `${param}[${name}]`);
  if (!values.currency)
    throw invalid(`Missing required param: ${at("currency")}.`, {
      code: "parameter_missing",
      param: at("currency"),
    });
  if (!/^[a-zA-Z]{3}$/.test(values.currency))
    throw invalid(`Invalid currency: ${values.currency}.`, { param: at("currency") });
  if (values.unit_amount == null)
    throw invalid("Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.");
  if (values.unit_amount < 0)
    throw invalid("Invalid non-negative integer", {
      code: "parameter_invalid_integer",
      param: at("unit_amount"),
    });
  const { recurring, product_data: data } = values;
  if (recurring && !recurring.interval)
    throw invalid(`Missing required param: ${at("recurring[interval]")}.`, {
      code: "parameter_missing",
      param: at("recurring[interval]"),
    });
  if (!values.product && !data?.name)
    throw invalid("You must specify either `product` or `product_data` when creating a price.", {
      code: "parameter_missing",
      param: at("product"),
    });
  const product = values.product
    ? world.store.get("product", values.product, at("product"))
    : addProduct(world, {
        name: data?.name ?? "",
        metadata: data?.metadata ?? {},
        description: data?.description ?? null,
      });
  return world.create("price", {
    product: product.id,
    active: true,
    currency: values.currency.toLowerCase(),
    unit_amount: values.unit_amount,
    recurring: recurring?.interval
      ? { interval: recurring.interval, interval_count: recurring.interval_count ?? 1 }
      : null,
    lookup_key: null,
    nickname: null,
    tax_behavior: values.tax_behavior ?? "unspecified",
    metadata: {},
    ...more,
  });
}

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, { ...PRICE_DATA, ...UPDATE });
  return addPrice(world, values, {
    active: values.active ?? true,
    lookup_key: takeLookupKey(world, values),
    nickname: values.nickname ?? null,
    metadata: mergeMetadata({}, values.metadata),
  });
};

const update: Handler = (world, { parameters, ids }) => {
  const price = world.store.get("price", ids[0]);
  const values = readParameters(parameters, UPDATE);
  return world.change(price, {
    active: values.active ?? price.active,
    lookup_key: values.lookup_key === undefined ? price.lookup_key : takeLookupKey(world, values),
    nickname: given(values.nickname, price.nickname),
    tax_behavior: values.tax_behavior ?? price.tax_behavior,
    metadata: mergeMetadata(price.metadata, values.metadata),
  });
};

/** A lookup key has one price; it is transferred from another only on request. */
function takeLookupKey(world: World, values: Values<typeof UPDATE>): string | null {
  const key = values.lookup_key ?? null;
  const holder = key && world.store.all("price").find((price) => price.lookup_key === key);
  if (holder && !values.transfer_lookup_key)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key. If you want to transfer the key, set \`transfer_lookup_key\` to \`true\`.`,
      { param: "lookup_key" },
    );
  if (holder) holder.lookup_key = null;
  return key;
}

/** Prices have the same shape in all versions. */
export function renderPrice(world: World, price: Price): Json {
  return {
    ...price,
    billing_scheme: "per_unit",
    custom_unit_amount: null,
    livemode: world.settings.livemode,
    recurring: price.recurring && {
      ...price.recurring,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tiers_mode: null,
    transform_quantity: null,
    type: price.recurring ? "recurring" : "one_time",
    unit_amount_decimal: String(price.unit_amount),
  };
}

/** A recurring price in the older form that subscription items still carry. */
export function renderPlan(world: World, price: Price): Json {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? null,
    interval_count: price.recurring?.interval_count ?? null,
    livemode: world.settings.livemode,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export const priceRoutes: Route[] = [
  ["POST", "/v1/prices", create],
  [
    "GET",
    "/v1/prices",
    list("price", {
      active: filterOf("boolean", ({ active }, wanted) => active === wanted),
      currency: equal("currency"),
      product: equal("product"),
      type: filterOf(
        ["one_time", "recurring"],
        ({ recurring }, wanted) => (wanted === "recurring") === !!recurring,
      ),
      lookup_keys: filterOf({ list: "string" }, ({ lookup_key: key }, wanted) => wanted.includes(key ?? "")),
    }),
  ],
  ["GET", "/v1/prices/:id", retrieve("price")],
  ["POST", "/v1/prices/:id", update],
];
