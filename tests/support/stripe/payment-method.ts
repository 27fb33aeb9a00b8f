// Payment methods: cards, typed on a page or named by a test id, kept with a customer or not.
import { cardById, cardOf, checkTyped, fingerprintOf, type TestCard, type TypedCard } from "./cards.ts";
import type { Address, Customer } from "./customer.ts";
import { cardError, invalid, StripeRefusal } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata, type Values } from "./parameters.ts";
import type { Json } from "./render.ts";
import { list, retrieve, filterOf, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

export type BillingDetails = {
  address: Address;
  email: string | null;
  name: string | null;
  phone: string | null;
};

export type PaymentMethod = Base<"payment_method"> & {
  customer: string | null;
  /** Of a test card, whole: it says what the card does. */
  number: string;
  exp_month: number;
  exp_year: number;
  billing_details: BillingDetails;
  metadata: Metadata;
};

const NO_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
const TEXTS = shape({
  address: {
    hash: {
      city: "string",
      country: "string",
      line1: "string",
      line2: "string",
      postal_code: "string",
      state: "string",
    },
  },
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

function addMethod(
  world: World,
  card: { number: string } & Partial<TypedCard>,
  details: Partial<BillingDetails> = {},
): PaymentMethod {
  const year = new Date(world.now() * 1000).getUTCFullYear();
  return world.create("payment_method", {
    customer: null,
    number: card.number,
    exp_month: card.exp_month ?? 12,
    exp_year: card.exp_year ?? year + 1,
    billing_details: { address: NO_ADDRESS, email: null, name: null, phone: null, ...details },
    metadata: {},
  });
}

/** A payment method of what somebody typed; refused where that cannot be a card. */
export const typedMethod = (
  world: World,
  card: TypedCard,
  details: Partial<BillingDetails>,
): PaymentMethod => {
  checkTyped(card, world.now());
  return addMethod(world, card, details);
};

/** The payment method of this id. `pm_card_visa` and the like are a new one each time. */
export function namedMethod(world: World, id: string, param: string): PaymentMethod {
  const card = cardById(id);
  return card ? addMethod(world, card) : world.store.get("payment_method", id, param);
}

/** The test card that a payment method is of. */
export function testCard({ number }: PaymentMethod): TestCard {
  const card = cardOf(number);
  if (!card) throw new Error(`no test card ${number}`);
  return card;
}

/** Keeps a card with a customer; banks are asked, and some refuse already here. */
export function attach(world: World, method: PaymentMethod, { id }: Customer): PaymentMethod {
  if (method.customer === id) return method;
  if (method.customer !== null)
    throw invalid("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_already_attached",
    });
  const { decline, attaches } = testCard(method);
  if (decline && !attaches) throw cardError(decline);
  method.customer = id;
  world.emit("payment_method.attached", method);
  return method;
}

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
  const { address, ...texts } = values ?? {};
  const named = Object.entries(texts).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(named),
    ...(address && { address: { ...NO_ADDRESS, ...address } as Address }),
  };
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
    throw new StripeRefusal(400, {
      type: "invalid_request_error",
      message: "The payment method you provided is not attached to a customer so detachment is impossible.",
    });
  const customer = world.store.get("customer", method.customer);
  if (customer.default_payment_method === method.id)
    world.change(customer, { default_payment_method: null }, "customer.updated");
  return world.change(method, { customer: null }, "payment_method.detached");
};

/** A card as payment methods and charges show it. */
export const cardFields = (method: PaymentMethod): Json => ({
  brand: testCard(method).brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: "US",
  exp_month: method.exp_month,
  exp_year: method.exp_year,
  fingerprint: fingerprintOf(method.number),
  funding: "credit",
  last4: method.number.slice(-4),
  network_token: null,
  three_d_secure: null,
  wallet: null,
});

/** Payment methods differ between versions by `customer_account` and `allow_redisplay` alone. */
export function renderPaymentMethod(world: World, method: PaymentMethod, version: Version): Json {
  const { number: _, exp_month: _month, exp_year: _year, ...rest } = method;
  const { network_token: _token, three_d_secure: _secure, ...card } = cardFields(method);
  return {
    ...rest,
    allow_redisplay: "unspecified",
    billing_details: { ...rest.billing_details, tax_id: null },
    card: {
      ...card,
      display_brand: testCard(method).brand,
      generated_from: null,
      networks: { available: [testCard(method).brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
    },
    ...(version !== EARLIER && { customer_account: null }),
    livemode: world.settings.livemode,
    type: "card",
  };
}

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
