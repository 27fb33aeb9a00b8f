// Invoices: amounts owed for a period or for one-off items, with discounts.
import { discountLines, redeem, type Discount, type Redemption } from "./discount.ts";
import type { InvoiceItem } from "./invoice-item.ts";
import type { Metadata } from "./parameters.ts";
import { randomId, type Base } from "./store.ts";
import { byRate, sumOfTaxes, taxesOn, type Tax } from "./tax-rate.ts";
import type { World } from "./world.ts";

export type BillingReason =
  "manual" | "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming";

/** One amount of an invoice, with the price and the period that it is for. */
export type InvoiceLine = {
  id: string;
  /** Before discounts. */
  amount: number;
  description: string;
  discount_amounts: { amount: number; discount: string }[];
  invoice_item: string | null;
  metadata: Metadata;
  period: { start: number; end: number };
  price: string | null;
  proration: boolean;
  quantity: number;
  subscription: string | null;
  subscription_item: string | null;
  /** Rates in the place of the invoice's own. */
  tax_rates?: string[];
  /** Its taxes, after discounts. */
  taxes?: Tax[];
};

/** A draft can change; from `open` on its amounts stay. */
export type Invoice = Base<"invoice"> & {
  amount_paid: number;
  attempt_count: number;
  auto_advance: boolean;
  /** When a draft is finalized automatically. */
  automatically_finalizes_at?: number | null;
  billing_reason: BillingReason;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  /** For lines without their own rates. */
  default_tax_rates?: string[];
  description: string | null;
  discounts: string[];
  /** When the first attempt to collect it failed: retries are counted from there. */
  first_failed_at: number | null;
  lines: InvoiceLine[];
  metadata: Metadata;
  next_payment_attempt: number | null;
  number: string | null;
  payment_intent: string | null;
  period_start: number;
  period_end: number;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  subscription: string | null;
  /** The subscription's metadata at the time. */
  subscription_metadata: Metadata;
  finalized_at: number | null;
  marked_uncollectible_at: number | null;
  paid_at: number | null;
  voided_at: number | null;
};

/** A line for a price, of a subscription or once. */
export function priceLine(
  world: World,
  id: string,
  quantity: number,
  more: Partial<InvoiceLine> & Pick<InvoiceLine, "period">,
): InvoiceLine {
  const price = world.store.get("price", id);
  const { name } = world.store.get("product", price.product);
  const per =
    price.recurring &&
    `(at ${(price.unit_amount / 100).toFixed(2)} ${price.currency.toUpperCase()} / ${price.recurring.interval})`;
  return {
    id: randomId("il_1", 23),
    amount: price.unit_amount * quantity,
    description: per ? `${quantity} × ${name} ${per}` : name,
    discount_amounts: [],
    invoice_item: null,
    metadata: {},
    price: id,
    proration: false,
    quantity,
    subscription: null,
    subscription_item: null,
    ...more,
  };
}

export const itemLine = (item: InvoiceItem): InvoiceLine => ({
  id: randomId("il_1", 23),
  amount: item.amount,
  description: item.description ?? "",
  discount_amounts: [],
  invoice_item: item.id,
  metadata: item.metadata,
  period: item.period,
  price: item.price,
  proration: item.proration,
  quantity: item.quantity,
  subscription: item.subscription,
  subscription_item: null,
  ...(item.tax_rates && { tax_rates: item.tax_rates }),
});

/** Applies the discounts to the lines, and records the amounts on each. */
export function applyDiscounts(world: World, lines: InvoiceLine[], discounts: Discount[]): void {
  const priced = lines.map(({ amount, price }) => ({
    amount,
    product: world.store.find("price", price)?.product ?? null,
  }));
  const coupons = discounts.map(({ coupon }) => world.store.get("coupon", coupon));
  const off = discountLines(priced, coupons);
  lines.forEach((line, at) => {
    line.discount_amounts = discounts.map(({ id }, of) => ({ amount: off[of]?.[at] ?? 0, discount: id }));
  });
}

/** Adds up the taxes on each line, once its discounts are known. */
export function applyTaxes(world: World, lines: InvoiceLine[], defaults: string[] = []): void {
  for (const line of lines) {
    const off = line.discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
    line.taxes = taxesOn(world, line.amount - off, line.tax_rates?.length ? line.tax_rates : defaults);
  }
}

/** Initial values of any draft. */
export const FRESH = {
  amount_paid: 0,
  attempt_count: 0,
  auto_advance: true,
  automatically_finalizes_at: null,
  default_payment_method: null,
  description: null,
  first_failed_at: null,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  payment_intent: null,
  status: "draft",
  subscription: null,
  subscription_metadata: {},
  finalized_at: null,
  marked_uncollectible_at: null,
  paid_at: null,
  voided_at: null,
} as const;

/** A draft of the given lines. Redemptions that are not yet discounts hold for this invoice alone. */
export function draftInvoice(
  world: World,
  fields: Partial<Invoice> & Pick<Invoice, "billing_reason" | "currency" | "customer" | "lines">,
  redemptions: (Redemption | Discount)[] = [],
): Invoice {
  const id = world.store.newId("invoice");
  const discounts = redemptions.map((one) => redeem(world, one, { customer: fields.customer, invoice: id }));
  applyDiscounts(world, fields.lines, discounts);
  applyTaxes(world, fields.lines, fields.default_tax_rates);
  for (const { invoice_item: item } of fields.lines) {
    const pending = world.store.find("invoiceitem", item);
    if (pending) pending.invoice = id;
  }
  const invoice = world.create("invoice", {
    id,
    ...FRESH,
    discounts: discounts.map((discount) => discount.id),
    period_start: world.now(),
    period_end: world.now(),
    ...fields,
  });
  world.emit("invoice.created", invoice);
  return invoice;
}

/** Sums of an invoice, in the currency's smallest unit. A negative total is not owed. */
export function totals({ lines, amount_paid, status }: Pick<Invoice, "amount_paid" | "lines" | "status">) {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const discount = lines
    .flatMap(({ discount_amounts: off }) => off)
    .reduce((sum, { amount }) => sum + amount, 0);
  const taxes = byRate(lines.flatMap(({ taxes: all = [] }) => all));
  const [added, contained] = [sumOfTaxes(taxes, false), sumOfTaxes(taxes, true)];
  const total = subtotal - discount + added;
  const due = Math.max(0, total);
  const remaining = status === "paid" ? 0 : due - amount_paid;
  return { subtotal, discount, taxes, added, contained, total, due, remaining };
}
