// Invoices as the versions show them.
import { renderDiscount } from "./discount.ts";
import { totals, type Invoice, type InvoiceLine } from "./invoice.ts";
import { renderPlan, renderPrice } from "./price.ts";
import type { Json } from "./render.ts";
import { renderEarlierTax, renderTax, renderTaxRates, sumOfTaxes } from "./tax-rate.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** A list inside of an object. */
export const inner = (url: string, data: Json[]): Json => ({
  object: "list",
  data,
  has_more: false,
  total_count: data.length,
  url,
});

function renderLine(world: World, invoice: Invoice, line: InvoiceLine, version: Version): Json {
  const price = world.store.find("price", line.price);
  const recurring = line.subscription_item !== null;
  const { subscription, subscription_item, invoice_item, proration, price: _, ...fields } = line;
  const { tax_rates: rates = [], taxes = [], ...rest } = fields;
  const net = line.amount - sumOfTaxes(taxes, true);
  return {
    ...rest,
    object: "line_item",
    currency: invoice.currency,
    discountable: line.amount > 0,
    discounts: [],
    invoice: invoice.id,
    livemode: world.settings.livemode,
    pretax_credit_amounts: [],
    ...(version === EARLIER
      ? {
          amount_excluding_tax: net,
          ...(invoice_item && { invoice_item }),
          plan: price?.recurring ? renderPlan(world, price) : null,
          price: price ? renderPrice(world, price) : null,
          proration,
          proration_details: { credited_items: null },
          subscription,
          ...(subscription_item && { subscription_item }),
          tax_amounts: taxes.map(renderEarlierTax),
          tax_rates: renderTaxRates(world, rates),
          type: recurring ? "subscription" : "invoiceitem",
          unit_amount_excluding_tax: String(Math.trunc(net / line.quantity)),
        }
      : {
          parent: recurring
            ? {
                invoice_item_details: null,
                subscription_item_details: {
                  invoice_item: null,
                  proration,
                  proration_details: { credited_items: null },
                  subscription,
                  subscription_item,
                },
                type: "subscription_item_details",
              }
            : {
                invoice_item_details: {
                  invoice_item,
                  proration,
                  proration_details: { credited_items: null },
                  subscription,
                },
                subscription_item_details: null,
                type: "invoice_item_details",
              },
          pricing: price
            ? {
                price_details: { price: price.id, product: price.product },
                type: "price_details",
                unit_amount_decimal: String(price.unit_amount),
              }
            : null,
          quantity_decimal: String(line.quantity),
          subscription,
          subtotal: line.amount,
          taxes: taxes.map(renderTax),
        }),
  };
}

/** The lines of an invoice, as its own call lists them. */
export const renderLines = (world: World, invoice: Invoice, version: Version): Json[] =>
  invoice.lines.map((line) => renderLine(world, invoice, line, version));

/** The payment of an invoice: since 2025 the way from an invoice to its payment intent. */
export function renderPayments(world: World, invoice: Invoice): Json[] {
  const intent = world.store.find("payment_intent", invoice.payment_intent);
  if (!intent) return [];
  const paid = intent.status === "succeeded";
  return [
    {
      id: intent.id.replace("pi_3", "inpay_1"),
      object: "invoice_payment",
      amount_paid: paid ? intent.amount : null,
      amount_requested: intent.amount,
      created: intent.created,
      currency: intent.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: world.settings.livemode,
      payment: { payment_intent: intent.id, type: "payment_intent" },
      status: paid ? "paid" : intent.status === "canceled" ? "canceled" : "open",
      status_transitions: { canceled_at: intent.canceled_at, paid_at: paid ? invoice.paid_at : null },
    },
  ];
}

/** Fields of an invoice that earlier API versions have and the present one moved elsewhere. */
function earlierFields(world: World, invoice: Invoice, version: Version): Json {
  const intent = world.store.find("payment_intent", invoice.payment_intent);
  const [first] = invoice.discounts.map((id) => world.store.get("discount", id));
  const { taxes, added, contained } = totals(invoice);
  return {
    application_fee_amount: null,
    charge: intent?.latest_charge ?? null,
    discount: first ? renderDiscount(world, first, version) : null,
    paid: invoice.status === "paid",
    paid_out_of_band: false,
    payment_intent: intent?.id ?? null,
    quote: null,
    rendering_options: null,
    subscription: invoice.subscription,
    subscription_details: { metadata: invoice.subscription ? invoice.subscription_metadata : null },
    tax: taxes.length > 0 ? added + contained : null,
    total_tax_amounts: taxes.map(renderEarlierTax),
    transfer_data: null,
  };
}

const presentFields = (invoice: Invoice): Json => ({
  amount_overpaid: 0,
  customer_account: null,
  parent: invoice.subscription
    ? {
        quote_details: null,
        subscription_details: {
          metadata: invoice.subscription_metadata,
          subscription: invoice.subscription,
        },
        type: "subscription_details",
      }
    : null,
  total_taxes: totals(invoice).taxes.map(renderTax),
});

/** Renders an invoice in an API version; its links appear with its number, once finalized. */
export function renderInvoice(world: World, invoice: Invoice, version: Version): Json {
  const { subtotal, added, contained, total, due, remaining } = totals(invoice);
  const customer = world.store.get("customer", invoice.customer);
  const off = invoice.discounts.map((discount) => ({
    amount: invoice.lines
      .flatMap(({ discount_amounts: all }) => all)
      .reduce((sum, one) => sum + (one.discount === discount ? one.amount : 0), 0),
    discount,
  }));
  const shown = invoice.finalized_at !== null;
  const lines = renderLines(world, invoice, version);
  return {
    id: invoice.id,
    object: "invoice",
    account_country: "GB",
    account_name: "Sayso",
    account_tax_ids: null,
    amount_due: due,
    amount_paid: invoice.amount_paid,
    amount_remaining: remaining,
    amount_shipping: 0,
    application: null,
    attempt_count: invoice.attempt_count,
    attempted: invoice.attempt_count > 0,
    auto_advance:
      invoice.auto_advance && (invoice.status === "open" || Boolean(invoice.automatically_finalizes_at)),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: invoice.automatically_finalizes_at ?? null,
    billing_reason: invoice.billing_reason,
    collection_method: "charge_automatically",
    created: invoice.created,
    currency: invoice.currency,
    custom_fields: null,
    customer: invoice.customer,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: invoice.default_payment_method,
    default_source: null,
    default_tax_rates: renderTaxRates(world, invoice.default_tax_rates),
    description: invoice.description,
    discounts: invoice.discounts,
    due_date: null,
    effective_at: invoice.finalized_at,
    ending_balance: shown ? 0 : null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: shown ? `${world.origin}/invoice/${invoice.id}` : null,
    invoice_pdf: shown ? `${world.origin}/invoice/${invoice.id}/pdf` : null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: inner(`/v1/invoices/${invoice.id}/lines`, lines),
    livemode: world.settings.livemode,
    metadata: invoice.metadata,
    next_payment_attempt: invoice.next_payment_attempt ?? invoice.automatically_finalizes_at ?? null,
    number: invoice.number,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.period_end,
    period_start: invoice.period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalized_at,
      marked_uncollectible_at: invoice.marked_uncollectible_at,
      paid_at: invoice.paid_at,
      voided_at: invoice.voided_at,
    },
    subtotal,
    subtotal_excluding_tax: subtotal - contained,
    test_clock: null,
    total,
    total_discount_amounts: off,
    total_excluding_tax: total - added - contained,
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: invoice.created,
    ...(version === EARLIER ? earlierFields(world, invoice, version) : presentFields(invoice)),
  };
}
