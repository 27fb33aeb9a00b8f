import type { Field } from "./generated/Field.ts";
import table from "./generated/fallback.json" with { type: "json" };

/** Names the wording below; it is stored with each submission. */
export const CONSENT_VERSION: string = table.form.consentVersion;

/** What a person agrees to by ticking a box. */
export function consentText(field: Field, business: string): string {
  const consent = table.form.consents.find((candidate) => candidate.field === field);
  return consent?.text.replace("{business}", () => business) ?? "";
}
