import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import type { SearchHit } from "#api/generated/operations.ts";

/** Searches everything. Never cached: somebody is waiting for a video. */
export function useSearch(q: string) {
  return useQuery({
    queryKey: ["admin", "search", q],
    queryFn: ({ signal }) => admin.searchFind(new URLSearchParams({ q }), signal),
    enabled: q !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function useTimeline({ kind, id }: Pick<SearchHit, "kind" | "id">) {
  return useQuery({
    queryKey: ["admin", "timeline", kind, id],
    queryFn: ({ signal }) => admin.searchTimeline(kind, id, signal),
    staleTime: 0,
  });
}
