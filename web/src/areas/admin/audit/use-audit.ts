import { usePagedList } from "#api/use-paged-list.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import type { AuditPage } from "#api/generated/operations.ts";

/** Matching log entries, newest first, paged. */
export function useAudit(params: URLSearchParams) {
  return usePagedList({
    queryKey: ["admin", "audit"],
    load: admin.auditList,
    params,
    itemsOf: (page: AuditPage) => page.entries,
    // Admins look for their latest actions.
    staleTime: 0,
  });
}

/** Finds a few clients by name, email or slug. */
export function useClientsLike(q: string) {
  return useQuery({
    queryKey: ["admin", "clients-like", q],
    queryFn: async ({ signal }) => {
      const page = await admin.clientList(new URLSearchParams({ q }), signal);
      return page.clients.slice(0, 6);
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}

/** Name of the client that the log is filtered by, if the filter is a client. */
export function useClientName(id: string): string | null {
  const { data } = useQuery({
    queryKey: ["admin", "client-name", id],
    queryFn: ({ signal }) => admin.clientGet(id, signal),
    enabled: id !== "",
    retry: false,
  });
  return data?.company_name ?? null;
}
