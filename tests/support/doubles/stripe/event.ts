// Events: changes of objects, rendered in each API version at that moment.
import { filterOf, list, retrieve, type Route } from "./resource.ts";
import type { Json } from "./render.ts";
import type { Base } from "./store.ts";
import type { Version } from "./versions.ts";
import type { Snapshot, World } from "./world.ts";

/** Event types that the double sends. */
export type EventType =
  | "charge.dispute.closed"
  | "charge.dispute.created"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.updated"
  | "charge.failed"
  | "charge.refund.updated"
  | "charge.refunded"
  | "charge.succeeded"
  | "charge.updated"
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "credit_note.created"
  | "credit_note.voided"
  | "customer.created"
  | "customer.deleted"
  | "customer.subscription.created"
  | "customer.subscription.deleted"
  | "customer.subscription.updated"
  | "customer.updated"
  | "invoice.created"
  | "invoice.finalized"
  | "invoice.paid"
  | "invoice.payment_action_required"
  | "invoice.payment_failed"
  | "invoice.payment_succeeded"
  | "invoice.updated"
  | "invoice.voided"
  | "payment_intent.canceled"
  | "payment_intent.payment_failed"
  | "payment_intent.requires_action"
  | "payment_intent.succeeded"
  | "payment_method.attached"
  | "payment_method.detached"
  | "refund.created"
  | "refund.updated"
  | "transfer.created"
  | "transfer.reversed";

/** `data`: `event.data` in each version; a snapshot, not the object's current state. */
export type StoredEvent = Base<"event"> & {
  type: EventType;
  data: Record<Version, { object: Json; previous_attributes?: Json }>;
  request: { id: string | null; idempotency_key: string | null };
};

/** Records a change as an event. `before`: the previous state, if the object existed. */
export function recordEvent(world: World, type: EventType, after: Snapshot, before?: Snapshot): StoredEvent {
  const data = Object.fromEntries(
    Object.entries(after).map(([version, object]) => {
      const previous = before && difference(before[version as Version], object);
      return [version, { object, ...(previous && { previous_attributes: previous }) }];
    }),
  ) as StoredEvent["data"];
  return world.create("event", { type, data, request: { ...world.request } });
}

/** Values of `before` that differ in `after`. Lists of objects are included whole, hashes by their differences. */
function difference(before: Json, after: Json): Json {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const different = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(
    different.map((name) => {
      const [was, is] = [before[name] ?? null, after[name]];
      return [name, isHash(was) && isHash(is) ? difference(was, is) : was];
    }),
  );
}

const isHash = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Renders an event in a version. */
export function renderEvent(world: World, event: StoredEvent, version: Version): Json {
  const pending = world.store.state.deliveries.filter(
    (delivery) => delivery.event === event.id && delivery.status === "pending",
  );
  return {
    id: event.id,
    object: "event",
    api_version: version,
    created: event.created,
    data: event.data[version],
    livemode: world.settings.livemode,
    pending_webhooks: pending.length,
    request: event.request,
    type: event.type,
  };
}

/** `charge.*` matches all types with this prefix. */
const fits = (type: string, wanted: string): boolean =>
  wanted === type || (wanted.endsWith(".*") && type.startsWith(wanted.slice(0, -1)));

const undelivered = (world: World, event: StoredEvent) =>
  world.store.state.deliveries.some(({ event: id, status }) => id === event.id && status !== "delivered");

export const eventRoutes: Route[] = [
  [
    "GET",
    "/v1/events",
    list("event", {
      type: filterOf("string", ({ type }, wanted) => fits(type, wanted)),
      types: filterOf({ list: "string" }, ({ type }, wanted) => wanted.some((one) => fits(type, one))),
      delivery_success: filterOf("boolean", (event, wanted, world) => undelivered(world, event) !== wanted),
    }),
  ],
  ["GET", "/v1/events/:id", retrieve("event")],
];
