// Payment intents: the attempts to collect one amount.
import { DECLINED, type Decline } from "./cards.ts";
import { cardError, StripeRefusal } from "./errors.ts";
import { openDispute } from "./dispute.ts";
import type { Metadata } from "./parameters.ts";
import { renderPaymentMethod, testCard, type PaymentMethod } from "./payment-method.ts";
import type { Json } from "./render.ts";
import { randomId, type Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** It stays open until one attempt succeeds. */
export type PaymentIntent = Base<"payment_intent"> & {
  amount: number;
  currency: string;
  client_secret: string;
  customer: string | null;
  description: string | null;
  invoice: string | null;
  latest_charge: string | null;
  last_payment_error: {
    code: string;
    decline_code?: string;
    message: string;
    /** Missing if the payment ended before the bank was charged. */
    charge?: string;
    method: string;
  } | null;
  metadata: Metadata;
  payment_method: string | null;
  receipt_email: string | null;
  /** The address that the buyer's browser returns to after the authentication. */
  return_url?: string | null;
  setup_future_usage: string | null;
  status: "canceled" | "requires_action" | "requires_confirmation" | "requires_payment_method" | "succeeded";
  canceled_at: number | null;
};

/** An amount to collect, not tried yet. */
export function addIntent(
  world: World,
  fields: Partial<PaymentIntent> & { amount: number; currency: string },
): PaymentIntent {
  const id = world.store.newId("payment_intent");
  return world.create("payment_intent", {
    id,
    client_secret: `${id}_secret_${randomId("", 25)}`,
    customer: null,
    description: null,
    invoice: null,
    latest_charge: null,
    last_payment_error: null,
    metadata: {},
    payment_method: null,
    receipt_email: null,
    setup_future_usage: null,
    status: "requires_payment_method",
    canceled_at: null,
    ...fields,
  });
}

/** Whether the buyer is on session, and has already authenticated. */
export type Presence = "authenticated" | "off_session" | "on_session";

/** The bank requires authentication, but the buyer is off session. */
const AUTHENTICATION_REQUIRED: Decline = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};
const AUTHENTICATION_FAILED: Decline = {
  code: "payment_intent_authentication_failure",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
};

/** Whether the bank requires authentication before it pays. A card that is set up is charged off session. */
export function asksForAuthentication(method: PaymentMethod, presence: Presence): boolean {
  const { authenticates } = testCard(method);
  if (!authenticates || presence === "authenticated") return false;
  return authenticates === "always" || presence === "on_session" || !method.set_up;
}

/**
 * Charges the card: its number decides the outcome. A refusal leaves the intent open for another attempt. An invoice's intent waits
 * for the buyer's authentication even if the buyer is not there; any other off-session intent is declined.
 */
export function confirmIntent(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  presence: Presence = "on_session",
): StripeRefusal | "requires_action" | undefined {
  const { disputed, ...card } = testCard(method);
  const asks = asksForAuthentication(method, presence);
  const { declines } = world.store.state;
  const ordered = intent.customer !== null && declines.includes(intent.customer);
  if (ordered) declines.splice(declines.indexOf(intent.customer ?? ""), 1);
  if (asks && !ordered && (presence === "on_session" || intent.invoice !== null)) {
    Object.assign(intent, { status: "requires_action", payment_method: method.id, last_payment_error: null });
    world.emit("payment_intent.requires_action", intent);
    return "requires_action";
  }
  const decline = ordered ? DECLINED : asks ? AUTHENTICATION_REQUIRED : card.decline;
  const charge = world.create("charge", {
    amount: intent.amount,
    currency: intent.currency,
    amount_refunded: 0,
    ...(presence === "authenticated" && card.authenticates && { authenticated: true }),
    billing_details: method.billing_details,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    decline: decline ?? null,
    invoice: intent.invoice,
    metadata: { ...intent.metadata },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    receipt_email: intent.receipt_email,
  });
  intent.latest_charge = charge.id;
  if (decline) {
    intent.status = "requires_payment_method";
    intent.payment_method = null;
    intent.last_payment_error = { ...decline, charge: charge.id, method: method.id };
    world.emit("charge.failed", charge);
    world.emit("payment_intent.payment_failed", intent);
    return cardError(decline, { charge: charge.id, payment_intent: intent.id });
  }
  Object.assign(intent, { status: "succeeded", payment_method: method.id, last_payment_error: null });
  world.emit("charge.succeeded", charge);
  world.emit("payment_intent.succeeded", intent);
  if (disputed) openDispute(world, charge, "fraudulent", disputed === "inquiry");
  return undefined;
}

/** Authentication failed: nothing was charged. */
export function failAuthentication(world: World, intent: PaymentIntent): void {
  const method = intent.payment_method ?? "";
  Object.assign(intent, {
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { ...AUTHENTICATION_FAILED, method },
  });
  world.emit("payment_intent.payment_failed", intent);
}

export function cancelIntent(world: World, intent: PaymentIntent): PaymentIntent {
  Object.assign(intent, { status: "canceled", canceled_at: world.now() });
  world.emit("payment_intent.canceled", intent);
  return intent;
}

/** Refuses a card that would be declined: records the failed attempt, without the purchase. */
export function refuseDeclined(
  world: World,
  method: PaymentMethod,
  { amount, currency }: { amount: number; currency: string },
): void {
  if (amount === 0 || !testCard(method).decline) return;
  const refusal = confirmIntent(world, addIntent(world, { amount, currency }), method, "authenticated");
  if (refusal instanceof StripeRefusal) throw refusal;
}

/** The page of the buyer's bank, which asks the buyer for authentication. */
export const authenticationPage = (world: World, { id, client_secret: secret }: PaymentIntent): string =>
  `${world.origin}/authenticate/${id}?client_secret=${secret}`;

/** The buyer's way to the bank: a redirect if the call has a return URL, else Stripe's script. */
function nextAction(world: World, intent: PaymentIntent): Json | null {
  if (intent.status !== "requires_action") return null;
  const url = authenticationPage(world, intent);
  const { return_url } = intent;
  return return_url
    ? { redirect_to_url: { return_url, url }, type: "redirect_to_url" }
    : { type: "use_stripe_sdk", use_stripe_sdk: { stripe_js: url, type: "three_d_secure_redirect" } };
}

/** Earlier versions name the invoice. */
export function renderPaymentIntent(world: World, intent: PaymentIntent, version: Version): Json {
  const { invoice, last_payment_error: error, return_url: _, ...rest } = intent;
  return {
    ...rest,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    // The default of calls was changed on 2024-04-10; invoices kept theirs.
    capture_method: version === EARLIER || invoice !== null ? "automatic" : "automatic_async",
    confirmation_method: "automatic",
    ...(version === EARLIER
      ? { invoice }
      : {
          allowed_payment_method_types: null,
          customer_account: null,
          excluded_payment_method_types: null,
          managed_payments: null,
          payment_record: null,
        }),
    last_payment_error: error && {
      ...(error.charge && { charge: error.charge }),
      code: error.code,
      ...(error.decline_code && { decline_code: error.decline_code }),
      doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}`,
      message: error.message,
      payment_method: renderPaymentMethod(world, world.store.get("payment_method", error.method), version),
      type: "card_error",
    },
    livemode: world.settings.livemode,
    next_action: nextAction(world, intent),
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}
