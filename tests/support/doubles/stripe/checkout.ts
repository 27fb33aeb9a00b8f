// Payment on the payment page: the objects that a completed checkout creates.
import { pricedToday, type CheckoutSession } from "./checkout-session.ts";
import { finalize, markPaid } from "./collection.ts";
import { addCustomer, type Customer } from "./customer.ts";
import { cardError, invalid, StripeRefusal } from "./errors.ts";
import { draftInvoice, priceLine } from "./invoice.ts";
import { readParameters } from "./parameters.ts";
import {
  addIntent,
  asksForAuthentication,
  confirmIntent,
  failAuthentication,
  refuseDeclined,
} from "./payment-intent.ts";
import { attach, checkAttachable, type PaymentMethod } from "./payment-method.ts";
import type { Handler, Route } from "./resource.ts";
import { beginSubscription } from "./subscription-billing.ts";
import type { World } from "./world.ts";

const DAY = 86_400;

/** The buyer's details as typed. */
export type Buyer = { email: string; name: string };

/** Begins to pay an open session: completes it, or leaves it waiting for the bank to authenticate the buyer. */
export function payCheckout(
  world: World,
  session: CheckoutSession,
  method: PaymentMethod,
  buyer: Buyer,
): "complete" | "requires_action" {
  // A stored card is set up for later use too, even without a payment yet.
  const charged = session.mode === "subscription" || pricedToday(world, session).total > 0;
  if (!charged || !asksForAuthentication(method, "on_session")) {
    completeCheckout(world, session, method, buyer);
    return "complete";
  }
  session.authenticating = { method: method.id, buyer };
  return "requires_action";
}

/** Ends the bank's question to the buyer of a session: pays it, or lets the buyer take another card. */
export function finishCheckout(world: World, session: CheckoutSession, succeeded: boolean): void {
  const { method: id, buyer } = session.authenticating ?? {};
  delete session.authenticating;
  if (!buyer) throw invalid("This Checkout Session asks for no authentication.");
  const method = world.store.get("payment_method", id);
  const { total: amount, currency } = pricedToday(world, session);
  if (!succeeded) {
    failAuthentication(world, addIntent(world, { amount, currency, payment_method: method.id }));
    throw cardError({
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    });
  }
  if (session.mode === "subscription") method.set_up = true;
  completeCheckout(world, session, method, buyer);
}

/** Completes an open session, after authentication if the bank required it. A declined card leaves it open. */
function completeCheckout(world: World, session: CheckoutSession, method: PaymentMethod, buyer: Buyer): void {
  if (session.status !== "open") throw invalid("This Checkout Session is no longer open.");
  if (session.mode === "subscription") subscribe(world, session, method, buyer);
  else payOnce(world, session, method, buyer);
  Object.assign(session, { status: "complete", customer_details: buyer });
  world.emit("checkout.session.completed", session);
}

const customerFor = (world: World, { customer }: CheckoutSession, { email, name }: Buyer): Customer =>
  customer ? world.store.get("customer", customer) : addCustomer(world, { email, name });

function subscribe(world: World, session: CheckoutSession, method: PaymentMethod, buyer: Buyer): void {
  const { total, currency, lines } = pricedToday(world, session);
  const { description, metadata, trial_period_days: days } = session.subscription_data;
  refuseDeclined(world, method, { amount: total, currency });
  checkAttachable(method);
  const customer = customerFor(world, session, buyer);
  attach(world, method, customer);
  const { subscription, invoice, refusal } = beginSubscription(world, {
    customer: customer.id,
    items: lines.filter(({ recurring }) => recurring),
    oneOffs: lines.filter(({ recurring }) => !recurring),
    redemptions: session.redemptions,
    metadata,
    description,
    method: method.id,
    presence: "authenticated",
    taxRates: session.subscription_data.default_tax_rates ?? [],
    trialEnd: days === null ? null : world.now() + days * DAY,
  });
  if (refusal) throw refusal;
  Object.assign(session, { customer: customer.id, subscription: subscription.id, invoice: invoice.id });
}

function payOnce(world: World, session: CheckoutSession, method: PaymentMethod, buyer: Buyer): void {
  const { total, currency, lines } = pricedToday(world, session);
  const { description, metadata } = session.payment_intent_data;
  refuseDeclined(world, method, { amount: total, currency });
  // An invoice always has a customer.
  const hasCustomer = session.customer !== null || session.customer_creation === "always" || session.invoices;
  const customer = hasCustomer ? customerFor(world, session, buyer) : undefined;
  session.customer = customer?.id ?? null;
  if (total === 0) return;
  const intent = addIntent(world, {
    amount: total,
    currency,
    customer: session.customer,
    description,
    metadata,
    receipt_email: buyer.email,
  });
  const outcome = confirmIntent(world, intent, method, "authenticated");
  if (outcome instanceof StripeRefusal) throw outcome;
  session.payment_intent = intent.id;
  if (!customer || !session.invoices) return;
  const period = { start: world.now(), end: world.now() };
  const invoice = draftInvoice(
    world,
    {
      auto_advance: false,
      billing_reason: "manual",
      currency,
      customer: customer.id,
      lines: lines.map(({ price, quantity, tax_rates = [] }) =>
        priceLine(world, price, quantity, { period, tax_rates }),
      ),
      payment_intent: intent.id,
    },
    session.redemptions,
  );
  finalize(world, invoice);
  markPaid(world, invoice);
  session.invoice = invoice.id;
}

/** Endpoints that Stripe's CLI uses instead of the page. */
const showPage: Handler = (world, { ids }) => world.store.get("checkout.session", ids[0]);

const confirmPage: Handler = (world, { parameters, ids }) => {
  const session = world.store.get("checkout.session", ids[0]);
  const values = readParameters(parameters, { expected_amount: "integer", payment_method: "string" }, [
    "payment_method",
  ]);
  const { total } = pricedToday(world, session);
  if (values.expected_amount != null && values.expected_amount !== total)
    throw invalid("The amount to pay has changed.", { param: "expected_amount" });
  const method = world.store.get("payment_method", values.payment_method, "payment_method");
  const { email, name } = method.billing_details;
  payCheckout(world, session, method, { email: email ?? "", name: name ?? "" });
  return session;
};

export const checkoutRoutes: Route[] = [
  ["GET", "/v1/payment_pages/:id", showPage],
  ["POST", "/v1/payment_pages/:id/confirm", confirmPage],
];
