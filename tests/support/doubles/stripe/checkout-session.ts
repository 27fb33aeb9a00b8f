// Checkout sessions: one buyer's way through the payment page, made by a call or by opening a payment link.
import type { Redemption } from "./discount.ts";
import { invalid } from "./errors.ts";
import { hasRecurring, priced, renderLineItems, type LineItem } from "./line-items.ts";
import type { Metadata } from "./parameters.ts";
import { invoiceCreation, NO_CUSTOM_TEXT, type PaymentLink, type SubscriptionData } from "./payment-link.ts";
import { redeemable } from "./promotion-code.ts";
import type { Json } from "./render.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

export type CheckoutSession = Base<"checkout.session"> & {
  allow_promotion_codes: boolean | null;
  /** The card waiting for the buyer's bank to authenticate them. */
  authenticating?: { method: string; buyer: { email: string; name: string } };
  cancel_url: string | null;
  client_reference_id: string | null;
  customer: string | null;
  customer_creation: "always" | "if_required" | null;
  customer_details: { email: string | null; name: string | null } | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  /** Whether it gets an invoice after payment; a subscription has its own. */
  invoices: boolean;
  line_items: LineItem[];
  metadata: Metadata;
  mode: "payment" | "subscription";
  payment_intent: string | null;
  payment_intent_data: { description: string | null; metadata: Metadata };
  payment_link: string | null;
  redemptions: Redemption[];
  status: "complete" | "expired" | "open";
  subscription: string | null;
  subscription_data: SubscriptionData;
  success_url: string | null;
};

/** Only an open session can be paid. */
export const SESSION_STATUSES = ["complete", "expired", "open"] as const;
const DAY = 86_400;

/** A session of the given fields. It can be paid for a day. */
export function addSession(
  world: World,
  fields: Partial<CheckoutSession> & Pick<CheckoutSession, "line_items" | "mode">,
): CheckoutSession {
  return world.create("checkout.session", {
    allow_promotion_codes: null,
    cancel_url: null,
    client_reference_id: null,
    customer: null,
    customer_creation: fields.mode === "payment" ? "if_required" : null,
    customer_details: null,
    customer_email: null,
    expires_at: world.now() + DAY,
    invoice: null,
    invoices: false,
    metadata: {},
    payment_intent: null,
    payment_intent_data: { description: null, metadata: {} },
    payment_link: null,
    redemptions: [],
    status: "open",
    subscription: null,
    subscription_data: { description: null, metadata: {}, trial_period_days: null },
    success_url: null,
    ...fields,
  });
}

/** Opens a session from a payment link's URL. Unknown parameters are ignored, as Stripe does. */
export function openLink(world: World, link: PaymentLink, query: URLSearchParams): CheckoutSession {
  const reference = query.get("client_reference_id");
  const code = query.get("prefilled_promo_code");
  const promotion = code && link.allow_promotion_codes ? redeemable(world, code) : undefined;
  const recurs = hasRecurring(world, link.line_items);
  return addSession(world, {
    allow_promotion_codes: link.allow_promotion_codes,
    client_reference_id: reference && /^[\w-]{1,200}$/.test(reference) ? reference : null,
    customer_email: query.get("prefilled_email"),
    customer_creation: recurs ? null : link.customer_creation,
    invoices: link.invoices,
    line_items: link.line_items,
    metadata: link.metadata,
    mode: recurs ? "subscription" : "payment",
    payment_link: link.id,
    redemptions: promotion ? [{ coupon: promotion.coupon, promotion_code: promotion.id }] : [],
    subscription_data: link.subscription_data,
    success_url: link.after_completion.type === "redirect" ? link.after_completion.url : null,
  });
}

/** The price of a session today. */
export const pricedToday = (
  world: World,
  { line_items, redemptions, subscription_data: data }: CheckoutSession,
) => priced(world, line_items, redemptions, data.trial_period_days !== null, data.default_tax_rates);

/** The items of a session as its calls list them. */
export const renderSessionItems = (
  world: World,
  { line_items: items, redemptions, subscription_data: data }: CheckoutSession,
): Json[] => renderLineItems(world, items, redemptions, data.default_tax_rates);

/** Ends a session that was not paid. */
export function expireSession(world: World, session: CheckoutSession): CheckoutSession {
  if (session.status !== "open")
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  Object.assign(session, { status: "expired", expires_at: Math.min(session.expires_at, world.now()) });
  world.emit("checkout.session.expired", session);
  return session;
}

/** `line_items` is included only when expanded. */
export function renderCheckoutSession(world: World, session: CheckoutSession, version: Version): Json {
  const {
    authenticating: _authenticating,
    invoices,
    line_items: _items,
    redemptions,
    payment_intent_data: _,
    subscription_data: _data,
    customer_details: customerDetails,
    ...rest
  } = session;
  const { subtotal, total, discount, tax, currency } = pricedToday(world, session);
  const paid = total === 0 ? "no_payment_required" : "paid";
  const details =
    customerDetails ??
    (session.customer_email === null ? null : { email: session.customer_email, name: null });
  return {
    ...rest,
    after_expiration: null,
    amount_subtotal: subtotal,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: "auto",
    client_secret: null,
    consent: null,
    consent_collection: null,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: NO_CUSTOM_TEXT,
    customer_details: details && {
      address: { city: null, country: "GB", line1: null, line2: null, postal_code: null, state: null },
      ...details,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    discounts: redemptions.map(({ coupon, promotion_code }) =>
      promotion_code ? { coupon: null, promotion_code } : { coupon, promotion_code: null },
    ),
    invoice_creation: session.mode === "payment" ? invoiceCreation(invoices) : null,
    livemode: world.settings.livemode,
    locale: "auto",
    payment_method_collection: session.mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: session.status === "complete" ? paid : "unpaid",
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
    ...(version === EARLIER
      ? { shipping_details: null, ui_mode: "hosted" }
      : {
          allowed_payment_method_types: null,
          integration_identifier: null,
          managed_payments: null,
          origin_context: null,
          adaptive_pricing: { enabled: false },
          collected_information: null,
          customer_account: null,
          permissions: null,
          ui_mode: "hosted_page",
          wallet_options: null,
        }),
    url: session.status === "open" ? `${world.origin}/pay/${session.id}` : null,
  };
}
