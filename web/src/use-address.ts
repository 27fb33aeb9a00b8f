import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

const PATIENCE_MS = 300;

/** Marks a step of the history on which something was opened over the one before. */
export const OPENED = { opened: true };

/**
 * What is looked for, by the names given. It stands in the address, so that a reload and a link find the same; what
 * is typed into `q` gets there late. What it opens is a step of its own, and Back closes it.
 */
export function useAddress<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const opened = (state as Partial<typeof OPENED> | null)?.opened === true;
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

  const go = useCallback(
    (values: Partial<Record<Name, string>>, options: { replace?: boolean; state?: unknown }) =>
      setSearch((old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries<string | undefined>(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      }, options),
    [setSearch],
  );
  const set = useCallback(
    (values: Partial<Record<Name, string>>) => go(values, { replace: true, state }),
    [go, state],
  );

  useEffect(() => {
    const wanted = typed.trim();
    // What is open lies over the step to which the text belongs.
    if (wanted === q || opened) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      set({ q: wanted } as Partial<Record<Name, string>>);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [typed, q, opened, set]);

  const standing = useRef<string | null>(null);
  useEffect(() => {
    standing.current = key;
    return () => {
      standing.current = null;
    };
  }, [key]);

  /** Back then closes what these values open. */
  const open = (values: Partial<Record<Name, string>>) => go(values, { state: OPENED });
  /** Goes the step back that opened it, so that Back does not open it again; from elsewhere it leaves the address. */
  const close = () => {
    // Once, and only where it was opened: somebody may have gone on meanwhile.
    if (standing.current !== key) return;
    standing.current = null;
    if (opened) void navigate(-1);
    else set(nothing(names));
  };

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
    open,
    close,
    typed,
    type: setTyped,
    clear: () => {
      setTyped("");
      setSent("");
      set(nothing(names));
    },
  };
}

const nothing = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, ""])) as Record<Name, string>;
