// The calls about invoices.
import { collectAndSync, finalize } from "./collection.ts";
import { existingCustomer } from "./customer.ts";
import { DISCOUNTS, readDiscounts, type Discount, type Redemption } from "./discount.ts";
import { invalid } from "./errors.ts";
import { pendingItems } from "./invoice-item.ts";
import { applyDiscounts, applyTaxes, draftInvoice, FRESH, itemLine, type Invoice } from "./invoice.ts";
import { renderInvoice, renderLines, renderPayments } from "./invoice-render.ts";
import { given, mergeMetadata, readParameters, shape } from "./parameters.ts";
import { cancelIntent, type Presence } from "./payment-intent.ts";
import { namedMethod } from "./payment-method.ts";
import { periodEnd } from "./period.ts";
import { equal, filterOf, list, retrieve, type ApiCall, type Handler, type Route } from "./resource.ts";
import { liveDiscounts, periodLines } from "./subscription-billing.ts";
import { readTaxRates, TAX_RATES } from "./tax-rate.ts";
import type { World } from "./world.ts";

const CREATE = shape({
  auto_advance: "boolean",
  collection_method: ["charge_automatically"],
  currency: "string",
  customer: "string",
  default_payment_method: "string",
  default_tax_rates: TAX_RATES,
  description: "string",
  metadata: "metadata",
  pending_invoice_items_behavior: ["exclude", "include"],
  ...DISCOUNTS,
});
const STATUSES = ["draft", "open", "paid", "uncollectible", "void"] as const;

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["customer"]);
  const customer = existingCustomer(world, values.customer, "customer");
  const items =
    values.pending_invoice_items_behavior === "include" ? pendingItems(world, customer.id, null) : [];
  const held = world.store.find("discount", customer.discount);
  const redemptions: (Redemption | Discount)[] = values.discounts
    ? readDiscounts(world, values.discounts, customer.id)
    : held
      ? [held]
      : [];
  const fields: Parameters<typeof draftInvoice>[1] = {
    auto_advance: values.auto_advance ?? false,
    billing_reason: "manual",
    currency: values.currency?.toLowerCase() ?? items[0]?.currency ?? customer.currency ?? "gbp",
    customer: customer.id,
    description: values.description ?? null,
    lines: items.map(itemLine),
    metadata: mergeMetadata({}, values.metadata),
    default_payment_method: values.default_payment_method
      ? namedMethod(world, values.default_payment_method, "default_payment_method").id
      : null,
    default_tax_rates: readTaxRates(world, values.default_tax_rates, "default_tax_rates"),
  };
  return draftInvoice(world, fields, redemptions);
};

const update: Handler = (world, { parameters, ids }) => {
  const invoice = world.store.get("invoice", ids[0]);
  const values = readParameters(parameters, {
    auto_advance: "boolean",
    description: "string",
    metadata: "metadata",
  });
  return world.change(
    invoice,
    {
      auto_advance: values.auto_advance ?? invoice.auto_advance,
      ...(values.auto_advance === false && { automatically_finalizes_at: null }),
      description: given(values.description, invoice.description),
      metadata: mergeMetadata(invoice.metadata, values.metadata),
    },
    "invoice.updated",
  );
};

const finalizeCall: Handler = (world, { parameters, ids }) => {
  const invoice = world.store.get("invoice", ids[0]);
  readParameters(parameters, { auto_advance: "boolean" });
  if (invoice.status !== "draft")
    throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: "invoice_not_editable",
    });
  finalize(world, invoice);
  return invoice;
};

/** Pays a draft or open invoice now, with the card in the call or the stored one. */
const payCall: Handler = (world, { parameters, ids }) => {
  const invoice = world.store.get("invoice", ids[0]);
  const { off_session, payment_method: named } = readParameters(parameters, {
    off_session: "boolean",
    payment_method: "string",
  });
  // The default of this call: the customer is not there.
  payInvoice(world, invoice, named, off_session === false ? "on_session" : "off_session");
  return invoice;
};

/** Collects an invoice on request; rejects with the card's decline. */
export function payInvoice(
  world: World,
  invoice: Invoice,
  named: string | null | undefined,
  presence: Presence,
): void {
  if (invoice.status === "paid") throw invalid("Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status !== "draft" && invoice.status !== "open" && invoice.status !== "uncollectible")
    throw invalid(`This invoice can no longer be paid: it is ${invoice.status}.`);
  if (invoice.status === "draft") finalize(world, invoice);
  const method = named ? namedMethod(world, named, "payment_method") : undefined;
  const refusal = collectAndSync(world, invoice, method, presence);
  if (refusal) throw refusal;
}

/** Ends an invoice that was not paid, and its payment with it. */
export function voidInvoice(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== "open" && invoice.status !== "uncollectible")
    throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
  const intent = world.store.find("payment_intent", invoice.payment_intent);
  if (intent) cancelIntent(world, intent);
  Object.assign(invoice, { status: "void", voided_at: world.now(), next_payment_attempt: null });
  world.emit("invoice.voided", invoice);
  return invoice;
}

