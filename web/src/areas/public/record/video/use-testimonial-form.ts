import { useCallback, useEffect, useRef, useState } from "react";
import { loadCore, type FieldErrors, type FormValues } from "../../../../media/core.ts";
import type { Field } from "../../../../media/generated/Field.ts";
import type { FieldError } from "../../../../media/generated/FieldError.ts";
import type { TakeKeeper } from "../../../../media/take-keeper.ts";
import type { Take } from "../../../../media/take.ts";
import { sayInvalid, sayMissing } from "./say.ts";

const EMPTY: FormValues = {
  customerName: "",
  customerEmail: "",
  consentData: false,
  consentMarketing: false,
};

/** Whether a message about this field has a place beside it. */
export const isOnForm = (field: string): boolean => Object.hasOwn(EMPTY, field);

/** What the submit button is still waiting for, in words. */
export function missingFrom(values: FormValues, take: Take | null): string[] {
  const missing: string[] = [];
  if (!take) missing.push("a video");
  if (!values.customerName.trim()) missing.push("your name");
  if (!values.customerEmail.trim()) missing.push("your email");
  if (!values.consentData || !values.consentMarketing) missing.push("both consents");
  return missing;
}

/** What was typed is kept beside its take; not at every key. */
const KEEP_AFTER_MS = 500;

/** The fields, their messages, and the checks that the server will repeat. */
export function useTestimonialForm(draft: FormValues | null, keeper: TakeKeeper | undefined) {
  const [values, setValues] = useState(draft ?? EMPTY);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** What was typed last, for checks that take a moment. */
  const now = useRef(values);

  useEffect(() => {
    if (!keeper || values === EMPTY) return undefined;
    const timer = setTimeout(() => keeper.amend({ form: values }), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [keeper, values]);

  const set = useCallback(<F extends Field>(field: F, value: FormValues[F]) => {
    now.current = { ...now.current, [field]: value };
    setValues(now.current);
    setErrors(({ [field]: _corrected, ...rest }) => rest);
  }, []);

  /** After a field is left; an untouched one is not complained about. */
  const checkField = useCallback(async (field: "customerName" | "customerEmail") => {
    const value = now.current[field];
    if (!value) return;
    const error = byField(await faults(now.current))[field];
    if (now.current[field] === value) setErrors((old) => withField(old, field, error));
  }, []);

  /** Before sending: says what is wrong and answers the first field to mend, or `null`. */
  const check = useCallback(async (take: Take | null): Promise<Field | "video" | null> => {
    const found = await faults(now.current);
    setErrors(byField(found));
    const first = found[0]?.field;
    if (missingFrom(now.current, take).length > 0) {
      sayMissing();
      return first ?? "video";
    }
    if (first) sayInvalid();
    return first ?? null;
  }, []);

  return { values, errors, set, checkField, check, showErrors: setErrors };
}

/** The server says the same: where the rules do not arrive, it alone does. */
async function faults(values: FormValues): Promise<FieldError[]> {
  const core = await loadCore().catch(() => null);
  return core?.validate(values) ?? [];
}

function byField(errors: FieldError[]): FieldErrors {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

function withField(errors: FieldErrors, field: Field, error: string | undefined): FieldErrors {
  const { [field]: _old, ...rest } = errors;
  return error === undefined ? rest : { ...rest, [field]: error };
}
