// The calls about payment intents.
import { invalid, StripeRefusal } from "./errors.ts";
import { given, mergeMetadata, readParameters, shape } from "./parameters.ts";
import { applyPayment } from "./collection.ts";
import { addIntent, cancelIntent, confirmIntent, type PaymentIntent } from "./payment-intent.ts";
import { attach, namedMethod, type PaymentMethod } from "./payment-method.ts";
import { equal, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { World } from "./world.ts";

const CREATE = shape({
  amount: "integer",
  currency: "string",
  confirm: "boolean",
  customer: "string",
  description: "string",
  metadata: "metadata",
  payment_method: "string",
  payment_method_types: { list: "string" },
  receipt_email: "string",
  setup_future_usage: ["off_session", "on_session"],
  off_session: "boolean",
  return_url: "string",
  shipping: "any",
});

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["amount", "currency"]);
  const { amount, currency } = values;
  if (amount == null || amount < 1)
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  const customer = values.customer ? world.store.get("customer", values.customer, "customer") : undefined;
  const intent = addIntent(world, {
    amount,
    currency: (currency ?? "").toLowerCase(),
    customer: customer?.id ?? null,
    description: values.description ?? null,
    metadata: mergeMetadata({}, values.metadata),
    receipt_email: values.receipt_email ?? null,
    setup_future_usage: values.setup_future_usage ?? null,
  });
  if (values.payment_method) {
    const method = namedMethod(world, values.payment_method, "payment_method");
    intent.payment_method = method.id;
    intent.status = "requires_confirmation";
    intent.return_url = values.return_url ?? null;
    if (values.confirm) return confirmed(world, intent, method, values.off_session ?? false);
  }
  return intent;
};

function confirmed(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  offSession: boolean,
): PaymentIntent {
  const outcome = confirmIntent(world, intent, method, offSession ? "off_session" : "on_session");
  if (outcome instanceof StripeRefusal) throw outcome;
  const customer = world.store.find("customer", intent.customer);
  if (customer && intent.setup_future_usage) attach(world, method, customer);
  const invoice = world.store.find("invoice", intent.invoice);
  if (invoice && intent.status === "succeeded") applyPayment(world, invoice);
  return intent;
}

/** States in which a buyer can still pay: authentication can be retried, or another card used. */
const PAYABLE = ["requires_action", "requires_confirmation", "requires_payment_method"];

const confirm: Handler = (world, { parameters, ids }) => {
  const intent = world.store.get("payment_intent", ids[0]);
  const values = readParameters(parameters, {
    payment_method: "string",
    return_url: "string",
    off_session: "boolean",
  });
  const wanted = values.payment_method ?? intent.payment_method;
  if (!PAYABLE.includes(intent.status) || !wanted)
    throw invalid(`This PaymentIntent's status is ${intent.status}. It cannot be confirmed like this.`, {
      code: "payment_intent_unexpected_state",
    });
  intent.return_url = values.return_url ?? null;
  const method = namedMethod(world, wanted, "payment_method");
  return confirmed(world, intent, method, values.off_session ?? false);
};

const update: Handler = (world, { parameters, ids }) => {
  const intent = world.store.get("payment_intent", ids[0]);
  const values = readParameters(parameters, { description: "string", metadata: "metadata" });
  return world.change(intent, {
    description: given(values.description, intent.description),
    metadata: mergeMetadata(intent.metadata, values.metadata),
  });
};

const cancel: Handler = (world, { ids }) => {
  const intent = world.store.get("payment_intent", ids[0]);
  if (intent.status === "succeeded" || intent.status === "canceled")
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: "payment_intent_unexpected_state",
    });
  return cancelIntent(world, intent);
};

export const paymentIntentRoutes: Route[] = [
  ["POST", "/v1/payment_intents", create],
  ["GET", "/v1/payment_intents", list("payment_intent", { customer: equal("customer") })],
  ["GET", "/v1/payment_intents/:id", retrieve("payment_intent")],
  ["POST", "/v1/payment_intents/:id", update],
  ["POST", "/v1/payment_intents/:id/confirm", confirm],
  ["POST", "/v1/payment_intents/:id/cancel", cancel],
];
