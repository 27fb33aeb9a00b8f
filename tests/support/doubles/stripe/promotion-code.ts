// Promotion codes: words that a buyer types for a coupon.
import { isValid, renderCoupon } from "./coupon.ts";
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** Its coupon defines the discount, the code who may redeem it. */
export type PromotionCode = Base<"promotion_code"> & {
  code: string;
  coupon: string;
  active: boolean;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
  metadata: Metadata;
  restrictions: {
    first_time_transaction: boolean;
    minimum_amount: number | null;
    minimum_amount_currency: string | null;
  };
};

const CREATE = shape({
  code: "string",
  active: "boolean",
  customer: "string",
  expires_at: "timestamp",
  max_redemptions: "integer",
  metadata: "metadata",
  restrictions: {
    hash: {
      first_time_transaction: "boolean",
      minimum_amount: "integer",
      minimum_amount_currency: "string",
    },
  },
});
const PROMOTION = shape({ promotion: { hash: { type: ["coupon"], coupon: "string" } } });

const create: Handler = (world, { parameters, version }) => {
  const earlier = version === EARLIER;
  const values = earlier
    ? readParameters(parameters, { ...CREATE, coupon: "string" }, ["coupon"])
    : readParameters(parameters, { ...CREATE, ...PROMOTION }, ["promotion"]);
  const asked = "coupon" in values ? values.coupon : "promotion" in values && values.promotion?.coupon;
  const coupon = world.store.get("coupon", asked || "", earlier ? "coupon" : "promotion[coupon]");
  const code = values.code ?? randomId("", 8).toUpperCase();
  if (!/^[A-Za-z0-9-]+$/.test(code))
    throw invalid("Promotion codes may only contain letters, digits and dashes.", { param: "code" });
  const taken = codesLike(world, code).some((held) => held.active && (values.active ?? true));
  if (taken)
    throw invalid("An active promotion code with the specified code already exists.", {
      code: "resource_already_exists",
      param: "code",
    });
  if (values.customer) world.store.get("customer", values.customer, "customer");
  return world.create("promotion_code", {
    code,
    coupon: coupon.id,
    active: values.active ?? true,
    customer: values.customer ?? null,
    expires_at: values.expires_at ?? null,
    max_redemptions: values.max_redemptions ?? null,
    times_redeemed: 0,
    metadata: mergeMetadata({}, values.metadata),
    restrictions: {
      first_time_transaction: values.restrictions?.first_time_transaction ?? false,
      minimum_amount: values.restrictions?.minimum_amount ?? null,
      minimum_amount_currency: values.restrictions?.minimum_amount_currency ?? null,
    },
  });
};

const update: Handler = (world, { parameters, ids }) => {
  const promotion = world.store.get("promotion_code", ids[0]);
  const values = readParameters(parameters, { active: "boolean", metadata: "metadata" });
  return world.change(promotion, {
    active: values.active ?? promotion.active,
    metadata: mergeMetadata(promotion.metadata, values.metadata),
  });
};

/** Codes are case-insensitive. */
const codesLike = (world: World, code: string): PromotionCode[] =>
  world.store.all("promotion_code").filter((held) => held.code.toLowerCase() === code.toLowerCase());

/** The promotion code with this text, if it can be redeemed. */
export const redeemable = (world: World, code: string, customer?: string | null): PromotionCode | undefined =>
  codesLike(world, code).find((promotion) => isRedeemable(world, promotion, customer));

/** Whether it can be redeemed by this customer, or by a new one. */
export function isRedeemable(world: World, promotion: PromotionCode, customer?: string | null): boolean {
  const earlier =
    customer && world.store.all("charge").some((charge) => charge.customer === customer && charge.paid);
  return (
    promotion.active &&
    (promotion.expires_at === null || promotion.expires_at > world.now()) &&
    (promotion.max_redemptions === null || promotion.times_redeemed < promotion.max_redemptions) &&
    (promotion.customer === null || promotion.customer === customer) &&
    !(promotion.restrictions.first_time_transaction && earlier) &&
    isValid(world, world.store.get("coupon", promotion.coupon))
  );
}

/** Earlier versions carry the whole coupon, the present one its id in `promotion`. */
export function renderPromotionCode(world: World, promotion: PromotionCode, version: Version): Json {
  const { coupon, ...rest } = promotion;
  const valid = isValid(world, world.store.get("coupon", coupon));
  return {
    ...rest,
    active: promotion.active && valid,
    ...(version === EARLIER
      ? { coupon: renderCoupon(world, world.store.get("coupon", coupon)) }
      : { promotion: { type: "coupon", coupon }, customer_account: null }),
    livemode: world.settings.livemode,
  };
}

export const promotionCodeRoutes: Route[] = [
  ["POST", "/v1/promotion_codes", create],
  [
    "GET",
    "/v1/promotion_codes",
    list("promotion_code", {
      active: filterOf("boolean", ({ active }, wanted) => active === wanted),
      code: filterOf("string", ({ code }, wanted) => code.toLowerCase() === wanted.toLowerCase()),
      coupon: filterOf("string", ({ coupon }, wanted) => coupon === wanted),
      customer: filterOf("string", ({ customer }, wanted) => customer === wanted),
    }),
  ],
  ["GET", "/v1/promotion_codes/:id", retrieve("promotion_code")],
  ["POST", "/v1/promotion_codes/:id", update],
];
