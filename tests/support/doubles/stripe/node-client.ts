// Stripe's official Node client pointed at the double, and helpers that use the double's pages as a buyer.
import { Stripe } from "stripe";
import type { StripeDouble } from "./stripe.ts";
import { EARLIER, type Version } from "./versions.ts";

/** A client of the present API version, without retries by default. */
export function nodeClient(
  { url, secretKey }: Pick<StripeDouble, "secretKey" | "url">,
  options: { key?: string; maxNetworkRetries?: number; apiVersion?: Version } = {},
): Stripe {
  const { port } = new URL(url);
  const { key = secretKey, maxNetworkRetries = 0, apiVersion } = options;
  return new Stripe(key, {
    host: "127.0.0.1",
    port: Number(port),
    protocol: "http",
    maxNetworkRetries,
    telemetry: false,
    ...(apiVersion && { apiVersion: apiVersion as typeof Stripe.API_VERSION }),
  });
}

/** An object of the earlier API version; the client's types cover only the present one. */
export type Earlier = Record<string, any>;

/** Retrieves an object in the earlier API version. */
export const earlier = async (stripe: Stripe, path: string): Promise<Earlier> =>
  (await stripe.rawRequest("GET", path, undefined, { apiVersion: EARLIER })) as unknown as Earlier;

/** Numbers of test cards by behaviour. */
export const CARDS = {
  works: "4242424242424242",
  declined: "4000000000000002",
  failsLater: "4000000000000341",
  noFunds: "4000000000009995",
  disputed: "4000000000000259",
  mastercard: "5555555555554444",
  authenticatesOnce: "4000002500003155",
  authenticatesAlways: "4000002760003184",
} as const;

/** Fills the form of a payment page in, and sends it. The answer is not followed: it leads to the seller. */
export async function pay(address: string, fields: Record<string, string> = {}): Promise<Response> {
  const page = await fetch(address);
  return fetch(page.url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      email: "buyer@shop.example",
      name: "Bea Buyer",
      number: CARDS.works,
      expiry: "12 / 40",
      cvc: "123",
      action: "pay",
      ...fields,
    }),
  });
}

/** Answers the bank's authentication page. The redirect is not followed. */
export const authenticate = (page: string, action: "authenticate" | "refuse" = "authenticate") =>
  fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams({ action }) });

/** Returns the error class and message of a rejected call. */
export async function refusal(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, param, statusCode, message, decline_code: decline } = error;
    return { type, code, param, statusCode, message, decline };
  }
  throw new Error("was not refused");
}
