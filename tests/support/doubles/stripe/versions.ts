// The API versions that the double speaks.
import { Stripe } from "stripe";
import { unknownVersion } from "./errors.ts";

/** The version of the official Node package. */
export const PRESENT = Stripe.API_VERSION;
/** The version that many accounts and webhook endpoints were left at. */
export const EARLIER = "2023-10-16";

export type Version = typeof PRESENT | typeof EARLIER;
/** Every event is stored in both. */
export const VERSIONS: readonly Version[] = [PRESENT, EARLIER];

/** Refuses every version but the two. */
export function versionOf(text: string): Version {
  const match = VERSIONS.find((version) => version === text);
  if (!match) throw unknownVersion(text);
  return match;
}
