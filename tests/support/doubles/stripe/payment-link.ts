// Payment links: an address that sells the same to everybody who opens it.
import { invalid } from "./errors.ts";
import { hasRecurring, LINE_ITEMS, readLineItems, renderLineItems, type LineItem } from "./line-items.ts";
import { mergeMetadata, readParameters, shape, type Metadata, type Values } from "./parameters.ts";
import type { Json } from "./render.ts";
import { filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import type { Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** Settings of the subscription to be created. */
export type SubscriptionData = {
  /** Only in a checkout session: payment links have no rates. */
  default_tax_rates?: string[];
  description: string | null;
  metadata: Metadata;
  trial_period_days: number | null;
};

/** Redirect or message after payment. */
export type AfterCompletion =
  | { type: "hosted_confirmation"; message: string | null }
  /** `{CHECKOUT_SESSION_ID}` in the address is replaced. */
  | { type: "redirect"; url: string };

export type PaymentLink = Base<"payment_link"> & {
  active: boolean;
  after_completion: AfterCompletion;
  allow_promotion_codes: boolean;
  customer_creation: "always" | "if_required";
  inactive_message: string | null;
  /** Whether each purchase gets an invoice. */
  invoices: boolean;
  line_items: LineItem[];
  metadata: Metadata;
  payment_method_types: "card"[] | null;
  subscription_data: SubscriptionData;
};

/** No text on the page beyond Stripe's own. */
export const NO_CUSTOM_TEXT = {
  after_submit: null,
  shipping_address: null,
  submit: null,
  terms_of_service_acceptance: null,
};

/** Parameters for the new subscription. */
export const SUBSCRIPTION_DATA = shape({
  subscription_data: {
    hash: { description: "string", metadata: "metadata", trial_period_days: "integer" },
  },
});
const FIELDS = shape({
  after_completion: {
    hash: {
      type: ["hosted_confirmation", "redirect"],
      redirect: { hash: { url: "string" } },
      hosted_confirmation: { hash: { custom_message: "string" } },
    },
  },
  active: "boolean",
  allow_promotion_codes: "boolean",
  billing_address_collection: ["auto"],
  customer_creation: ["always", "if_required"],
  inactive_message: "string",
  invoice_creation: { hash: { enabled: "boolean" } },
  metadata: "metadata",
  payment_method_types: { list: ["card"] },
  ...SUBSCRIPTION_DATA,
});
const CREATE = shape({
  ...FIELDS,
  ...LINE_ITEMS,
  currency: "string",
});

/** Fills in the defaults of a call's parameters. */
export const subscriptionData = (
  values: Values<typeof SUBSCRIPTION_DATA>["subscription_data"],
): SubscriptionData => ({
  description: values?.description ?? null,
  metadata: mergeMetadata({}, values?.metadata),
  trial_period_days: values?.trial_period_days ?? null,
});

function completion(values: Values<typeof FIELDS>["after_completion"]): AfterCompletion {
  if (values?.type !== "redirect")
    return { type: "hosted_confirmation", message: values?.hosted_confirmation?.custom_message ?? null };
  const url = values.redirect?.url ?? "";
  if (!URL.canParse(url.replace("{CHECKOUT_SESSION_ID}", "cs")))
    throw invalid("Not a valid URL", { code: "url_invalid", param: "after_completion[redirect][url]" });
  return { type: "redirect", url };
}

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, CREATE, ["line_items"]);
  const items = readLineItems(world, values.line_items);
  if (!hasRecurring(world, items) && values.subscription_data)
    throw invalid("You can not pass `subscription_data` when no recurring price is in `line_items`.", {
      param: "subscription_data",
    });
  if (hasRecurring(world, items) && values.invoice_creation)
    throw invalid("You may only specify `invoice_creation` when all prices in `line_items` are one-time.", {
      param: "invoice_creation",
    });
  return world.create("payment_link", {
    active: values.active ?? true,
    after_completion: completion(values.after_completion),
    allow_promotion_codes: values.allow_promotion_codes ?? false,
    customer_creation: values.customer_creation ?? "if_required",
    inactive_message: values.inactive_message ?? null,
    invoices: values.invoice_creation?.enabled ?? false,
    line_items: items,
    metadata: mergeMetadata({}, values.metadata),
    payment_method_types: values.payment_method_types ?? null,
    subscription_data: subscriptionData(values.subscription_data),
  });
};

