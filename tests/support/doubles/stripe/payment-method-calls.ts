// The calls about payment methods.
import { cardById } from "./cards.ts";
import { ADDRESS, addressOf } from "./customer.ts";
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Values } from "./parameters.ts";
import {
  addMethod,
  attach,
  namedMethod,
  typedMethod,
  type BillingDetails,
  type PaymentMethod,
} from "./payment-method.ts";
import { filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";

const TEXTS = shape({
  address: { hash: ADDRESS },
  email: "string",
  name: "string",
  phone: "string",
});
const CREATE = shape({
  type: ["card"],
  card: {
    hash: { token: "string", number: "string", exp_month: "integer", exp_year: "integer", cvc: "string" },
  },
  billing_details: { hash: TEXTS },
  metadata: "metadata",
});
const UPDATE = shape({
  billing_details: { hash: TEXTS },
  metadata: "metadata",
  card: { hash: { exp_month: "integer", exp_year: "integer" } },
});

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["type"]);
  const { card } = values;
  const details = detailsOf(values.billing_details);
  const named = card?.token ? cardById(card.token) : undefined;
  if (card?.token && !named)
    throw invalid(`No such token: '${card.token}'`, { code: "resource_missing", param: "card[token]" });
  if (!named && card?.number == null)
    throw invalid("Missing required param: card.", { code: "parameter_missing", param: "card" });
  const method = named
    ? addMethod(world, named, details)
    : typedMethod(
        world,
        {
          number: card?.number ?? "",
          exp_month: card?.exp_month ?? 0,
          exp_year: card?.exp_year ?? 0,
          cvc: card?.cvc ?? "123",
        },
        details,
      );
  method.metadata = mergeMetadata({}, values.metadata);
  return method;
};

const detailsOf = (values: Values<typeof TEXTS> | null | undefined): Partial<BillingDetails> => {
  const { address: given, ...texts } = values ?? {};
  const address = addressOf(given);
  return { ...Object.fromEntries(Object.entries(texts)), ...(address && { address }) };
};

const update: Handler = (world, { parameters, ids }) => {
  const method = world.store.get("payment_method", ids[0]);
  const values = readParameters(parameters, UPDATE);
  return world.change(method, {
    billing_details: { ...method.billing_details, ...detailsOf(values.billing_details) },
    metadata: mergeMetadata(method.metadata, values.metadata),
    exp_month: values.card?.exp_month ?? method.exp_month,
    exp_year: values.card?.exp_year ?? method.exp_year,
  });
};

const attachCall: Handler = (world, { parameters, ids }) => {
  const { customer } = readParameters(parameters, { customer: "string" }, ["customer"]);
  const method = cardById(ids[0] ?? "")
    ? namedMethod(world, ids[0] ?? "", "id")
    : world.store.get("payment_method", ids[0]);
  return attach(world, method, world.store.get("customer", customer, "customer"));
};

const detachCall: Handler = (world, { ids }) => {
  const method = world.store.get("payment_method", ids[0]);
  if (method.customer === null)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  const customer = world.store.get("customer", method.customer);
  if (customer.default_payment_method === method.id)
    world.change(customer, { default_payment_method: null }, "customer.updated");
  return world.change(method, { customer: null }, "payment_method.detached");
};

const typeFilter = filterOf<PaymentMethod, "string">("string", (_, wanted) => wanted === "card");
const customerFilter = filterOf<PaymentMethod, "string">(
  "string",
  ({ customer }, wanted) => customer === wanted,
);

export const paymentMethodRoutes: Route[] = [
  ["POST", "/v1/payment_methods", create],
  ["GET", "/v1/payment_methods", list("payment_method", { customer: customerFilter, type: typeFilter })],
  ["GET", "/v1/payment_methods/:id", retrieve("payment_method")],
  ["POST", "/v1/payment_methods/:id", update],
  ["POST", "/v1/payment_methods/:id/attach", attachCall],
  ["POST", "/v1/payment_methods/:id/detach", detachCall],
  [
    "GET",
    "/v1/customers/:id/payment_methods",
    (world, call) => {
      const customer = world.store.get("customer", call.ids[0]).id;
      const mine = list(
        "payment_method",
        { type: typeFilter },
        (stored) => "customer" in stored && stored.customer === customer,
      );
      return mine(world, call);
    },
  ],
];
