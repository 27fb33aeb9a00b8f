import type { Core, FormValues } from "./core-types.ts";
import { planFor, table, thisDevice } from "./fallback-table.ts";
import type { FieldError } from "./generated/FieldError.ts";
import type { Plan } from "./generated/Plan.ts";

const { form } = table;
const NAME = new RegExp(form.namePattern, "u");
const SIGNS = new Map(form.nameSigns as [string, string][]);
const JOINERS = /([\u200c\u200d])[\u200c\u200d]+/g;
const HIDDEN = /(?![\u200c\u200d])\p{DI}/gu;
const LEADING_JOINERS = /(^|[^\p{L}\p{M}\p{Nd}])[\u200c\u200d]+/gu;
const TRAILING_JOINERS = /[\u200c\u200d]+(?![\p{L}\p{M}\p{Nd}])/gu;
const EMAIL = new RegExp(form.emailPattern, "u");

/** The core for browsers without WebAssembly: iOS in Lockdown Mode, among others. */
export const fallbackCore: Core = { plan, validate, picture: null };

function plan(): Plan {
  return planFor(thisDevice(), (mime) => MediaRecorder.isTypeSupported(mime));
}

function validate(values: FormValues): FieldError[] {
  const { messages } = form;
  const found: [FieldError["field"], string | null][] = [
    ["customerName", nameError(cleanName(values.customerName))],
    ["customerEmail", emailError(values.customerEmail.trim())],
    ["consentData", values.consentData ? null : messages.consentMissing],
    ["consentMarketing", values.consentMarketing ? null : messages.consentMissing],
  ];
  return found.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

/** A name as the server keeps it, by the rules of `media-wasm/src/submission/name.rs`. */
const cleanName = (typed: string) =>
  Array.from(typed, (sign) => SIGNS.get(sign) ?? sign)
    .join("")
    .replaceAll(HIDDEN, "")
    .replaceAll(JOINERS, "$1")
    .replaceAll(LEADING_JOINERS, "$1")
    .replaceAll(TRAILING_JOINERS, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();

function nameError(name: string): string | null {
  if (name === "") return form.messages.nameMissing;
  if ([...name].length > form.nameMax) return form.messages.nameTooLong;
  return NAME.test(name) ? null : form.messages.nameCharacters;
}

function emailError(email: string): string | null {
  if ([...email].length > form.emailMax) return form.messages.emailTooLong;
  return EMAIL.test(email) ? null : form.messages.emailInvalid;
}
