import { usePagedList } from "../../../api/use-paged-list.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { AuditPage } from "../../../api/generated/AuditPage.ts";
import type { ClientPage } from "../../../api/generated/ClientPage.ts";
import type { ClientRecord } from "../../../api/generated/ClientRecord.ts";
import { call } from "../../../api/http.ts";

/** What was done and fits, newest first, a page at a time. */
export function useAudit(params: URLSearchParams) {
  return usePagedList({
    queryKey: ["admin", "audit"],
    url: admin.audit,
    params,
    itemsOf: (page: AuditPage) => page.entries,
    // What was done a moment ago is what is looked for.
    staleTime: 0,
  });
}

/** A few clients whose name, address or slug has this. */
export function useClientsLike(q: string) {
  return useQuery({
    queryKey: ["admin", "clients-like", q],
    queryFn: async ({ signal }) => {
      const page = await call<ClientPage>(
        "GET",
        admin.clients(new URLSearchParams({ q })),
        undefined,
        signal,
      );
      return page.clients.slice(0, 6);
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}

/** The client that the log is filtered by, where it is one. */
export function useClientName(id: string): string | null {
  const { data } = useQuery({
    queryKey: ["admin", "client-name", id],
    queryFn: ({ signal }) => call<ClientRecord>("GET", admin.client(id), undefined, signal),
    enabled: id !== "",
    retry: false,
  });
  return data?.company_name ?? null;
}
