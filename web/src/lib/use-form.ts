import { useCallback, useEffect, useRef, useState } from "react";

export type FormErrors<Values> = { [Name in keyof Values]?: string | undefined };

/**
 * The state of a form: its values, the error of each field, one submission at a time, and the focus on the first
 * field to correct. The order of the fields is that of `initial`.
 */
export function useForm<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [busy, setBusy] = useState(false);
  const [focusOn, setFocusOn] = useState<{ field: string } | null>(null);
  const [element, setElement] = useState<HTMLFormElement | null>(null);
  const submitting = useRef(false);
  const latest = useRef(values);

  // A disabled field cannot be focused, so this waits for the end of the submission.
  useEffect(() => {
    if (focusOn && !busy) focusField(element, focusOn.field);
  }, [element, focusOn, busy]);

  const set = useCallback(<Name extends keyof Values>(name: Name, value: Values[Name], error?: string) => {
    latest.current = { ...latest.current, [name]: value };
    setValues(latest.current);
    setErrors((old) => ({ ...old, [name]: error }));
  }, []);

  /** Shows errors and moves the focus: to `first`, to the first field with an error, or else to `otherwise`. */
  const reject = useCallback(
    (found: FormErrors<Values>, otherwise: string | null = null, first: string | null = null) => {
      setErrors(found);
      const wrong = Object.keys(latest.current).find((name) => found[name as keyof Values]);
      const field = first ?? wrong ?? otherwise;
      setFocusOn(field === null ? null : { field });
    },
    [],
  );

  /** Runs a submission; ignores a second click meanwhile. */
  const submit = useCallback(async (work: () => Promise<void>) => {
    if (submitting.current) return;
    submitting.current = true;
    setBusy(true);
    setFocusOn(null);
    try {
      await work();
    } finally {
      submitting.current = false;
      setBusy(false);
    }
  }, []);

  const reset = useCallback((next: Values) => {
    latest.current = next;
    setValues(next);
    setErrors({});
  }, []);

  /** The values typed last, for checks that take a moment. */
  const latestValues = useCallback(() => latest.current, []);

  return { element, setElement, values, latestValues, errors, setErrors, busy, set, reject, submit, reset };
}

/** Focuses the field of this name, or the button of this type. */
export function focusField(form: HTMLElement | null, field: string): void {
  form?.querySelector<HTMLElement>(`[name="${field}"], [type="${field}"]:not([name])`)?.focus();
}
