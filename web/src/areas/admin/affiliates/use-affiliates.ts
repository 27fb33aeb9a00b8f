import { useInfiniteQuery } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { AffiliatePage } from "../../../api/generated/AffiliatePage.ts";
import { call } from "../../../api/http.ts";

/** Partners' accounts, newest first, a page at a time. */
export function useAffiliates() {
  return useInfiniteQuery({
    queryKey: ["admin", "affiliates"],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(pageParam ? { before: pageParam } : {});
      return call<AffiliatePage>("GET", admin.affiliates(search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
}
