import { useCallback, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { emptyValues, useSearchValues, withValues } from "./search-values.ts";
import { isDialogStep, isOnDialogStep } from "./use-dialog-params.ts";

const DEBOUNCE_MS = 300;

/**
 * Filters in the URL, so that a reload or a link shows the same list. `q` is the search field; it is written to the URL
 * after a pause in typing.
 */
export function useSearchState<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const underDialog = isDialogStep(state);
  const q = search.get("q") ?? "";
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  const [seen, setSeen] = useState(q);

  // A step through the history changes the address and not the field. Text typed here reaches the address late, when
  // more may have been typed.
  if (seen !== q) {
    setSeen(q);
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }

  const set = useCallback(
    (values: Partial<Record<Name, string>>) =>
      setSearch((old) => withValues(old, values), { replace: true, state: state as unknown }),
    [setSearch, state],
  );

  useEffect(() => {
    const wanted = text.trim();
    // An open dialog has its own history entry: the text belongs to the entry below.
    if (wanted === q || underDialog) return undefined;
    const timer = setTimeout(() => {
      // One was opened in this moment, and is not drawn yet.
      if (isOnDialogStep()) return;
      setSent(wanted);
      set({ q: wanted } as Partial<Record<Name, string>>);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, q, underDialog, set]);

  const params = useSearchValues(names);
  return {
    /** Parameters for an endpoint: the names that have a value. */
    params,
    value: (name: Name) => params.get(name) ?? "",
    set,
    text,
    setText,
    clear: () => {
      setText("");
      setSent("");
      set(emptyValues(names));
    },
  };
}
