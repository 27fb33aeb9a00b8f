import type { Field } from "./generated/media.ts";
import { consentExplanation, consentVersion, consents } from "./generated/fallback.json";

/** Names the wording below; it is stored with each submission. */
export const CONSENT_VERSION: string = consentVersion;
/** The text below both boxes. */
export const CONSENT_EXPLANATION: string = consentExplanation;

export function consentText(field: Field, business: string): string {
  const consent = consents.find((candidate) => candidate.field === field);
  return consent?.text.replace("{business}", () => business) ?? "";
}
