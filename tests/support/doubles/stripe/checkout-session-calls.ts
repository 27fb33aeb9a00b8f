// The calls about checkout sessions.
import { addSession, expireSession, renderSessionItems, SESSION_STATUSES } from "./checkout-session.ts";
import { existingCustomer } from "./customer.ts";
import { DISCOUNTS, readDiscounts } from "./discount.ts";
import { invalid } from "./errors.ts";
import { hasRecurring, readLineItems, TAXABLE_ITEMS } from "./line-items.ts";
import { mergeMetadata, readParameters, shape } from "./parameters.ts";
import { SUBSCRIPTION_DATA, subscriptionData } from "./payment-link.ts";
import { readTaxRates, TAX_RATES } from "./tax-rate.ts";
import { equal, filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { World } from "./world.ts";

const CREATE = shape({
  allow_promotion_codes: "boolean",
  automatic_tax: { hash: { enabled: ["false"] } },
  billing_address_collection: ["auto"],
  cancel_url: "string",
  client_reference_id: "string",
  currency: "string",
  customer: "string",
  customer_creation: ["always", "if_required"],
  customer_email: "string",
  expires_at: "timestamp",
  invoice_creation: { hash: { enabled: "boolean" } },
  locale: "string",
  metadata: "metadata",
  mode: ["payment", "subscription"],
  payment_intent_data: {
    hash: {
      description: "string",
      metadata: "metadata",
      setup_future_usage: ["off_session", "on_session"],
      shipping: "any",
    },
  },
  payment_method_types: { list: ["card"] },
  success_url: "string",
  ...DISCOUNTS,
  ...TAXABLE_ITEMS,
  subscription_data: {
    hash: { ...SUBSCRIPTION_DATA.subscription_data.hash, default_tax_rates: TAX_RATES },
  },
});

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["line_items", "mode"]);
  if (!values.success_url)
    throw invalid("Missing required param: success_url.", {
      code: "parameter_missing",
      param: "success_url",
    });
  const customer = values.customer ? existingCustomer(world, values.customer, "customer") : undefined;
  const items = readLineItems(world, values.line_items);
  const recurs = hasRecurring(world, items);
  if (values.mode === "subscription" && !recurs)
    throw invalid("You must provide at least one recurring price in `subscription` mode when using prices.");
  if (values.mode !== "subscription" && recurs)
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
    );
  if (values.mode === "subscription" && values.invoice_creation)
    throw invalid("You can only enable `invoice_creation` when `mode` is set to `payment`.", {
      param: "invoice_creation",
    });
  checkExpiry(world, values.expires_at);
  return addSession(world, {
    allow_promotion_codes: values.allow_promotion_codes ?? null,
    cancel_url: values.cancel_url ?? null,
    client_reference_id: values.client_reference_id ?? null,
    customer: customer?.id ?? null,
    customer_email: values.customer_email ?? null,
    ...(values.expires_at && { expires_at: values.expires_at }),
    invoices: values.invoice_creation?.enabled ?? false,
    line_items: items,
    metadata: mergeMetadata({}, values.metadata),
    mode: values.mode ?? "payment",
    ...(values.customer_creation && { customer_creation: values.customer_creation }),
    payment_intent_data: {
      description: values.payment_intent_data?.description ?? null,
      metadata: mergeMetadata({}, values.payment_intent_data?.metadata),
    },
    redemptions: readDiscounts(world, values.discounts, customer?.id ?? null).map(
      ({ coupon, promotion_code }) => ({ coupon, promotion_code }),
    ),
    subscription_data: {
      ...subscriptionData(values.subscription_data),
      default_tax_rates: readTaxRates(
        world,
        values.subscription_data?.default_tax_rates,
        "subscription_data[default_tax_rates]",
      ),
    },
    success_url: values.success_url,
  });
};

const HALF_HOUR = 1800;
const DAY = 86_400;

/** Refuses an expiry that is too soon for a buyer, or later than Stripe allows. */
function checkExpiry(world: World, at: number | null | undefined): void {
  if (at == null) return;
  const word =
    at < world.now() + HALF_HOUR ? "at least 30 minutes" : at > world.now() + DAY && "less than 24 hours";
  if (word)
    throw invalid(`The \`expires_at\` timestamp must be ${word} from Checkout Session creation.`, {
      param: "expires_at",
    });
}

const update: Handler = (world, { parameters, ids }) => {
  const session = world.store.get("checkout.session", ids[0]);
  const { metadata } = readParameters(parameters, { metadata: "metadata" });
  return world.change(session, { metadata: mergeMetadata(session.metadata, metadata) });
};

const listItems: Handler = (world, { ids, path }) => {
  const data = renderSessionItems(world, world.store.get("checkout.session", ids[0]));
  return { plain: { object: "list", data, has_more: false, url: path } };
};

export const checkoutSessionRoutes: Route[] = [
  ["POST", "/v1/checkout/sessions", create],
  [
    "GET",
    "/v1/checkout/sessions",
    list("checkout.session", {
      customer: equal("customer"),
      payment_intent: equal("payment_intent"),
      payment_link: equal("payment_link"),
      status: filterOf(SESSION_STATUSES, ({ status }, wanted) => status === wanted),
      subscription: equal("subscription"),
    }),
  ],
  ["GET", "/v1/checkout/sessions/:id", retrieve("checkout.session")],
  ["POST", "/v1/checkout/sessions/:id", update],
  [
    "POST",
    "/v1/checkout/sessions/:id/expire",
    (world, { ids }) => expireSession(world, world.store.get("checkout.session", ids[0])),
  ],
  ["GET", "/v1/checkout/sessions/:id/line_items", listItems],
];
