// Items of payment links and checkout sessions: prices and discounts.
import { discountLines, type Redemption } from "./discount.ts";
import { invalid } from "./errors.ts";
import { shape, type Values } from "./parameters.ts";
import { addPrice, PRICE_DATA, renderPrice } from "./price.ts";
import type { Json } from "./render.ts";
import { randomId } from "./store.ts";
import { readTaxRates, sumOfTaxes, TAX_RATES, taxesOn } from "./tax-rate.ts";
import type { World } from "./world.ts";

/** A quantity of one price. */
export type LineItem = { id: string; price: string; quantity: number; tax_rates?: string[] };

const ITEM = shape({
  adjustable_quantity: { hash: { enabled: "boolean" } },
  price: "string",
  price_data: { hash: PRICE_DATA },
  quantity: "integer",
});
/** Parameters for the items of payment links. */
export const LINE_ITEMS = shape({ line_items: { list: { hash: ITEM } } });
/** The same for checkout sessions. */
export const TAXABLE_ITEMS = shape({
  line_items: { list: { hash: { ...ITEM, tax_rates: TAX_RATES } } },
});

/** Checks the items of a call; prices that it brings along are made. */
export function readLineItems(world: World, values: Values<typeof TAXABLE_ITEMS>["line_items"]): LineItem[] {
  const items = (values ?? []).map(({ price, price_data, quantity, tax_rates: rates }, at) => {
    const param = `line_items[${at}]`;
    if (quantity == null)
      throw invalid("Quantity is required. Add `quantity` to `line_items[" + at + "]`", {
        code: "parameter_missing",
        param: `${param}[quantity]`,
      });
    const of = price_data
      ? addPrice(world, price_data, {}, `${param}[price_data]`)
      : world.store.get("price", price, `${param}[price]`);
    if (!of.active)
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, {
        param: `${param}[price]`,
      });
    const tax_rates = readTaxRates(world, rates, `${param}[tax_rates]`);
    return { id: randomId("li_1", 23), price: of.id, quantity, tax_rates };
  });
  const currencies = new Set(items.map(({ price }) => world.store.get("price", price).currency));
  if (currencies.size > 1) throw invalid("All prices must use the same currency.", { param: "line_items" });
  return items;
}

export const hasRecurring = (world: World, items: LineItem[]): boolean =>
  items.some(({ price }) => world.store.get("price", price).recurring);

/** Today's prices of the items, each and in total, after coupons and taxes. In a trial a recurring price is free. */
export function priced<T extends Omit<LineItem, "id">>(
  world: World,
  items: T[],
  redemptions: Pick<Redemption, "coupon">[],
  trial = false,
  /** For items without their own rates. */
  defaults: string[] = [],
) {
  const prices = items.map(({ price }) => world.store.get("price", price));
  const amounts = items.map(({ quantity }, at) =>
    trial && prices[at]?.recurring ? 0 : (prices[at]?.unit_amount ?? 0) * quantity,
  );
  const coupons = redemptions.map(({ coupon }) => world.store.get("coupon", coupon));
  const off = discountLines(
    amounts.map((amount, at) => ({ amount, product: prices[at]?.product ?? null })),
    coupons,
  );
  const lines = items.map((item, at) => {
    const subtotal = amounts[at] ?? 0;
    const discount = off.reduce((sum, of) => sum + (of[at] ?? 0), 0);
    const taxes = taxesOn(world, subtotal - discount, item.tax_rates?.length ? item.tax_rates : defaults);
    const added = sumOfTaxes(taxes, false);
    return {
      ...item,
      subtotal,
      discount,
      tax: added + sumOfTaxes(taxes, true),
      added,
      recurring: prices[at]?.recurring ?? null,
      product: world.store.get("product", prices[at]?.product).name,
    };
  });
  const sum = (of: "added" | "discount" | "subtotal" | "tax") =>
    lines.reduce((all, line) => all + line[of], 0);
  const [subtotal, discount, added, tax] = [sum("subtotal"), sum("discount"), sum("added"), sum("tax")];
  const total = subtotal - discount + added;
  return { lines, subtotal, discount, added, tax, total, currency: prices[0]?.currency ?? "gbp" };
}

/** Line items have the same shape in all versions. */
export const renderLineItems = (
  world: World,
  items: LineItem[],
  redemptions: Redemption[] = [],
  defaults: string[] = [],
): Json[] =>
  priced(world, items, redemptions, false, defaults).lines.map((line) => {
    const price = world.store.get("price", line.price);
    return {
      id: line.id,
      object: "item",
      adjustable_quantity: null,
      amount_discount: line.discount,
      amount_subtotal: line.subtotal,
      amount_tax: line.tax,
      amount_total: line.subtotal - line.discount + line.added,
      currency: price.currency,
      description: line.product,
      metadata: {},
      price: renderPrice(world, price),
      quantity: line.quantity,
    };
  });
