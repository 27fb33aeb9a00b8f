// Deliveries of events to webhook endpoints: signed, in order, and as the test wants them.
import { Stripe } from "stripe";
import { PATIENCE_MS } from "../../runtime/patience.ts";
import { renderEvent, type StoredEvent } from "./event.ts";
import { randomId } from "./store.ts";
import { wants, type WebhookEndpoint } from "./webhook-endpoint.ts";
import type { World } from "./world.ts";

/** One event for one endpoint. */
export type Delivery = {
  id: string;
  event: string;
  type: string;
  endpoint: string;
  /** Status of each attempt; `null` if no answer arrived. */
  attempts: (number | null)[];
  status: "delivered" | "dropped" | "pending";
};

/** Signature time of an event. Receivers compare it with their own clock, so the default is the real time. */
export type Sending = {
  /** Seconds. */
  signedAt?: number;
};

const signer = new Stripe("sk_test_signer").webhooks;

/** Builds an event's body in the endpoint's version, signed with each of the endpoint's secrets. */
function signedBody(
  world: World,
  event: StoredEvent,
  endpoint: WebhookEndpoint,
  { signedAt = Math.floor(Date.now() / 1000) }: Sending = {},
): { body: string; signature: string } {
  const version = endpoint.api_version ?? world.settings.apiVersion;
  const body = JSON.stringify(renderEvent(world, event, version), null, 2);
  const headers = endpoint.secrets.map((secret) =>
    signer.generateTestHeaderString({ payload: body, secret, timestamp: signedAt }),
  );
  const signatures = headers.map((header) => header.replace(/^t=\d+,/, ""));
  return { body, signature: [`t=${signedAt}`, ...signatures].join(",") };
}

/** `post` brings a delivery to its address; `fetch` unless a test has another way. */
export function createDeliveries(world: World, post: typeof fetch) {
  const { state } = world.store;
  let held = false;
  let last: Promise<unknown> = Promise.resolve();

  const attempt = async (delivery: Delivery, sending?: Sending): Promise<number | null> => {
    const event = world.store.get("event", delivery.event);
    const endpoint = world.store.find("webhook_endpoint", delivery.endpoint);
    if (!endpoint || endpoint.status === "disabled") {
      delivery.status = "dropped";
      return null;
    }
    const { body, signature } = signedBody(world, event, endpoint, sending);
    const status = await post(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => null,
    );
    delivery.attempts.push(status);
    if (status !== null && status >= 200 && status < 300) delivery.status = "delivered";
    return status;
  };

  const undelivered = (): Delivery[] => state.deliveries.filter(({ status }) => status === "pending");

  const later = (work: () => Promise<unknown>): void => {
    last = last.then(work, work);
  };

  return {
    /** Delivers a new event to its endpoints at once, unless deliveries are paused. */
    announce: (event: StoredEvent): void => {
      const wanting = world.store.all("webhook_endpoint").filter((endpoint) => wants(endpoint, event.type));
      for (const endpoint of wanting) {
        const delivery: Delivery = {
          id: randomId("whd_"),
          event: event.id,
          type: event.type,
          endpoint: endpoint.id,
          attempts: [],
          status: "pending",
        };
        state.deliveries.push(delivery);
        if (!held) later(() => attempt(delivery));
      }
    },
    /** All deliveries so far, of any status. */
    all: (): readonly Delivery[] => state.deliveries,
    /** Deliveries without a 2xx answer yet, in the order of their events. */
    undelivered,
    /** Pauses automatic delivery. */
    hold: (): void => void (held = true),
    /** Resumes delivery of new events; paused ones wait for `deliverPending`. */
    release: (): void => void (held = false),
    /** Delivers some, one after the other in the order given, however often each is among them. */
    deliver: async (some: Delivery[], sending?: Sending): Promise<(number | null)[]> => {
      const statuses: (number | null)[] = [];
      for (const delivery of some) statuses.push(await attempt(delivery, sending));
      return statuses;
    },
    /** Delivers some at the same time. */
    deliverInParallel: (some: Delivery[], sending?: Sending): Promise<(number | null)[]> =>
      Promise.all(some.map((delivery) => attempt(delivery, sending))),
    /** Tries everything again that is undelivered. */
    deliverPending: async (): Promise<void> => {
      later(async () => {
        for (const delivery of undelivered()) await attempt(delivery);
      });
      await last;
    },
    /** These never arrive. */
    drop: (some: Delivery[]): void => some.forEach((delivery) => void (delivery.status = "dropped")),
    /** Resolves once all running deliveries are answered. */
    idle: async (): Promise<void> => {
      for (let seen; seen !== last;) {
        seen = last;
        await seen;
      }
    },
  };
}
