// Webhook endpoints: their URL, event types, API version and signing secrets.
import { invalid } from "./errors.ts";
import { given, mergeMetadata, readParameters, shape, type Metadata } from "./parameters.ts";
import type { Json } from "./render.ts";
import { list, retrieve, type Handler, type Route } from "./resource.ts";
import { randomId, type Base } from "./store.ts";
import { versionOf, type Version } from "./versions.ts";
import type { World } from "./world.ts";

export type WebhookEndpoint = Base<"webhook_endpoint"> & {
  api_version: Version | null;
  description: string | null;
  enabled_events: string[];
  metadata: Metadata;
  /** The current one first. A previous one also signs until it expires. */
  secrets: string[];
  status: "disabled" | "enabled";
  url: string;
};

const FIELDS = shape({
  description: "string",
  enabled_events: { list: "string" },
  metadata: "metadata",
  url: "string",
});

/** Accepts Stripe's other event types too: the double never sends them. */
function checkEvents(events: string[]): void {
  events.forEach((wanted, at) => {
    if (wanted === "*" || /^[a-z_]+(\.[a-z_]+)+$/.test(wanted)) return;
    const param = `enabled_events[${at}]`;
    throw invalid(`Invalid ${param}: must be one of the event types`, { param });
  });
}

/** Whether an endpoint receives events of this type. */
export const wants = ({ status, enabled_events: wanted }: WebhookEndpoint, type: string): boolean =>
  status === "enabled" && (wanted.includes("*") || wanted.includes(type));

function checkUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.", {
      code: "url_invalid",
      param: "url",
    });
}

export function addEndpoint(
  world: World,
  fields: Partial<WebhookEndpoint> & { url: string; secret?: string },
): WebhookEndpoint {
  const { secret = randomId("whsec_", 32), ...rest } = fields;
  return world.create("webhook_endpoint", {
    api_version: null,
    description: null,
    enabled_events: ["*"],
    metadata: {},
    secrets: [secret],
    status: "enabled",
    ...rest,
  });
}

const create: Handler = (world, { parameters }) => {
  const values = readParameters(parameters, { ...FIELDS, api_version: "string" }, ["enabled_events", "url"]);
  checkUrl(values.url ?? "");
  checkEvents(values.enabled_events ?? []);
  const endpoint = addEndpoint(world, {
    api_version: values.api_version ? versionOf(values.api_version) : null,
    description: values.description ?? null,
    enabled_events: values.enabled_events ?? [],
    metadata: mergeMetadata({}, values.metadata),
    url: values.url ?? "",
  });
  // The secret is shown only here.
  return { plain: { ...renderWebhookEndpoint(world, endpoint), secret: endpoint.secrets[0] } };
};

const update: Handler = (world, { parameters, ids }) => {
  const endpoint = world.store.get("webhook_endpoint", ids[0]);
  const values = readParameters(parameters, { ...FIELDS, disabled: "boolean" });
  if (values.url) checkUrl(values.url);
  checkEvents(values.enabled_events ?? []);
  const status = values.disabled == null ? endpoint.status : values.disabled ? "disabled" : "enabled";
  return world.change(endpoint, {
    description: given(values.description, endpoint.description),
    enabled_events: values.enabled_events ?? endpoint.enabled_events,
    metadata: mergeMetadata(endpoint.metadata, values.metadata),
    status,
    url: values.url ?? endpoint.url,
  });
};

const remove: Handler = (world, { ids }) => {
  const { id } = world.store.get("webhook_endpoint", ids[0]);
  world.store.remove("webhook_endpoint", id);
  return { id, object: "webhook_endpoint", deleted: true };
};

/** Webhook endpoints have the same shape in both versions. */
export function renderWebhookEndpoint(world: World, endpoint: WebhookEndpoint): Json {
  const shown: Json = { ...endpoint, application: null, livemode: world.settings.livemode };
  delete shown["secrets"];
  return shown;
}

export const webhookEndpointRoutes: Route[] = [
  ["POST", "/v1/webhook_endpoints", create],
  ["GET", "/v1/webhook_endpoints", list("webhook_endpoint")],
  ["GET", "/v1/webhook_endpoints/:id", retrieve("webhook_endpoint")],
  ["POST", "/v1/webhook_endpoints/:id", update],
  ["DELETE", "/v1/webhook_endpoints/:id", remove],
];
