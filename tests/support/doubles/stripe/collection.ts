// Collection of invoices: finalizing, charging, retrying, and the effects on the subscription.
import { cardError, invalid, StripeRefusal } from "./errors.ts";
import { totals, type Invoice } from "./invoice.ts";
import {
  addIntent,
  confirmIntent,
  failAuthentication,
  type PaymentIntent,
  type Presence,
} from "./payment-intent.ts";
import type { PaymentMethod } from "./payment-method.ts";
import { endSubscription } from "./subscription-end.ts";
import type { World } from "./world.ts";

const DAY = 86_400;
/** Days after the first failure on which a payment is tried again. */
const RETRY_DAYS = [1, 3, 5, 7];

/** Finalizes an invoice: its amounts are fixed from here on. One paid in advance already has its payment. */
export function finalize(world: World, invoice: Invoice): void {
  const customer = world.store.get("customer", invoice.customer);
  const earlier = world.store
    .all("invoice")
    .filter(({ customer: of, number }) => of === customer.id && number !== null).length;
  const { due } = totals(invoice);
  const intent =
    due > 0 && invoice.payment_intent === null
      ? addIntent(world, {
          amount: due,
          currency: invoice.currency,
          customer: customer.id,
          description: invoice.subscription
            ? `Subscription ${invoice.billing_reason === "subscription_create" ? "creation" : "update"}`
            : "Payment for Invoice",
          invoice: invoice.id,
          ...(invoice.subscription && { setup_future_usage: "off_session" }),
        })
      : undefined;
  Object.assign(invoice, {
    status: "open",
    automatically_finalizes_at: null,
    number: `${customer.invoice_prefix}-${String(earlier + 1).padStart(4, "0")}`,
    finalized_at: world.now(),
    payment_intent: intent?.id ?? invoice.payment_intent,
  });
  world.emit("invoice.finalized", invoice);
}

/** The card that an invoice is charged to unless a call names another. */
function methodFor(world: World, invoice: Invoice): PaymentMethod | undefined {
  const subscription = world.store.find("subscription", invoice.subscription);
  const customer = world.store.get("customer", invoice.customer);
  const id =
    invoice.default_payment_method ?? subscription?.default_payment_method ?? customer.default_payment_method;
  return world.store.find("payment_method", id);
}

/** Leaves an invoice unpaid until its intent is confirmed, with the stored card if there is one. */
export function awaitConfirmation(world: World, invoice: Invoice): void {
  const intent = world.store.get("payment_intent", invoice.payment_intent);
  const method = methodFor(world, invoice);
  if (method) Object.assign(intent, { payment_method: method.id, status: "requires_confirmation" });
}

/** The error for required authentication; `of`: the object of the call. */
export const actionRequired = (of: "invoice" | "subscription", intent?: PaymentIntent): StripeRefusal =>
  cardError(
    {
      code: `${of}_payment_intent_requires_action`,
      message: `This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with ${of === "invoice" ? "the invoice" : "subscription's latest invoice"}. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action`,
    },
    intent && { payment_intent: intent.id },
  );

/** Tries to collect an open invoice, as a rule without the buyer. Returns the refusal of the card, if any. */
export function collect(
  world: World,
  invoice: Invoice,
  method = methodFor(world, invoice),
  presence: Presence = "off_session",
): StripeRefusal | undefined {
  const { due } = totals(invoice);
  if (due === 0) {
    markPaid(world, invoice);
    return undefined;
  }
  const intent = world.store.get("payment_intent", invoice.payment_intent);
  const outcome = method
    ? confirmIntent(world, intent, method, presence)
    : invalid(
        "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
        { code: "resource_missing" },
      );
  if (!outcome) markPaid(world, invoice);
  else recordFailure(world, invoice, outcome === "requires_action");
  return outcome === "requires_action" ? actionRequired("invoice", intent) : outcome;
}

/** Marks an invoice with a succeeded intent as paid, and updates its subscription. */
export function applyPayment(world: World, invoice: Invoice): void {
  markPaid(world, invoice);
  syncSubscription(world, invoice);
}

/** The buyer has authenticated, or has failed to. Returns the refusal of the card, if any. */
export function finishAuthentication(
  world: World,
  intent: PaymentIntent,
  succeeded: boolean,
): StripeRefusal | undefined {
  const invoice = world.store.find("invoice", intent.invoice);
  if (!succeeded) {
    failAuthentication(world, intent);
    if (invoice) world.emit("invoice.payment_failed", invoice);
    return undefined;
  }
  const method = world.store.get("payment_method", intent.payment_method);
  if (intent.setup_future_usage === "off_session") method.set_up = true;
  if (invoice) return collectAndSync(world, invoice, method, "authenticated");
  const outcome = confirmIntent(world, intent, method, "authenticated");
  return outcome instanceof StripeRefusal ? outcome : undefined;
}

export function markPaid(world: World, invoice: Invoice): void {
  const { due } = totals(invoice);
  const attempts = invoice.attempt_count + (due > 0 ? 1 : 0);
  world.change(
    invoice,
    {
      status: "paid",
      amount_paid: due,
      attempt_count: attempts,
      next_payment_attempt: null,
      paid_at: world.now(),
    },
    "invoice.updated",
  );
  const customer = world.store.get("customer", invoice.customer);
  world.change(
    customer,
    { currency: customer.currency ?? invoice.currency, delinquent: false },
    "customer.updated",
  );
  world.emit("invoice.paid", invoice);
  world.emit("invoice.payment_succeeded", invoice);
}

function recordFailure(world: World, invoice: Invoice, asks: boolean): void {
  const first = invoice.first_failed_at ?? world.now();
  const retried = invoice.subscription !== null && invoice.billing_reason !== "subscription_create";
  const next = retried
    ? RETRY_DAYS.map((days) => first + days * DAY).find((at) => at > world.now())
    : undefined;
  world.change(
    invoice,
    {
      attempt_count: invoice.attempt_count + 1,
      first_failed_at: first,
      next_payment_attempt: next ?? null,
    },
    "invoice.updated",
  );
  world.change(world.store.get("customer", invoice.customer), { delinquent: true }, "customer.updated");
  if (asks) world.emit("invoice.payment_action_required", invoice);
  world.emit("invoice.payment_failed", invoice);
}

/** Updates an invoice's subscription after an attempt to collect. */
function syncSubscription(world: World, invoice: Invoice): void {
  const subscription = world.store.find("subscription", invoice.subscription);
  if (!subscription || subscription.ended_at !== null) return;
  if (invoice.status === "paid") {
    const owing = world.store
      .all("invoice")
      .some(({ subscription: of, status }) => of === subscription.id && status === "open");
    const recovered = ["incomplete", "past_due", "unpaid"].includes(subscription.status) && !owing;
    if (recovered) world.change(subscription, { status: "active" }, "customer.subscription.updated");
    return;
  }
  if (subscription.status === "incomplete") return;
  if (invoice.next_payment_attempt !== null || subscription.status === "unpaid") {
    if (subscription.status === "active" || subscription.status === "trialing")
      world.change(subscription, { status: "past_due" }, "customer.subscription.updated");
    return;
  }
  if (world.settings.afterRetries === "cancel") endSubscription(world, subscription, "payment_failed");
  else world.change(subscription, { status: "unpaid" }, "customer.subscription.updated");
}

/** Tries to collect, and lets the subscription follow. */
export function collectAndSync(
  world: World,
  invoice: Invoice,
  method?: PaymentMethod,
  presence?: Presence,
): StripeRefusal | undefined {
  const refusal = collect(world, invoice, method, presence);
  syncSubscription(world, invoice);
  return refusal;
}
