import { useCallback, useEffect, useState } from "react";
import type { FieldErrors, FormValues } from "../../../media/core.ts";
import type { Field } from "../../../media/generated/Field.ts";
import type { Take } from "../../../media/take.ts";
import { sayMissing } from "../record/video/say.ts";
import { missingFrom } from "../record/video/use-testimonial-form.ts";
import type { Refusals } from "./use-delivery.ts";

export const EMPTY: FormValues = {
  customerName: "",
  customerEmail: "",
  consentData: false,
  consentMarketing: false,
};

/** What a customer wrote. The ticks are not part of it: whoever comes next gives their own consent. */
export type Typed = Pick<FormValues, "customerName" | "customerEmail">;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const EMAIL_INVALID = "Please enter a valid email address.";
const KEEP_AFTER_MS = 500;

/** The fields of the webhook's form, by their names here. */
const FIELDS: Record<string, Field> = {
  name: "customerName",
  email: "customerEmail",
  privacyConsent: "consentData",
  marketingConsent: "consentMarketing",
};

const isEmail = (values: FormValues) => EMAIL.test(values.customerEmail.trim());

/** What `Send Testimonial` is still waiting for, in words. */
export function neededFor(values: FormValues, take: Take | null): string[] {
  const missing = missingFrom(values, take);
  return values.customerEmail.trim() && !isEmail(values) ? [...missing, "a valid email address"] : missing;
}

/** The dialog's fields and what is wrong with them; `onValues` hears what they hold. */
export function useDialogForm(draft: FormValues, take: Take | null, onValues: (values: FormValues) => void) {
  const [values, setValues] = useState(draft);
  const [errors, setErrors] = useState<FieldErrors>({});
  const keeper = take?.keeper;

  useEffect(() => onValues(values), [onValues, values]);
  useEffect(() => {
    if (!keeper || values === EMPTY) return undefined;
    const timer = setTimeout(() => keeper.amend({ form: values }), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [keeper, values]);

  const set = <F extends Field>(field: F, value: FormValues[F]) => {
    setValues((old) => ({ ...old, [field]: value }));
    setErrors(({ [field]: _corrected, ...rest }) => rest);
  };

  /** Before sending: says what is wrong and answers the first thing to mend, or `null`. */
  const check = (): Field | "video" | null => {
    const wrongEmail = !isEmail(values);
    setErrors(wrongEmail ? { customerEmail: EMAIL_INVALID } : {});
    if (missingFrom(values, take).length > 0) sayMissing();
    if (!values.customerName.trim()) return "customerName";
    if (wrongEmail) return "customerEmail";
    if (!values.consentData) return "consentData";
    if (!values.consentMarketing) return "consentMarketing";
    return take ? null : "video";
  };

  /** Shows what the server has against single fields; answers the first of them. */
  const refuse = useCallback((refusals: Refusals): Field | null => {
    const found = Object.entries(refusals).flatMap(([name, text]): [Field, string][] => {
      const field = FIELDS[name];
      return field ? [[field, field === "customerEmail" ? EMAIL_INVALID : text]] : [];
    });
    setErrors(Object.fromEntries(found));
    return found[0]?.[0] ?? null;
  }, []);

  return { values, errors, set, check, refuse };
}
