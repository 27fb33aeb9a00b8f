import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { currentState } from "./current-state.ts";
import { emptyValues, useSearchValues, withValues } from "./search-values.ts";

/** The history state of a step on which a dialog was opened over the step before. */
export const DIALOG_STEP = { dialogStep: true };

export const isDialogStep = (state: unknown): boolean =>
  (state as Partial<typeof DIALOG_STEP> | null)?.dialogStep === true;

/** Whether the current history entry is a dialog step, whatever was rendered last. */
export const isOnDialogStep = (): boolean => isDialogStep(currentState());

/** The open dialog, named in the URL. Opening pushes a history entry, so that Back closes it. */
export function useDialogParams<Name extends string>(names: readonly Name[]) {
  const [, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const params = useSearchValues(names);

  const currentKey = useRef<string | null>(null);
  useEffect(() => {
    currentKey.current = key;
    return () => {
      currentKey.current = null;
    };
  }, [key]);

  return {
    isOpen: params.size > 0,
    value: (name: Name) => params.get(name) ?? "",
    open: (values: Partial<Record<Name, string>>) =>
      setSearch((old) => withValues(old, values), { state: DIALOG_STEP }),
    /** Steps back over the step that opened it; a dialog opened by a link only leaves the address. */
    close: () => {
      // Only once, and only on the entry that opened it: the user may have navigated since.
      if (currentKey.current !== key) return;
      currentKey.current = null;
      if (isDialogStep(state)) void navigate(-1);
      else
        setSearch((old) => withValues(old, emptyValues(names)), { replace: true, state: state as unknown });
    },
  };
}
