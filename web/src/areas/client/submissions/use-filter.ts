import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Filter } from "./use-submissions.ts";

const PATIENCE_MS = 300;
/** What a client can ask for; the states of the machinery are among them. */
export const FILTERS = ["processed", "pending", "failed"];

/** What is looked for. It stands in the address, so that a reload and a link find the same; typing gets there late. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("status") ?? "";
  const filter: Filter = { q: search.get("q") ?? "", status: FILTERS.includes(asked) ? asked : "" };
  const [typed, setTyped] = useState(filter.q);
  const { q } = filter;
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
    (name: string, value: string, replace: boolean) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace },
      ),
    [setSearch],
  );

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === q) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      set("q", wanted, true);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [typed, q, set]);

  return {
    filter,
    typed,
    type: setTyped,
    chooseStatus: (status: string) => set("status", status, true),
    clear: () => {
      setTyped("");
      setSent("");
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          next.delete("q");
          next.delete("status");
          return next;
        },
        { replace: true },
      );
    },
    /** The one that is looked at. */
    openId: search.get("id"),
    open: (id: string) => set("id", id, false),
    close: () => set("id", "", true),
  };
}
