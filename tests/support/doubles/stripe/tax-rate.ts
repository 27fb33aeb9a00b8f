// A seller's tax rates, and the resulting taxes.
import { invalid } from "./errors.ts";
import { given, mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import type { World } from "./world.ts";

/** Its percentage never changes: another rate takes its place. */
export type TaxRate = Base<"tax_rate"> & {
  active: boolean;
  country: string | null;
  description: string | null;
  display_name: string;
  /** Whether prices contain the tax; otherwise it is added to them. */
  inclusive: boolean;
  jurisdiction: string | null;
  metadata: Metadata;
  percentage: number;
  state: string | null;
  tax_type: string | null;
};

/** A tax on one amount. */
export type Tax = { amount: number; inclusive: boolean; rate: string; taxable_amount: number };

/** Parameter for tax rates; an empty text removes them. */
export const TAX_RATES = { list: "string" } as const;

const UPDATE = shape({
  active: "boolean",
  country: "string",
  description: "string",
  display_name: "string",
  jurisdiction: "string",
  metadata: "metadata",
  state: "string",
  tax_type: ["gst", "hst", "jct", "pst", "qst", "rst", "sales_tax", "service_tax", "vat"],
});
const CREATE = shape({ ...UPDATE, inclusive: "boolean", percentage: "decimal" });

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["display_name", "inclusive", "percentage"]);
  const { percentage } = values;
  if (percentage == null || percentage < 0 || percentage > 100)
    throw invalid("Invalid percentage: must be between 0 and 100", { param: "percentage" });
  return world.create("tax_rate", {
    active: values.active ?? true,
    country: values.country ?? null,
    description: values.description ?? null,
    display_name: values.display_name ?? "",
    inclusive: values.inclusive ?? false,
    jurisdiction: values.jurisdiction ?? null,
    metadata: mergeMetadata({}, values.metadata),
    percentage,
    state: values.state ?? null,
    tax_type: values.tax_type ?? null,
  });
};

const update: Handler = (world, { parameters, ids }) => {
  const rate = world.store.get("tax_rate", ids[0]);
  const values = readParameters(parameters, UPDATE);
  return world.change(rate, {
    active: values.active ?? rate.active,
    country: given(values.country, rate.country),
    description: given(values.description, rate.description),
    display_name: values.display_name ?? rate.display_name,
    jurisdiction: given(values.jurisdiction, rate.jurisdiction),
    metadata: mergeMetadata(rate.metadata, values.metadata),
    state: given(values.state, rate.state),
    tax_type: given(values.tax_type, rate.tax_type),
  });
};

/** Checks the tax rates that a call names. */
export function readTaxRates(world: World, ids: string[] | null | undefined, param: string): string[] {
  return (ids ?? []).map((id, at) => {
    const rate = world.store.get("tax_rate", id, `${param}[${at}]`);
    if (!rate.active)
      throw invalid(`The tax rate ${id} is inactive: it cannot be used any more.`, {
        param: `${param}[${at}]`,
      });
    return rate.id;
  });
}

/** Taxes on an amount after discounts, each rounded to the penny. Prices contain all inclusive ones together. */
export function taxesOn(world: World, amount: number, ids: string[]): Tax[] {
  const rates = ids.map((id) => world.store.get("tax_rate", id));
  const contained = rates.reduce((sum, { inclusive, percentage }) => sum + (inclusive ? percentage : 0), 0);
  const base = amount / (1 + contained / 100);
  return rates.map(({ id, inclusive, percentage }) => ({
    amount: Math.round((base * percentage) / 100),
    inclusive,
    rate: id,
    taxable_amount: Math.round(base),
  }));
}

/** Sum of the exclusive or of the inclusive taxes. */
export const sumOfTaxes = (taxes: Tax[], inclusive: boolean): number =>
  taxes.reduce((sum, tax) => sum + (tax.inclusive === inclusive ? tax.amount : 0), 0);

/** One tax per rate, for the whole of an invoice. */
export function byRate(taxes: Tax[]): Tax[] {
  const sums = new Map<string, Tax>();
  for (const tax of taxes) {
    const { amount = 0, taxable_amount: base = 0 } = sums.get(tax.rate) ?? {};
    sums.set(tax.rate, { ...tax, amount: amount + tax.amount, taxable_amount: base + tax.taxable_amount });
  }
  return [...sums.values()];
}

/** A tax as the present version shows it. */
export const renderTax = ({ amount, inclusive, rate, taxable_amount }: Tax): Json => ({
  amount,
  tax_behavior: inclusive ? "inclusive" : "exclusive",
  tax_rate_details: { tax_rate: rate },
  // Stripe gives reasons only for the taxes that it calculates itself.
  taxability_reason: "not_available",
  taxable_amount,
  type: "tax_rate_details",
});

/** Renders a tax for earlier versions. */
export const renderEarlierTax = ({ amount, inclusive, rate, taxable_amount }: Tax): Json => ({
  amount,
  inclusive,
  tax_rate: rate,
  taxability_reason: null,
  taxable_amount,
});

/** Tax rates have the same shape in all versions. */
export const renderTaxRate = (world: World, rate: TaxRate): Json => ({
  ...rate,
  effective_percentage: null,
  flat_amount: null,
  jurisdiction_level: null,
  livemode: world.settings.livemode,
  rate_type: null,
});

/** Other objects carry their tax rates whole. */
export const renderTaxRates = (world: World, ids: string[] = []): Json[] =>
  ids.map((id) => renderTaxRate(world, world.store.get("tax_rate", id)));

export const taxRateRoutes: Route[] = [
  ["POST", "/v1/tax_rates", create],
  [
    "GET",
    "/v1/tax_rates",
    list("tax_rate", {
      active: filterOf("boolean", ({ active }, wanted) => active === wanted),
      inclusive: filterOf("boolean", ({ inclusive }, wanted) => inclusive === wanted),
    }),
  ],
  ["GET", "/v1/tax_rates/:id", retrieve("tax_rate")],
  ["POST", "/v1/tax_rates/:id", update],
];
