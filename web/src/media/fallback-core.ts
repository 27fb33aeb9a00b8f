import type { Core, FormValues } from "./core.ts";
// As text: the recorder's own code reads other parts of the same table, and would otherwise carry this one.
import text from "./generated/fallback.json?raw";
import type table from "./generated/fallback.json";
import type { ClassPlans } from "./generated/ClassPlans.ts";
import type { FieldError } from "./generated/FieldError.ts";
import type { Plan } from "./generated/Plan.ts";

const { form, markers, plans } = JSON.parse(text) as typeof table;
const NAME = new RegExp(form.namePattern, "u");
const EMAIL = new RegExp(form.emailPattern, "u");

/** The core for browsers without WebAssembly: iOS in Lockdown Mode, among others. */
export const fallbackCore: Core = { plan, validate };

function plan(): Plan {
  const { candidates, otherwise } = classOfDevice();
  return (
    candidates.find(({ mimeType }) => mimeType !== null && MediaRecorder.isTypeSupported(mimeType)) ??
    otherwise
  );
}

function classOfDevice(): ClassPlans {
  const agent = navigator.userAgent;
  const says = (words: string[]) => words.some((word) => agent.includes(word));
  const posing = says(markers.posingIpad) || markers.posingIpad.includes(navigator.platform);
  const classes = plans as Record<keyof typeof plans, ClassPlans>;
  if (says(markers.ios) || (posing && navigator.maxTouchPoints > 1)) return classes.ios;
  if (says(markers.webkit) && !says(markers.notWebkit)) return classes.safari;
  return says(markers.android) ? classes.android : classes.other;
}

function validate(values: FormValues): FieldError[] {
  const { messages } = form;
  const found: [FieldError["field"], string | null][] = [
    ["customerName", nameError(values.customerName.trim())],
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
