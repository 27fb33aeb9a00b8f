import type { Field } from "./generated/media.ts";
import { consentVersion, consents } from "./generated/fallback.json";

/** Names the wording below; it is stored with each submission. */
export const CONSENT_VERSION: string = consentVersion;

export function consentText(field: Field, business: string): string {
  const consent = consents.find((candidate) => candidate.field === field);
  return consent?.text.replace("{business}", () => business) ?? "";
}
