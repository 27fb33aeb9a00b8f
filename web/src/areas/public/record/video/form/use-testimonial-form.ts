import { useForm } from "#lib/use-form.ts";
import { loadCore } from "#media/core.ts";
import type { FieldErrors, FormValues } from "#media/core-types.ts";
import type { FieldError } from "#media/generated/media.ts";
import type { TakeStore } from "#media/take/take-store.ts";
import type { Take } from "#media/take/take.ts";
import { toastInvalid, toastMissing } from "#areas/public/record/video/toasts.ts";
import { EMPTY_FORM, formBeforeReload, useStoredForm } from "./use-stored-form.ts";

/** Whether this field can show its own error. */
export const isOnForm = (field: string): boolean => Object.hasOwn(EMPTY_FORM, field);

/** The missing parts that disable the submit button, in words. */
export function missingFrom(values: FormValues, take: Take | null): string[] {
  const missing: string[] = [];
  if (!take) missing.push("a video");
  if (!values.customerName.trim()) missing.push("your name");
  if (!values.customerEmail.trim()) missing.push("your email");
  if (!values.consentData || !values.consentMarketing) missing.push("both consents");
  return missing;
}

/** The fields, their errors, and the checks that the server will repeat. */
export function useTestimonialForm(draft: FormValues | null, store: TakeStore | undefined) {
  const form = useForm(() => draft ?? formBeforeReload());
  const { latestValues, setErrors, reject } = form;
  useStoredForm(form.values, store);

  /** Checks a field that was left; an empty one is not complained about. */
  const checkField = async (field: "customerName" | "customerEmail") => {
    const value = latestValues()[field];
    if (!value) return;
    const error = byField(await fieldErrors(latestValues()))[field];
    if (latestValues()[field] === value) setErrors((old) => ({ ...old, [field]: error }));
  };

  /** Validates before sending and shows the errors. Returns whether all is valid. */
  const check = async (take: Take | null): Promise<boolean> => {
    const found = await fieldErrors(latestValues());
    const missing = missingFrom(latestValues(), take).length > 0;
    if (found.length === 0 && !missing) return true;
    if (missing) toastMissing();
    else toastInvalid();
    reject(byField(found), "video", found[0]?.field);
    return false;
  };

  return { ...form, checkField, check };
}

/** Validates with the core's rules; if they did not load, only the server validates. */
async function fieldErrors(values: FormValues): Promise<FieldError[]> {
  const core = await loadCore().catch(() => null);
  return core?.validate(values) ?? [];
}

function byField(errors: FieldError[]): FieldErrors {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}
