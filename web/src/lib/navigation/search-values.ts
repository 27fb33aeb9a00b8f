import { useMemo } from "react";
import { useSearchParams } from "react-router";

/** Query parameters of these names, without empty ones; memoised until a value changes. */
export function useSearchValues(names: readonly string[]): URLSearchParams {
  const [search] = useSearchParams();
  const text = names.map((name) => `${name}=${encodeURIComponent(search.get(name) ?? "")}`).join("&");
  return useMemo(
    () => new URLSearchParams([...new URLSearchParams(text)].filter(([, value]) => value !== "")),
    [text],
  );
}

/** A copy with these values set; an empty one is removed. */
export function withValues(
  search: URLSearchParams,
  values: Record<string, string | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export const emptyValues = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, ""])) as Record<Name, string>;
