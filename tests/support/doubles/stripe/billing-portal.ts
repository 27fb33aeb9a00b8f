// The customer portal: its settings, and the sessions that let one customer in.
import { existingCustomer } from "./customer.ts";
import { invalid } from "./errors.ts";
import { mergeMetadata, readParameters, shape, type Metadata, type Values } from "./parameters.ts";
import type { Json } from "./render.ts";
import { filterOf, list, retrieve, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import { EARLIER, type Version } from "./versions.ts";
import type { World } from "./world.ts";

export type PortalConfiguration = Base<"billing_portal.configuration"> & {
  active: boolean;
  business_profile: {
    headline: string | null;
    privacy_policy_url: string | null;
    terms_of_service_url: string | null;
  };
  default_return_url: string | null;
  /** Features of the portal. Cancellation takes effect at the end of the period. */
  features: Record<
    "invoice_history" | "payment_method_update" | "subscription_cancel" | "subscription_update",
    boolean
  >;
  is_default: boolean;
  metadata: Metadata;
  updated: number;
};

/** One customer's way into the portal. */
export type PortalSession = Base<"billing_portal.session"> & {
  configuration: string;
  customer: string;
  return_url: string | null;
  /** Last part of the page's URL. */
  secret: string;
};

const ENABLED = shape({ enabled: "boolean" });
const FIELDS = shape({
  active: "boolean",
  business_profile: {
    hash: { headline: "string", privacy_policy_url: "string", terms_of_service_url: "string" },
  },
  default_return_url: "string",
  features: {
    hash: {
      invoice_history: { hash: ENABLED },
      payment_method_update: { hash: ENABLED },
      subscription_cancel: { hash: { ...ENABLED, mode: ["at_period_end"] } },
      subscription_update: { hash: ENABLED },
    },
  },
  metadata: "metadata",
});

const fieldsOf = (
  values: Values<typeof FIELDS>,
): Pick<
  PortalConfiguration,
  "active" | "business_profile" | "default_return_url" | "features" | "metadata"
> => ({
  active: values.active ?? true,
  business_profile: {
    headline: values.business_profile?.headline ?? null,
    privacy_policy_url: values.business_profile?.privacy_policy_url ?? null,
    terms_of_service_url: values.business_profile?.terms_of_service_url ?? null,
  },
  default_return_url: values.default_return_url ?? null,
  features: {
    invoice_history: values.features?.invoice_history?.enabled ?? false,
    payment_method_update: values.features?.payment_method_update?.enabled ?? false,
    subscription_cancel: values.features?.subscription_cancel?.enabled ?? false,
    subscription_update: values.features?.subscription_update?.enabled ?? false,
  },
  metadata: mergeMetadata({}, values.metadata),
});

const createConfiguration: Handler = (world, { parameters }) =>
  addConfiguration(world, fieldsOf(readParameters(parameters, FIELDS, ["features"])), false);

const addConfiguration = (
  world: World,
  fields: ReturnType<typeof fieldsOf>,
  is_default: boolean,
): PortalConfiguration =>
  world.create("billing_portal.configuration", { ...fields, is_default, updated: world.now() });

const updateConfiguration: Handler = (world, { parameters, ids }) => {
  const held = world.store.get("billing_portal.configuration", ids[0]);
  const given = readParameters(parameters, FIELDS);
  const wanted = fieldsOf(given);
  const profile = Object.entries(given.business_profile ?? {});
  const features = Object.entries(given.features ?? {}).map(([name, value]) => [
    name,
    value?.enabled ?? false,
  ]);
  return world.change(held, {
    active: given.active ?? held.active,
    business_profile: { ...held.business_profile, ...Object.fromEntries(profile) },
    default_return_url:
      given.default_return_url === undefined ? held.default_return_url : wanted.default_return_url,
    features: { ...held.features, ...Object.fromEntries(features) },
    metadata: mergeMetadata(held.metadata, given.metadata),
    updated: world.now(),
  });
};

/** The account's own settings, saved in its test mode from the beginning. */
const defaultConfiguration = (world: World): PortalConfiguration =>
  world.store.all("billing_portal.configuration").find((one) => one.is_default) ??
  addConfiguration(
    world,
    {
      ...fieldsOf({}),
      features: {
        invoice_history: true,
        payment_method_update: true,
        subscription_cancel: true,
        subscription_update: false,
      },
    },
    true,
  );

const createSession: Handler = (world, { parameters }) => {
  const values = readParameters(
    parameters,
    { configuration: "string", customer: "string", locale: "string", return_url: "string" },
    ["customer"],
  );
  const customer = existingCustomer(world, values.customer, "customer");
  const configuration = values.configuration
    ? world.store.get("billing_portal.configuration", values.configuration, "configuration")
    : defaultConfiguration(world);
  if (values.return_url && !URL.canParse(values.return_url))
    throw invalid("Not a valid URL", { code: "url_invalid", param: "return_url" });
  return world.create("billing_portal.session", {
    configuration: configuration.id,
    customer: customer.id,
    return_url: values.return_url ?? configuration.default_return_url,
    secret: randomId("test_", 40),
  });
};

/** The secret is shown in the address alone. */
export function renderPortalSession(
  world: World,
  { secret, ...rest }: PortalSession,
  version: Version,
): Json {
  return {
    ...rest,
    ...(version !== EARLIER && { customer_account: null }),
    flow: null,
    livemode: world.settings.livemode,
    locale: null,
    on_behalf_of: null,
    url: `${world.origin}/portal/${secret}`,
  };
}

/** Settings have the same shape in all versions. */
export function renderPortalConfiguration(world: World, held: PortalConfiguration): Json {
  const { features, ...rest } = held;
  return {
    ...rest,
    application: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: features.invoice_history },
      payment_method_update: { enabled: features.payment_method_update, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, options: [] },
        enabled: features.subscription_cancel,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_update: {
        default_allowed_updates: [],
        enabled: features.subscription_update,
        proration_behavior: "none",
      },
    },
    livemode: world.settings.livemode,
    login_page: { enabled: false, url: null },
    name: null,
  };
}

export const billingPortalRoutes: Route[] = [
  ["POST", "/v1/billing_portal/sessions", createSession],
  ["POST", "/v1/billing_portal/configurations", createConfiguration],
  [
    "GET",
    "/v1/billing_portal/configurations",
    list("billing_portal.configuration", {
      active: filterOf("boolean", ({ active }, wanted) => active === wanted),
      is_default: filterOf("boolean", ({ is_default }, wanted) => is_default === wanted),
    }),
  ],
  ["GET", "/v1/billing_portal/configurations/:id", retrieve("billing_portal.configuration")],
  ["POST", "/v1/billing_portal/configurations/:id", updateConfiguration],
];
