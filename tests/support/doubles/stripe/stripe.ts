// A protocol double of Stripe, as far as Sayso uses it. Verified by tests/worker/double/; its omissions are listed in
// docs/decisions/0025-protocol-doubles.md.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { callOf, json, readBody, send, type Answer, type Call } from "../double-http.ts";
import { answerHost } from "../fake-http.ts";
import { answerApi, refusalAnswer } from "./api.ts";
import { advance } from "./clock.ts";
import { createDeliveries } from "./deliveries.ts";
import { closeDispute, escalateInquiry, openDispute } from "./dispute.ts";
import { FAULTS } from "./errors.ts";
import { createFaults, type Fault, type FaultMatch } from "./faults.ts";
import { answerPage } from "./pages.ts";
import { createStore, type State } from "./store.ts";
import { PRESENT, type Version } from "./versions.ts";
import { addEndpoint } from "./webhook-endpoint.ts";
import { createWorld } from "./world.ts";

export type { Delivery } from "./deliveries.ts";
export type { Fault, FaultMatch } from "./faults.ts";
export { EARLIER, PRESENT } from "./versions.ts";

/** The host the Worker calls. */
export const STRIPE_HOST = "api.stripe.com";

/** Options of a double; all are optional. */
export type StripeOptions = {
  /** A free port by default. */
  port?: number;
  /** Its prefix sets live or test mode. */
  secretKey?: string;
  /** State to start from: `store.state` of an earlier double. */
  store?: State;
  /** Default for calls and endpoints without a version. */
  apiVersion?: Version;
  /** Status of a subscription after the last retry has failed. */
  afterRetries?: "cancel" | "unpaid";
  post?: typeof fetch;
};

/** A logged call, in order of arrival; without `status` if its connection was cut. */
export type Logged = {
  method: string;
  path: string;
  version: string | undefined;
  status: number | undefined;
};

export type StripeDouble = Awaited<ReturnType<typeof startStripe>>;

/** Starts a double on 127.0.0.1. */
export async function startStripe({
  port = 0,
  secretKey = "sk_test_51SaysoTestPayments0000",
  store: saved,
  apiVersion = PRESENT,
  afterRetries = "cancel",
  post = (input, init) => fetch(input, init),
}: StripeOptions = {}) {
  const store = createStore(saved);
  const livemode = secretKey.startsWith("sk_live_");
  const world = createWorld(store, { livemode, apiVersion, afterRetries, draftSeconds: 0 });
  const deliveries = createDeliveries(world, post);
  world.announce = deliveries.announce;
  const faults = createFaults();
  const requests: Logged[] = [];

  const answer = (call: Call): Answer =>
    call.path.startsWith("/v1/") || call.path.startsWith("/v2/")
      ? answerApi(world, secretKey, call)
      : answerPage(world, call);

  /** Answers a call that has a fault; `undefined` cuts the connection. */
  const meet = async (fault: Fault, call: Call): Promise<Answer | undefined> => {
    if ("hold" in fault) {
      await fault.hold;
      return answer(call);
    }
    if ("cut" in fault) {
      if (fault.cut === "after") answer(call);
      return undefined;
    }
    if (fault.after) answer(call);
    return "refuse" in fault ? refusalAnswer(world, FAULTS[fault.refuse]()) : fault.answer;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = callOf(request);
    const { body, complete } = await readBody(request);
    if (!complete) return;
    call.body = body;
    const version = call.headers["stripe-version"];
    const entry: Logged = {
      method: call.method,
      path: call.path,
      version: typeof version === "string" ? version : undefined,
      status: undefined,
    };
    requests.push(entry);
    const fault = faults.next(call);
    const given = fault ? await meet(fault, call) : answer(call);
    entry.status = given?.status;
    if (given) await send(response, given);
    else response.destroy();
  };

  const server = createServer((request, response) => {
    response.on("error", () => response.destroy());
    serve(request, response).catch((error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) void send(response, json({ double: why }, 500));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.origin = url;
  let leave = () => {};

  return {
    url,
    secretKey,
    store,
    deliveries,
    /** Requested calls and pages. */
    requests,
    /** Seconds. */
    now: (): number => world.now(),
    /** Advances the clock and runs what is due; it never goes back. */
    advanceTo: (date: Date): void => advance(world, Math.floor(date.getTime() / 1000)),
    /** Sends events to a URL, like a registered endpoint. */
    listen: (address: string, options: { secret?: string; events?: string[]; apiVersion?: Version } = {}) =>
      addEndpoint(world, {
        url: address,
        ...(options.secret && { secret: options.secret }),
        ...(options.events && { enabled_events: options.events }),
        api_version: options.apiVersion ?? null,
      }),
    /** The endpoint signs with a new secret from now on, and with the earlier one as well until that ends. */
    rotateSecret: (endpoint: string, secret: string, keepPrevious = true): void => {
      const { secrets } = store.get("webhook_endpoint", endpoint);
      secrets.splice(0, secrets.length, secret, ...(keepPrevious ? secrets.slice(0, 1) : []));
    },
    /** Opens a dispute or an inquiry about a charge. */
    dispute: (charge: string, reason = "fraudulent", { inquiry = false } = {}) =>
      openDispute(world, store.get("charge", charge), reason, inquiry),
    /** The buyer's bank takes the money that it has asked about. */
    escalateInquiry: (dispute: string) => escalateInquiry(world, store.get("dispute", dispute)),
    /** Stripe wants something of a connected account's owner: no transfer reaches it until then. */
    restrict: (account: string) => world.change(store.get("account", account), { transfers: "inactive" }),
    /** The bank has decided. */
    closeDispute: (dispute: string, outcome: "lost" | "won") =>
      closeDispute(world, store.get("dispute", dispute), outcome),
    /** Declines a customer's next charge, with any card. */
    declineNext: (customer: string): void =>
      void store.state.declines.push(store.get("customer", customer).id),

    /** Delays the charge of renewals from now on: the invoice stays a draft for so long, an hour at Stripe. */
    draftFor: (seconds: number): void => void (world.settings.draftSeconds = seconds),
    /** Orders a fault for the next matching calls: one by default. Earlier orders apply first. */
    fault: (match: FaultMatch, fault: Fault, times = 1): void => faults.order(match, fault, times),
    /** Removes all faults. */
    clearFaults: faults.clear,

    /** Routes this process's `fetch` calls to Stripe here from now on, including those of a Worker under test. */
    interceptFetch: (): void => {
      leave = answerHost(STRIPE_HOST, (request) => forward(url, request));
    },
    close: async (): Promise<void> => {
      leave();
      deliveries.hold();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await deliveries.idle();
    },
  };
}

function forward(origin: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete("host");
  const { method, body, signal } = request;
  const init = { method, headers, body, signal, redirect: "manual", duplex: "half" };
  return fetch(`${origin}${pathname}${search}`, init as RequestInit);
}