const markUncollectible: Handler = (world, { ids }) => {
  const invoice = world.store.get("invoice", ids[0]);
  if (invoice.status !== "open") throw invalid("You can only mark open invoices as uncollectible.");
  return world.change(
    invoice,
    { status: "uncollectible", marked_uncollectible_at: world.now(), next_payment_attempt: null },
    "invoice.updated",
  );
};

const remove: Handler = (world, { ids }) => {
  const { id, status } = world.store.get("invoice", ids[0]);
  if (status !== "draft")
    throw invalid("You can only delete draft invoices.", { code: "invoice_not_editable" });
  world.store.remove("invoice", id);
  return { id, object: "invoice", deleted: true };
};

/** Previews a subscription's next invoice without creating it. */
const preview: Handler = (world, call) => {
  const values = readParameters(call.parameters, { customer: "string", subscription: "string" });
  const [subscription] = world.store
    .all("subscription")
    .filter(
      ({ id, customer, ended_at }) =>
        ended_at === null &&
        (values.subscription ? id === values.subscription : customer === values.customer),
    );
  if (!subscription || subscription.cancel_at_period_end)
    throw invalid(
      "No upcoming invoices for customer: " + String(values.customer ?? values.subscription),
      {
        code: "invoice_upcoming_none",
      },
      404,
    );
  const recurring = world.store.get("price", subscription.items[0]?.price).recurring;
  const start = subscription.current_period_end;
  const next = {
    ...subscription,
    status: "active" as const,
    current_period_start: start,
    current_period_end: recurring ? periodEnd(subscription.billing_cycle_anchor, recurring, start) : start,
  };
  const pending = pendingItems(world, subscription.customer, subscription.id).map(itemLine);
  const lines = [...pending, ...periodLines(world, next)];
  const discounts = liveDiscounts(world, next, world.store.get("customer", subscription.customer).discount);
  applyDiscounts(world, lines, discounts);
  applyTaxes(world, lines, subscription.default_tax_rates);
  const draft: Invoice = {
    ...FRESH,
    id: `upcoming_${subscription.id}`,
    object: "invoice",
    created: start,
    billing_reason: "upcoming",
    currency: subscription.currency,
    customer: subscription.customer,
    default_tax_rates: subscription.default_tax_rates ?? [],
    discounts: discounts.map(({ id }) => id),
    lines,
    next_payment_attempt: start,
    period_start: subscription.current_period_start,
    period_end: start,
    subscription: subscription.id,
    subscription_metadata: subscription.metadata,
  };
  return { plain: renderInvoice(world, draft, call.version) };
};

const listLines: Handler = (world, { ids, version, path }) => ({
  plain: {
    object: "list",
    data: renderLines(world, world.store.get("invoice", ids[0]), version),
    has_more: false,
    url: path,
  },
});

/** The present way from a payment to its invoice, and back. */
const listPayments: Handler = (world, { parameters, path }) => {
  const values = readParameters(parameters, {
    invoice: "string",
    payment: { hash: { type: ["payment_intent"], payment_intent: "string" } },
    status: ["canceled", "open", "paid"],
    limit: "integer",
  });
  const wanted = values.payment?.payment_intent;
  const data = world.store
    .all("invoice")
    .filter(
      ({ id, payment_intent: of }) =>
        (!values.invoice || id === values.invoice) && (!wanted || of === wanted),
    )
    .flatMap((invoice) => renderPayments(world, invoice))
    .filter(({ status }) => !values.status || status === values.status)
    .slice(0, values.limit ?? 10);
  return { plain: { object: "list", data, has_more: false, url: path } };
};

const voidCall = (world: World, { ids }: ApiCall) => voidInvoice(world, world.store.get("invoice", ids[0]));

export const invoiceRoutes: Route[] = [
  ["POST", "/v1/invoices", create],
  [
    "GET",
    "/v1/invoices",
    list("invoice", {
      customer: equal("customer"),
      subscription: equal("subscription"),
      status: filterOf(STATUSES, ({ status }, wanted) => status === wanted),
    }),
  ],
  ["GET", "/v1/invoices/upcoming", preview],
  ["POST", "/v1/invoices/create_preview", preview],
  ["GET", "/v1/invoices/:id", retrieve("invoice")],
  ["POST", "/v1/invoices/:id", update],
  ["DELETE", "/v1/invoices/:id", remove],
  ["GET", "/v1/invoices/:id/lines", listLines],
  ["POST", "/v1/invoices/:id/finalize", finalizeCall],
  ["POST", "/v1/invoices/:id/pay", payCall],
  ["POST", "/v1/invoices/:id/void", voidCall],
  ["POST", "/v1/invoices/:id/mark_uncollectible", markUncollectible],
  ["GET", "/v1/invoice_payments", listPayments],
];
