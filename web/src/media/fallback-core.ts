import type { Core, FormValues } from "./core-types.ts";
import { cleanName } from "./clean-name.ts";
import { planFor, table, thisDevice } from "./fallback-table.ts";
import type { FieldError, Plan } from "./generated/media.ts";

const { form } = table;
const NAME = new RegExp(form.namePattern, "u");
const SIGNS = new Map(form.nameSigns as [string, string][]);
const EMAIL = new RegExp(form.emailPattern, "u");

/** The core for browsers without WebAssembly: iOS in Lockdown Mode, among others. */
export const fallbackCore: Core = { plan, validate, picture: null };

function plan(): Plan {
  return planFor(thisDevice(), (mime) => MediaRecorder.isTypeSupported(mime));
}

function validate(values: FormValues): FieldError[] {
  const { messages } = form;
  const found: [FieldError["field"], string | null][] = [
    ["customerName", nameError(cleanName(values.customerName.normalize(), SIGNS))],
    ["customerEmail", emailError(values.customerEmail.trim())],
    ["consentData", values.consentData ? null : messages.consentMissing],
    ["consentMarketing", values.consentMarketing ? null : messages.consentMissing],
  ];
  return found.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

function nameError(name: string): string | null {
  if (name === "") return form.messages.nameMissing;
  if ([...name].length > form.nameMax) return form.messages.nameTooLong;
  return NAME.test(name) ? null : form.messages.nameCharacters;
}

function emailError(email: string): string | null {
  if ([...email].length > form.emailMax) return form.messages.emailTooLong;
  return EMAIL.test(email) ? null : form.messages.emailInvalid;
}
