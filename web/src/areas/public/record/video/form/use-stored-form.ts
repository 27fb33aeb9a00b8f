import { useEffect, useEffectEvent } from "react";
import { BEFORE_RELOAD } from "#lib/replaced-build.ts";
import type { FormValues } from "#media/core-types.ts";
import type { TakeStore } from "#media/take/take-store.ts";

export const EMPTY_FORM: FormValues = {
  customerName: "",
  customerEmail: "",
  consentData: false,
  consentMarketing: false,
};

/** Typed values are stored beside their take; not at every key. */
const STORE_AFTER_MS = 500;
/** Stores a form without a take while the page reloads. */
const KEY = "sayso-form";

/** Input from before a reload for a new version, or the empty form. */
export function formBeforeReload(): FormValues {
  try {
    const { path, values } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<StoredForm>;
    return path === location.pathname ? { ...EMPTY_FORM, ...values } : EMPTY_FORM;
  } catch {
    return EMPTY_FORM;
  }
}

type StoredForm = { path: string; values: FormValues };

/** Stores the input with its take for a later visit, and across a reload that the user did not ask for. */
export function useStoredForm(values: FormValues, store: TakeStore | undefined): void {
  useEffect(() => {
    if (!store || values === EMPTY_FORM) return undefined;
    const timer = setTimeout(() => store.update({ form: values }), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [store, values]);

  const storeAtOnce = useEffectEvent(() => {
    if (values === EMPTY_FORM) return;
    if (store) void store.update({ form: values });
    else storeForm({ path: location.pathname, values });
  });
  useEffect(() => {
    // Cleared, so that the device's next user finds nothing of it.
    storeForm(null);
    const listen = () => storeAtOnce();
    addEventListener(BEFORE_RELOAD, listen);
    return () => removeEventListener(BEFORE_RELOAD, listen);
  }, []);
}

function storeForm(form: StoredForm | null): void {
  try {
    if (form) sessionStorage.setItem(KEY, JSON.stringify(form));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable.
  }
}
