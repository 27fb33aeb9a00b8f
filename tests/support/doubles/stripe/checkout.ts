// Paying on the payment page: what a completed checkout makes.
import { pricedToday, type CheckoutSession } from "./checkout-session.ts";
import { finalize, markPaid } from "./collection.ts";
import { addCustomer, type Customer } from "./customer.ts";
import { invalid } from "./errors.ts";
import { draftInvoice, priceLine } from "./invoice.ts";
import { readParameters } from "./parameters.ts";
import { addIntent, confirmIntent, refuseDeclined } from "./payment-intent.ts";
import { attach, checkAttachable, type PaymentMethod } from "./payment-method.ts";
import type { Handler, Route } from "./resource.ts";
import { beginSubscription } from "./subscription-billing.ts";
import type { World } from "./world.ts";

const DAY = 86_400;

/** Who pays, as they typed it. */
export type Buyer = { email: string; name: string };

/** Pays an open session. Where the card is refused, the session stays open for another. */
export function completeCheckout(
  world: World,
  session: CheckoutSession,
  method: PaymentMethod,
  buyer: Buyer,
): void {
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
    trialEnd: days === null ? null : world.now() + days * DAY,
  });
  if (refusal) throw refusal;
  Object.assign(session, { customer: customer.id, subscription: subscription.id, invoice: invoice.id });
}

function payOnce(world: World, session: CheckoutSession, method: PaymentMethod, buyer: Buyer): void {
  const { total, currency, lines } = pricedToday(world, session);
  const { description, metadata } = session.payment_intent_data;
  refuseDeclined(world, method, { amount: total, currency });
  // An invoice is always somebody's.
  const known = session.customer !== null || session.customer_creation === "always" || session.invoices;
  const customer = known ? customerFor(world, session, buyer) : undefined;
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
  const refusal = confirmIntent(world, intent, method);
  if (refusal) throw refusal;
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
      lines: lines.map(({ price, quantity }) => priceLine(world, price, quantity, { period })),
      payment_intent: intent.id,
    },
    session.redemptions,
  );
  finalize(world, invoice);
  markPaid(world, invoice);
  session.invoice = invoice.id;
}

/** What the command line of Stripe uses in the page's place. */
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
  completeCheckout(world, session, method, { email: email ?? "", name: name ?? "" });
  return session;
};

export const checkoutRoutes: Route[] = [
  ["GET", "/v1/payment_pages/:id", showPage],
  ["POST", "/v1/payment_pages/:id/confirm", confirmPage],
];
