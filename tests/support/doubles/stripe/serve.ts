// Runs the double as its own process:
//   node tests/support/doubles/stripe/serve.ts --port 4242 --key sk_test_… --webhook http://… --secret whsec_… --state file.json
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PRESENT, startStripe } from "./stripe.ts";
import { newState, type State } from "./store.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    /** The secret key that callers have to send. */
    key: { type: "string" },
    /** Webhook endpoint, and the secret that signs its events. */
    webhook: { type: "string" },
    secret: { type: "string" },
    /** File that keeps the state across restarts. */
    state: { type: "string" },
    /** How far in the past the clock of a new account starts. */
    "days-ago": { type: "string", default: "0" },
    /** Exits with the parent process, however that ends. */
    "until-stdin-ends": { type: "boolean" },
  },
});
const { port, key, webhook, secret, state, "days-ago": daysAgo } = values;

const saved = state && existsSync(state) ? (JSON.parse(readFileSync(state, "utf8")) as State) : undefined;
const begun = { ...newState(), ahead: -Number(daysAgo) * 86_400 };
const stripe = await startStripe({
  port: Number(port),
  ...(key && { secretKey: key }),
  store: saved ?? begun,
});
if (webhook) {
  const endpoints = stripe.store.all("webhook_endpoint");
  const account =
    endpoints.find(({ url }) => url === webhook) ??
    // It has moved to another port.
    endpoints.find(({ secrets }) => secret !== undefined && secrets[0] === secret);
  if (!account) stripe.listen(webhook, { apiVersion: PRESENT, ...(secret && { secret }) });
  else account.url = webhook;
  if (account && secret && account.secrets[0] !== secret) stripe.rotateSecret(account.id, secret, false);
}

let written = saved ? JSON.stringify(saved) : "";
/** Writes atomically: a half-written file would lose everything. */
function save(): void {
  const now = JSON.stringify(stripe.store.state);
  if (!state || now === written) return;
  writeFileSync(`${state}.new`, now);
  renameSync(`${state}.new`, state);
  written = now;
}

const SECOND = 1000;
const timers = [
  setInterval(save, SECOND),
  // Nothing else moves this clock or retries deliveries.
  setInterval(() => stripe.advanceTo(new Date(stripe.now() * SECOND)), 10 * SECOND),
  setInterval(() => void stripe.deliveries.deliverPending(), 15 * SECOND),
];
function end(): void {
  timers.forEach(clearInterval);
  save();
  void stripe.close().then(() => process.exit(0));
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
if (values["until-stdin-ends"]) process.stdin.on("end", end).resume();

console.info(`listening on ${stripe.url}`);
