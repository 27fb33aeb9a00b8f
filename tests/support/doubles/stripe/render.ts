// Renders stored objects: how each kind looks in each API version, and which fields can be expanded.
import { renderPortalConfiguration, renderPortalSession } from "./billing-portal.ts";
import { renderCharge } from "./charge.ts";
import { renderCheckoutSession, renderSessionItems } from "./checkout-session.ts";
import { renderAccountLink, renderConnectedAccount } from "./connected-account.ts";
import { renderCoupon } from "./coupon.ts";
import { renderCreditNote } from "./credit-note.ts";
import { renderCustomer } from "./customer.ts";
import { renderDiscount } from "./discount.ts";
import { renderDispute } from "./dispute.ts";
import { invalid } from "./errors.ts";
import { renderEvent } from "./event.ts";
import { renderInvoiceItem } from "./invoice-item.ts";
import { inner, renderInvoice, renderPayments } from "./invoice-render.ts";
import { renderLineItems } from "./line-items.ts";
import { renderPaymentIntent } from "./payment-intent.ts";
import { renderPaymentLink } from "./payment-link.ts";
import { renderPaymentMethod } from "./payment-method.ts";
import { renderPrice } from "./price.ts";
import { renderProduct } from "./product.ts";
import { renderPromotionCode } from "./promotion-code.ts";
import { renderRefund } from "./refund.ts";
import type { Kind, Stored, Tables } from "./store.ts";
import { renderSubscription } from "./subscription.ts";
import { renderTaxRate } from "./tax-rate.ts";
import { renderTransfer, renderTransferReversal } from "./transfer.ts";
import { EARLIER, type Version } from "./versions.ts";
import { renderWebhookEndpoint } from "./webhook-endpoint.ts";
import type { World } from "./world.ts";

/** An object as rendered in an answer. */
export type Json = Record<string, unknown>;

const RENDERERS: { [K in Kind]: (world: World, stored: Tables[K], version: Version) => Json } = {
  account: renderConnectedAccount,
  account_link: renderAccountLink,
  "billing_portal.configuration": renderPortalConfiguration,
  "billing_portal.session": renderPortalSession,
  charge: renderCharge,
  "checkout.session": renderCheckoutSession,
  coupon: renderCoupon,
  credit_note: renderCreditNote,
  customer: renderCustomer,
  discount: renderDiscount,
  dispute: renderDispute,
  // Events are always rendered in the account's version, whatever the call's.
  event: (world, event) => renderEvent(world, event, world.settings.apiVersion),
  invoice: renderInvoice,
  invoiceitem: renderInvoiceItem,
  payment_intent: renderPaymentIntent,
  payment_link: renderPaymentLink,
  payment_method: renderPaymentMethod,
  price: renderPrice,
  product: renderProduct,
  promotion_code: renderPromotionCode,
  refund: renderRefund,
  subscription: renderSubscription,
  tax_rate: renderTaxRate,
  transfer: renderTransfer,
  transfer_reversal: renderTransferReversal,
  webhook_endpoint: renderWebhookEndpoint,
};

/** Renders a stored object in a version, with the ids of related objects. */
export function render(world: World, stored: Stored, version: Version): Json {
  // `object` selects the matching renderer; TypeScript cannot correlate the table's key and value.
  const renderer = RENDERERS[stored.object] as (world: World, stored: Stored, version: Version) => Json;
  return renderer(world, stored, version);
}

/** Fields that are included only on request, by object and field. */
const INCLUDED: Record<string, (world: World, id: string, version: Version) => unknown> = {
  "charge.refunds": (world, id, version) =>
    listed(
      world,
      `/v1/charges/${id}/refunds`,
      world.store.all("refund").filter(({ charge }) => charge === id),
      version,
    ),
  "checkout.session.line_items": (world, id) => {
    const session = world.store.get("checkout.session", id);
    return inner(`/v1/checkout/sessions/${id}/line_items`, renderSessionItems(world, session));
  },
  "coupon.applies_to": (world, id) => world.store.get("coupon", id).applies_to ?? undefined,
  "customer.subscriptions": (world, id, version) =>
    listed(
      world,
      `/v1/customers/${id}/subscriptions`,
      world.store
        .all("subscription")
        .filter(({ customer, ended_at }) => customer === id && ended_at === null),
      version,
    ),
  "invoice.confirmation_secret": (world, id, version) => {
    const intent = world.store.find("payment_intent", world.store.get("invoice", id).payment_intent);
    if (version === EARLIER) return undefined;
    return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
  },
  "invoice.payments": (world, id, version) =>
    version === EARLIER
      ? undefined
      : inner("/v1/invoice_payments", renderPayments(world, world.store.get("invoice", id))),
  "payment_link.line_items": (world, id) =>
    inner(
      `/v1/payment_links/${id}/line_items`,
      renderLineItems(world, world.store.get("payment_link", id).line_items),
    ),
};

const listed = (world: World, url: string, all: Stored[], version: Version): Json =>
  inner(
    url,
    all.map((stored) => render(world, stored, version)),
  );

/** Replaces ids by their objects, as far as `expand[]` requests it. */
export function expandAll(world: World, answer: Json, paths: string[], version: Version): void {
  for (const path of paths) {
    const fields = path.split(".");
    // `data` counts as well: a listed subscription's product is out of reach.
    if (fields.length > 4)
      throw invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`);
    expand(world, answer, fields, version, path);
  }
}

function expand(world: World, held: unknown, fields: string[], version: Version, path: string): void {
  const [field, ...rest] = fields;
  if (Array.isArray(held)) return held.forEach((one) => expand(world, one, fields, version, path));
  if (field === undefined || typeof held !== "object" || held === null) return;
  const object = held as Json;
  const include = INCLUDED[`${String(object["object"])}.${field}`];
  if (include && object[field] === undefined) object[field] = include(world, String(object["id"]), version);
  const value = object[field];
  if (value === undefined || typeof value === "number" || typeof value === "boolean")
    throw notExpandable(path);
  if (typeof value === "string") object[field] = resolve(world, value, version, path);
  if (Array.isArray(value))
    object[field] = value.map((one: unknown) =>
      typeof one === "string" ? resolve(world, one, version, path) : one,
    );
  expand(world, object[field], rest, version, path);
}

function resolve(world: World, id: string, version: Version, path: string): Json {
  const stored = world.store.lookUp(id);
  if (!stored) throw notExpandable(path);
  return render(world, stored, version);
}

const notExpandable = (path: string) =>
  invalid(`This property cannot be expanded (${path}).`, { param: "expand" });