const update: Handler = (world, { parameters, ids }) => {
  const link = world.store.get("payment_link", ids[0]);
  const values = readParameters(parameters, FIELDS);
  return world.change(link, {
    active: values.active ?? link.active,
    after_completion:
      values.after_completion === undefined ? link.after_completion : completion(values.after_completion),
    allow_promotion_codes: values.allow_promotion_codes ?? link.allow_promotion_codes,
    customer_creation: values.customer_creation ?? link.customer_creation,
    inactive_message: values.inactive_message === undefined ? link.inactive_message : values.inactive_message,
    invoices: values.invoice_creation?.enabled ?? link.invoices,
    metadata: mergeMetadata(link.metadata, values.metadata),
    payment_method_types: values.payment_method_types ?? link.payment_method_types,
    subscription_data: values.subscription_data
      ? { ...link.subscription_data, ...subscriptionData(values.subscription_data) }
      : link.subscription_data,
  });
};

const listItems: Handler = (world, { ids, path }) => {
  const { line_items: items } = world.store.get("payment_link", ids[0]);
  return { plain: { object: "list", data: renderLineItems(world, items), has_more: false, url: path } };
};

/** Whether purchases get invoices, without custom texts. */
export const invoiceCreation = (enabled: boolean): Json => ({
  enabled,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: {},
    rendering_options: null,
  },
});

/** `line_items` is included only when expanded. */
export function renderPaymentLink(world: World, link: PaymentLink, version: Version): Json {
  const {
    after_completion: after,
    created: _,
    invoices,
    line_items: items,
    subscription_data,
    ...rest
  } = link;
  return {
    ...rest,
    after_completion:
      after.type === "redirect"
        ? { redirect: { url: after.url }, type: "redirect" }
        : { hosted_confirmation: { custom_message: after.message }, type: "hosted_confirmation" },
    application: null,
    application_fee_amount: null,
    application_fee_percent: null,
    automatic_tax: { enabled: false, liability: null },
    billing_address_collection: "auto",
    consent_collection: null,
    currency: world.store.get("price", items[0]?.price).currency,
    custom_fields: [],
    custom_text: NO_CUSTOM_TEXT,
    invoice_creation: hasRecurring(world, items) ? null : invoiceCreation(invoices),
    livemode: world.settings.livemode,
    ...(version !== EARLIER && {
      managed_payments: null,
      optional_items: null,
      payment_method_options: null,
    }),
    on_behalf_of: null,
    payment_intent_data: null,
    payment_method_collection: "always",
    phone_number_collection: { enabled: false },
    restrictions: null,
    shipping_address_collection: null,
    shipping_options: [],
    submit_type: "auto",
    subscription_data: hasRecurring(world, items)
      ? { ...subscription_data, invoice_settings: { issuer: { type: "self" } }, trial_settings: null }
      : null,
    tax_id_collection: { enabled: false, required: "never" },
    transfer_data: null,
    url: `${world.origin}/pay/${link.id}`,
  };
}

export const paymentLinkRoutes: Route[] = [
  ["POST", "/v1/payment_links", create],
  [
    "GET",
    "/v1/payment_links",
    list("payment_link", { active: filterOf("boolean", ({ active }, wanted) => active === wanted) }),
  ],
  ["GET", "/v1/payment_links/:id", retrieve("payment_link")],
  ["POST", "/v1/payment_links/:id", update],
  ["GET", "/v1/payment_links/:id/line_items", listItems],
];
