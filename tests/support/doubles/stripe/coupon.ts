// Coupons.
import { invalid, missing } from "./errors.ts";
import { given, mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { list, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import type { World } from "./world.ts";

/** It takes off an amount or a percentage, never both. */
export type Coupon = Base<"coupon"> & {
  name: string | null;
  amount_off: number | null;
  percent_off: number | null;
  currency: string | null;
  duration: "forever" | "once" | "repeating";
  duration_in_months: number | null;
  max_redemptions: number | null;
  redeem_by: number | null;
  times_redeemed: number;
  /** Products that it holds for; `null` for all. */
  applies_to: { products: string[] } | null;
  metadata: Metadata;
  /** It cannot be redeemed or read any more; existing discounts still need it. */
  deleted?: true;
};

const CREATE = shape({
  id: "string",
  name: "string",
  amount_off: "integer",
  percent_off: "decimal",
  currency: "string",
  duration: ["forever", "once", "repeating"],
  duration_in_months: "integer",
  max_redemptions: "integer",
  redeem_by: "timestamp",
  applies_to: { hash: { products: { list: "string" } } },
  metadata: "metadata",
});

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE);
  const { amount_off, percent_off, duration = "once" } = values;
  if ((amount_off == null) === (percent_off == null))
    throw invalid("You must pass either `percent_off` or `amount_off`, but not both.", {
      param: "percent_off",
    });
  if (amount_off != null && !values.currency)
    throw invalid("You must pass currency when passing amount_off", { param: "currency" });
  if (percent_off != null && (percent_off <= 0 || percent_off > 100))
    throw invalid("Invalid percent_off: must be greater than 0 and at most 100", { param: "percent_off" });
  if ((duration === "repeating") !== (values.duration_in_months != null))
    throw invalid("You must pass duration_in_months when passing repeating as duration, and only then.", {
      param: "duration_in_months",
    });
  const id = values.id ?? randomId("", 8);
  if (world.store.find("coupon", id))
    throw invalid("Coupon already exists.", { code: "resource_already_exists", param: "id" });
  for (const product of values.applies_to?.products ?? [])
    world.store.get("product", product, "applies_to[products][0]");
  return world.create("coupon", {
    id,
    name: values.name ?? null,
    amount_off: amount_off ?? null,
    percent_off: percent_off ?? null,
    currency: values.currency?.toLowerCase() ?? null,
    duration: duration ?? "once",
    duration_in_months: values.duration_in_months ?? null,
    max_redemptions: values.max_redemptions ?? null,
    redeem_by: values.redeem_by ?? null,
    times_redeemed: 0,
    applies_to: values.applies_to?.products ? { products: values.applies_to.products } : null,
    metadata: mergeMetadata({}, values.metadata),
  });
};

/** Returns a coupon unless it was deleted. */
function existingCoupon(world: World, id: string | undefined): Coupon {
  const coupon = world.store.get("coupon", id);
  if (coupon.deleted) throw missing("coupon", coupon.id, "coupon", 404);
  return coupon;
}

const update: Handler = (world, { parameters, ids }) => {
  const coupon = existingCoupon(world, ids[0]);
  const values = readParameters(parameters, { name: "string", metadata: "metadata" });
  return world.change(coupon, {
    name: given(values.name, coupon.name),
    metadata: mergeMetadata(coupon.metadata, values.metadata),
  });
};

const remove: Handler = (world, { ids }) => {
  const coupon = existingCoupon(world, ids[0]);
  coupon.deleted = true;
  return { id: coupon.id, object: "coupon", deleted: true };
};

/** Whether it can still be redeemed. */
export const isValid = (world: World, coupon: Coupon): boolean =>
  !coupon.deleted &&
  (coupon.redeem_by === null || coupon.redeem_by >= world.now()) &&
  (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions);

/** Coupons look the same in all versions; `applies_to` is included only when expanded. */
export function renderCoupon(world: World, coupon: Coupon): Json {
  const shown: Json = { ...coupon, livemode: world.settings.livemode, valid: isValid(world, coupon) };
  delete shown["applies_to"];
  delete shown["deleted"];
  return shown;
}

export const couponRoutes: Route[] = [
  ["POST", "/v1/coupons", create],
  ["GET", "/v1/coupons", list("coupon")],
  ["GET", "/v1/coupons/:id", (world, { ids }) => existingCoupon(world, ids[0])],
  ["POST", "/v1/coupons/:id", update],
  ["DELETE", "/v1/coupons/:id", remove],
];
