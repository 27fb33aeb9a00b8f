import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { useSettled } from "#lib/use-settled.ts";

/** A free slug for a company; `null` while there is none to tell. */
export function useSlugFor(company: string, wanted: boolean): string | null {
  const settled = useSettled(company.trim());
  const enabled = wanted && settled !== "";
  const { data } = useQuery({
    ...slugQuery({ company: settled }),
    enabled,
    // Else the field would be empty between two answers.
    placeholderData: keepPreviousData,
  });
  return enabled ? (data?.slug ?? null) : null;
}

/** Why a slug cannot be taken, while it is typed. `own` is the slug that the client has already. */
export function useSlugProblem(slug: string, own: { id: string; slug: string } | null): string | null {
  const typed = slug.trim();
  const settled = useSettled(typed);
  const enabled = settled !== "" && settled !== own?.slug;
  const { data } = useQuery({
    ...slugQuery(own ? { slug: settled, client: own.id } : { slug: settled }),
    enabled,
  });
  return enabled && settled === typed ? (data?.problem ?? null) : null;
}

/** Never from memory: somebody may have taken it a moment ago. */
function slugQuery(question: Record<string, string>) {
  const search = new URLSearchParams(question);
  return {
    queryKey: ["admin", "slug", search.toString()],
    queryFn: ({ signal }: { signal: AbortSignal }) => admin.clientSlug(search, signal),
    staleTime: 0,
  };
}
