import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";

const PATIENCE_MS = 300;

/**
 * What is looked for, by the names given. It stands in the address, so that a reload and a link find the same; what
 * is typed into `q` gets there late. A change takes the place of the address; a step of its own is `push`ed.
 */
export function useAddress<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const q = search.get("q") ?? "";
  const [typed, setTyped] = useState(q);
  const [sent, setSent] = useState(q);
  const [seen, setSeen] = useState(q);

  // A step through the history changes the address and not the field. What was typed here arrives there late, when
  // more may have been typed.
  if (seen !== q) {
    setSeen(q);
    if (q !== sent) {
      setSent(q);
      setTyped(q);
    }
  }

  const set = useCallback(
    (values: Partial<Record<Name, string>>, step: "replace" | "push" = "replace") =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries<string | undefined>(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: step === "replace" },
      ),
    [setSearch],
  );

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === q) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      set({ q: wanted } as Partial<Record<Name, string>>);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [typed, q, set]);

  const text = names.map((name) => `${name}=${encodeURIComponent(search.get(name) ?? "")}`).join("&");
  /** What an endpoint is asked: the names that hold something. */
  const asked = useMemo(
    () => new URLSearchParams([...new URLSearchParams(text)].filter(([, value]) => value !== "")),
    [text],
  );

  return {
    asked,
    value: (name: Name) => asked.get(name) ?? "",
    set,
    typed,
    type: setTyped,
    clear: () => {
      setTyped("");
      setSent("");
      set(Object.fromEntries(names.map((name) => [name, ""])) as Record<Name, string>);
    },
  };
}
