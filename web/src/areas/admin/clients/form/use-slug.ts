import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { useDebounced } from "#lib/use-debounced.ts";

/** Suggests a free slug for a company; `null` until known. */
export function useSlugFor(company: string, wanted: boolean): string | null {
  const debounced = useDebounced(company.trim());
  const enabled = wanted && debounced !== "";
  const { data } = useQuery({
    ...slugQuery({ company: debounced }),
    enabled,
    // Else the field would be empty between two answers.
    placeholderData: keepPreviousData,
  });
  return enabled ? (data?.slug ?? null) : null;
}

/** Validates a slug as it is typed. `own`: the client's current slug. */
export function useSlugProblem(slug: string, own: { id: string; slug: string } | null): string | null {
  const typed = slug.trim();
  const debounced = useDebounced(typed);
  const enabled = debounced !== "" && debounced !== own?.slug;
  const { data } = useQuery({
    ...slugQuery(own ? { slug: debounced, client: own.id } : { slug: debounced }),
    enabled,
  });
  return enabled && debounced === typed ? (data?.problem ?? null) : null;
}

/** Never cached: somebody may have just taken it. */
function slugQuery(question: Record<string, string>) {
  const search = new URLSearchParams(question);
  return {
    queryKey: ["admin", "slug", search.toString()],
    queryFn: ({ signal }: { signal: AbortSignal }) => admin.clientSlug(search, signal),
    staleTime: 0,
  };
}
