// Customers: who pays.
import { renderDiscount } from "./discount.ts";
import { given, mergeMetadata, readParameters, shape, type Metadata, type Values } from "./parameters.ts";
import { attach, checkAttachable, namedMethod } from "./payment-method.ts";
import type { Json } from "./render.ts";
import { equal, list, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import { endSubscription } from "./subscription-end.ts";
import { missing } from "./errors.ts";
import type { Version } from "./versions.ts";
import type { World } from "./world.ts";

export type Address = Record<"city" | "country" | "line1" | "line2" | "postal_code" | "state", string | null>;

/** A deleted customer keeps its id. */
export type Customer = Base<"customer"> & {
  email: string | null;
  name: string | null;
  description: string | null;
  phone: string | null;
  address: Address | null;
  currency: string | null;
  default_payment_method: string | null;
  /** Discount on all its invoices. */
  discount: string | null;
  invoice_prefix: string;
  /** Whether collection of its last invoice failed. */
  delinquent: boolean;
  metadata: Metadata;
  deleted?: true;
};

export const ADDRESS = shape({
  city: "string",
  country: "string",
  line1: "string",
  line2: "string",
  postal_code: "string",
  state: "string",
});
const FIELDS = shape({
  email: "string",
  name: "string",
  description: "string",
  phone: "string",
  address: { hash: ADDRESS },
  metadata: "metadata",
  invoice_settings: { hash: { default_payment_method: "string" } },
});

/** An address with all parts; missing ones are empty. */
export const addressOf = (values: Values<typeof ADDRESS> | null | undefined): Address | null =>
  values
    ? {
        city: values.city ?? null,
        country: values.country ?? null,
        line1: values.line1 ?? null,
        line2: values.line2 ?? null,
        postal_code: values.postal_code ?? null,
        state: values.state ?? null,
      }
    : null;

export function addCustomer(world: World, fields: Partial<Customer>): Customer {
  const customer = world.create("customer", {
    email: null,
    name: null,
    description: null,
    phone: null,
    address: null,
    currency: null,
    default_payment_method: null,
    discount: null,
    invoice_prefix: randomId("", 8).toUpperCase(),
    delinquent: false,
    metadata: {},
    ...fields,
  });
  world.emit("customer.created", customer);
  return customer;
}

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, { ...FIELDS, payment_method: "string" });
  const named = values.payment_method;
  const wanted = values.invoice_settings?.default_payment_method;
  const method = named ? namedMethod(world, named, "payment_method") : undefined;
  // A new customer has no other card than the one in the call.
  if (wanted && wanted !== named) throw missing("payment_method", wanted, DEFAULT_METHOD, 400);
  if (method) checkAttachable(method);
  const customer = addCustomer(world, {
    email: values.email ?? null,
    name: values.name ?? null,
    description: values.description ?? null,
    phone: values.phone ?? null,
    address: addressOf(values.address),
    default_payment_method: wanted && method ? method.id : null,
    metadata: mergeMetadata({}, values.metadata),
  });
  if (method) attach(world, method, customer);
  return customer;
};

const DEFAULT_METHOD = "invoice_settings[default_payment_method]";

/** The card for invoices: a stored one, or a test card by its id. */
function defaultMethod(world: World, customer: Customer, id: string): string {
  const method = namedMethod(world, id, DEFAULT_METHOD);
  if (method.customer !== customer.id && method.id === id)
    throw missing("payment_method", id, DEFAULT_METHOD, 400);
  return attach(world, method, customer).id;
}

const update: Handler = (world, { parameters, ids }) => {
  const customer = existingCustomer(world, ids[0]);
  const values = readParameters(parameters, FIELDS);
  const { default_payment_method: method } = values.invoice_settings ?? {};
  return world.change(
    customer,
    {
      email: given(values.email, customer.email),
      name: given(values.name, customer.name),
      description: given(values.description, customer.description),
      phone: given(values.phone, customer.phone),
      address: values.address === undefined ? customer.address : addressOf(values.address),
      metadata: mergeMetadata(customer.metadata, values.metadata),
      default_payment_method: method
        ? defaultMethod(world, customer, method)
        : given(method, customer.default_payment_method),
    },
    "customer.updated",
  );
};

const remove: Handler = (world, { ids }) => {
  const customer = existingCustomer(world, ids[0]);
  for (const subscription of world.store.all("subscription"))
    if (subscription.customer === customer.id) endSubscription(world, subscription);
  world.emit("customer.deleted", customer);
  customer.deleted = true;
  return customer;
};

const removeDiscount: Handler = (world, { ids }) => {
  const customer = existingCustomer(world, ids[0]);
  const { discount } = customer;
  world.change(customer, { discount: null }, "customer.updated");
  return { id: discount ?? "", object: "discount", deleted: true };
};

/** Returns a customer unless it was deleted. */
export function existingCustomer(world: World, id: string | null | undefined, param?: string): Customer {
  const customer = world.store.get("customer", id, param);
  if (customer.deleted)
    throw missing("customer", customer.id, param ?? "id", param === undefined ? 404 : 400);
  return customer;
}

/** A deleted customer is rendered as its id only. */
export function renderCustomer(world: World, customer: Customer, version: Version): Json {
  const { default_payment_method, discount, deleted, ...rest } = customer;
  if (deleted) return { id: customer.id, object: "customer", deleted };
  const held = world.store.find("discount", discount);
  const credit = world.store
    .all("credit_note")
    .filter(({ customer: of, status }) => of === customer.id && status === "issued")
    .reduce((sum, { credit_amount: amount }) => sum + amount, 0);
  return {
    ...rest,
    // Negative if the customer has credit.
    balance: credit === 0 ? 0 : -credit,
    default_source: null,
    discount: held ? renderDiscount(world, held, version) : null,
    invoice_settings: { custom_fields: null, default_payment_method, footer: null, rendering_options: null },
    livemode: world.settings.livemode,
    next_invoice_sequence:
      world.store.all("invoice").filter(({ customer: of }) => of === customer.id).length + 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export const customerRoutes: Route[] = [
  ["POST", "/v1/customers", create],
  ["GET", "/v1/customers", list("customer", { email: equal("email") })],
  ["GET", "/v1/customers/:id", (world, { ids }) => world.store.get("customer", ids[0])],
  ["POST", "/v1/customers/:id", update],
  ["DELETE", "/v1/customers/:id", remove],
  ["DELETE", "/v1/customers/:id/discount", removeDiscount],
];
