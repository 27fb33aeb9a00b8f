import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { SearchHit } from "../../../api/generated/SearchHit.ts";
import type { SearchResults } from "../../../api/generated/SearchResults.ts";
import type { Timeline } from "../../../api/generated/Timeline.ts";
import { call } from "../../../api/http.ts";

/** Everything that a text may mean. Always asked anew: somebody waits for a video. */
export function useSearch(q: string) {
  return useQuery({
    queryKey: ["admin", "search", q],
    queryFn: ({ signal }) =>
      call<SearchResults>("GET", admin.search(new URLSearchParams({ q })), undefined, signal),
    enabled: q !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The timeline of a hit. */
export function useTimeline({ kind, id }: Pick<SearchHit, "kind" | "id">) {
  return useQuery({
    queryKey: ["admin", "timeline", kind, id],
    queryFn: ({ signal }) => call<Timeline>("GET", admin.timeline(kind, id), undefined, signal),
    staleTime: 0,
  });
}
