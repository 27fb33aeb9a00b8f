// Payment intents: the attempts to collect one amount.
import { DECLINED } from "./cards.ts";
import { cardError, type StripeRefusal } from "./errors.ts";
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
    charge: string;
    method: string;
  } | null;
  metadata: Metadata;
  payment_method: string | null;
  receipt_email: string | null;
  setup_future_usage: string | null;
  status: "canceled" | "requires_confirmation" | "requires_payment_method" | "succeeded";
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

/** Charges the card: what comes of it is up to its number. A refusal leaves the intent open for another attempt. */
export function confirmIntent(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
): StripeRefusal | undefined {
  const { disputed, ...card } = testCard(method);
  const { declines } = world.store.state;
  const ordered = intent.customer !== null && declines.includes(intent.customer);
  if (ordered) declines.splice(declines.indexOf(intent.customer ?? ""), 1);
  const decline = ordered ? DECLINED : card.decline;
  const charge = world.create("charge", {
    amount: intent.amount,
    currency: intent.currency,
    amount_refunded: 0,
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

/** Where a card will be declined: the failed attempt, and nothing of what it was to pay for. */
export function refuseDeclined(
  world: World,
  method: PaymentMethod,
  { amount, currency }: { amount: number; currency: string },
): void {
  if (amount === 0 || !testCard(method).decline) return;
  const refusal = confirmIntent(world, addIntent(world, { amount, currency }), method);
  if (refusal) throw refusal;
}

/** Earlier versions name the invoice. */
export function renderPaymentIntent(world: World, intent: PaymentIntent, version: Version): Json {
  const { invoice, last_payment_error: error, ...rest } = intent;
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
      charge: error.charge,
      code: error.code,
      ...(error.decline_code && { decline_code: error.decline_code }),
      doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}`,
      message: error.message,
      payment_method: renderPaymentMethod(world, world.store.get("payment_method", error.method), version),
      type: "card_error",
    },
    livemode: world.settings.livemode,
    next_action: null,
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
