// Discounts: coupons that hold for a customer, a subscription or one invoice.
import { renderCoupon, isValid, type Coupon } from "./coupon.ts";
import { invalid, missing } from "./errors.ts";
import { shape, type Values } from "./parameters.ts";
import { addPeriods } from "./period.ts";
import { isRedeemable } from "./promotion-code.ts";
import type { Json } from "./render.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** A coupon that was redeemed. */
export type Discount = Base<"discount"> & {
  coupon: string;
  promotion_code: string | null;
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
  checkout_session: string | null;
  start: number;
  /** When a repeating coupon ends; a single one ends with the invoice that it was used on. */
  end: number | null;
};

/** A coupon to redeem, and the promotion code that led to it, if any. */
export type Redemption = { coupon: string; promotion_code: string | null };

/** Parameters for discounts. */
export const DISCOUNTS = shape({
  discounts: { list: { hash: { coupon: "string", promotion_code: "string", discount: "string" } } },
});

/** Validates a call's discounts. Existing ones are kept by their id. */
export function readDiscounts(
  world: World,
  values: Values<typeof DISCOUNTS>["discounts"],
  customer: string | null,
): (Redemption | Discount)[] {
  return (values ?? []).map(({ coupon, promotion_code: code, discount }, index) => {
    const at = (name: string) => `discounts[${index}][${name}]`;
    if (discount) return world.store.get("discount", discount, at("discount"));
    if (code) {
      const promotion = world.store.get("promotion_code", code, at("promotion_code"));
      if (!isRedeemable(world, promotion, customer))
        throw invalid("This promotion code is not active or cannot be redeemed.", {
          param: at("promotion_code"),
        });
      return { coupon: promotion.coupon, promotion_code: promotion.id };
    }
    const found = world.store.get("coupon", coupon, at("coupon"));
    if (!isValid(world, found)) throw missing("coupon", found.id, at("coupon"), 400);
    return { coupon: found.id, promotion_code: null };
  });
}

/** Redeems a coupon for a customer or subscription. */
export function redeem(
  world: World,
  redemption: Redemption | Discount,
  where: Partial<Pick<Discount, "customer" | "subscription" | "invoice" | "checkout_session">>,
): Discount {
  if ("id" in redemption) return redemption;
  const coupon = world.store.get("coupon", redemption.coupon);
  coupon.times_redeemed += 1;
  const promotion = world.store.find("promotion_code", redemption.promotion_code);
  if (promotion) promotion.times_redeemed += 1;
  const start = world.now();
  return world.create("discount", {
    ...redemption,
    customer: null,
    subscription: null,
    invoice: null,
    checkout_session: null,
    start,
    end:
      coupon.duration === "repeating"
        ? addPeriods(start, { interval: "month", interval_count: 1 }, coupon.duration_in_months ?? 1)
        : null,
    ...where,
  });
}

type Priced = { amount: number; product: string | null };

/** Discounts of each coupon on each line, applied in sequence, to the penny. */
export function discountLines(lines: Priced[], coupons: Coupon[]): number[][] {
  const left = lines.map(({ amount }) => amount);
  return coupons.map((coupon) => {
    const counts = lines.map(
      ({ product, amount }) =>
        amount > 0 &&
        (!coupon.applies_to || (product !== null && coupon.applies_to.products.includes(product))),
    );
    const base = left.reduce((sum, amount, at) => sum + (counts[at] ? amount : 0), 0);
    const off =
      coupon.percent_off === null
        ? Math.min(coupon.amount_off ?? 0, base)
        : Math.round((base * coupon.percent_off) / 100);
    let seen = 0;
    let given = 0;
    return left.map((amount, at) => {
      if (!counts[at] || base === 0) return 0;
      seen += amount;
      // Computed from running totals, so that rounding loses no penny.
      const part = Math.round((off * seen) / base) - given;
      given += part;
      left[at] = amount - part;
      return part;
    });
  });
}

/** Earlier versions carry the whole coupon, the present one its id in `source`. */
export function renderDiscount(world: World, discount: Discount, version: Version): Json {
  const { coupon, created: _, ...rest } = discount;
  return {
    ...rest,
    ...(version === EARLIER
      ? { coupon: renderCoupon(world, world.store.get("coupon", coupon)) }
      : { source: { type: "coupon", coupon }, customer_account: null }),
    invoice_item: null,
    subscription_item: null,
  };
}
