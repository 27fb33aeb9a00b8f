// Handles one API call: authentication, version, idempotency, and the answer.
import { createHash } from "node:crypto";
import { json, type Answer, type Call } from "../double-http.ts";
import { noKey, otherParameters, StripeRefusal, wrongKey, invalid } from "./errors.ts";
import { decodeForm, type FormHash } from "./form.ts";
import { expandAll, render, type Json } from "./render.ts";
import type { Reply } from "./resource.ts";
import { routeOf } from "./routes.ts";
import { randomId } from "./store.ts";
import { versionOf, type Version } from "./versions.ts";
import type { World } from "./world.ts";

/** Answers a call in Stripe's JSON, including refusals. */
export function answerApi(world: World, secretKey: string, call: Call): Answer {
  const id = randomId("req_", 14);
  const key = header(call, "idempotency-key");
  const headers = { "request-id": id, ...(key && { "idempotency-key": key }) };
  let version = world.settings.apiVersion;
  try {
    authenticate(secretKey, call);
    const asked = header(call, "stripe-version");
    if (asked) version = versionOf(asked);
    const answer = once(world, call, version, key, () => {
      world.request = { id, idempotency_key: key ?? null };
      try {
        return carryOut(world, call, version);
      } finally {
        world.request = { id: null, idempotency_key: null };
      }
    });
    return { ...answer, headers: { ...answer.headers, ...headers, "stripe-version": version } };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return refusalAnswer(world, error, version, headers);
  }
}

/** A refusal in Stripe's JSON. */
export function refusalAnswer(
  world: World,
  { status, body }: StripeRefusal,
  version: Version = world.settings.apiVersion,
  headers: Record<string, string> = { "request-id": randomId("req_", 14) },
): Answer {
  const intent = world.store.find("payment_intent", body.payment_intent);
  const mode = world.settings.livemode ? "" : "test/";
  const log = `https://dashboard.stripe.com/${mode}logs/${headers["request-id"]}`;
  const error = {
    ...body,
    ...(intent && { payment_intent: render(world, intent, version) }),
    ...(status !== 401 && { request_log_url: log }),
  };
  return json({ error }, status, { ...headers, "stripe-version": version });
}

const header = (call: Call, name: string): string | undefined => {
  const value = call.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

function authenticate(secretKey: string, call: Call): void {
  const [kind, given = ""] = (header(call, "authorization") ?? "").split(" ");
  const key = kind === "Basic" ? Buffer.from(given, "base64").toString().replace(/:$/, "") : given;
  if (!key) throw noKey();
  if (key !== secretKey) throw wrongKey(key);
}

function parametersOf(call: Call): FormHash {
  const type = header(call, "content-type");
  if (call.body.length > 0 && type && !type.startsWith("application/x-www-form-urlencoded"))
    throw invalid(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have questions, we can help at https://support.stripe.com/.`,
    );
  return decodeForm([call.query.toString(), call.body.toString()].filter(Boolean).join("&"));
}

/** Replays the first answer to the same call with the same idempotency key. */
function once(
  world: World,
  call: Call,
  version: Version,
  key: string | undefined,
  work: () => Answer,
): Answer {
  if (call.method !== "POST" || !key) return work();
  const fingerprint = createHash("sha256")
    .update(`${call.path}?${call.query}\n`)
    .update(call.body)
    .digest("hex");
  const { answers } = world.store.state;
  const stored = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (stored && stored.fingerprint !== fingerprint) throw otherParameters(key);
  if (stored)
    return {
      status: stored.status,
      body: stored.body,
      headers: { "content-type": "application/json; charset=UTF-8", "idempotent-replayed": "true" },
    };
  const answer = carried(world, version, work);
  answers[key] = { fingerprint, status: answer.status, body: String(answer.body) };
  return answer;
}

const FUNDS = "balance_insufficient";

/** Declined cards and insufficient funds are replayed answers; invalid parameters are not, because nothing was begun. */
function carried(world: World, version: Version, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    const isReplayed = error instanceof StripeRefusal && (error.status === 402 || error.body.code === FUNDS);
    if (isReplayed) return refusalAnswer(world, error, version);
    throw error;
  }
}

function carryOut(world: World, call: Call, version: Version): Answer {
  const { handler, ids } = routeOf(call.method, call.path);
  const { expand, ...parameters } = parametersOf(call);
  const paths = Array.isArray(expand) ? expand.map(String) : [];
  const reply = handler(world, { method: call.method, path: call.path, version, parameters, ids });
  const answer = shown(world, reply, version);
  expandAll(world, answer, paths, version);
  return json(answer);
}

function shown(world: World, reply: Reply, version: Version): Json {
  if ("plain" in reply) return reply.plain;
  if (reply.object === "list")
    return { ...reply, data: reply.data.map((stored) => render(world, stored, version)) };
  if ("created" in reply) return render(world, reply, version);
  return { ...reply };
}
