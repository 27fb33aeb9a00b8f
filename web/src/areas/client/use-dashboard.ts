import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { ClientView, Dashboard } from "#api/generated/client.ts";
import { anyUnderway } from "./submissions/submission-status.ts";
import { useRequestedClient } from "./client-scope.ts";

const KEY = ["client", "dashboard"];
/** While a video is on its way to the folder. */
export const POLL_MS = 10_000;

/** The client of this address and its latest. Every portal screen begins with it; they share one answer. */
export function useDashboard() {
  const requested = useRequestedClient();
  return useQuery({
    queryKey: [...KEY, requested.toString()],
    queryFn: ({ signal }) => api.dashboardGet(requested, signal),
    refetchInterval: (query) => (anyUnderway(query.state.data?.recent) ? POLL_MS : false),
  });
}

/** Updates a client's cached data until the next fetch. */
export function useUpdateCachedClient(): (id: string, change: Partial<ClientView>) => void {
  const queries = useQueryClient();
  return useCallback(
    (id, change) => {
      queries.setQueriesData<Dashboard>({ queryKey: KEY }, (old) =>
        old?.client.id === id ? { ...old, client: { ...old.client, ...change } } : old,
      );
    },
    [queries],
  );
}

/** Invalidates everything about clients. */
export function useRefreshClients(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ["client"] }), [queries]);
}

/** Refetches everything about clients without cancelling running requests: over a slow network none would complete. */
export function useRefetchClients(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ queryKey: ["client"] }, { cancelRefetch: false }),
    [queries],
  );
}
