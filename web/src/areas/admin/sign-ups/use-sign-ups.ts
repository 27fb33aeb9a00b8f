import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { SignUpPage } from "../../../api/generated/SignUpPage.ts";
import { call } from "../../../api/http.ts";

/** While one is on its way to the list. */
const UNDERWAY_MS = 10_000;

/** Everybody who fits, newest first, a page at a time. */
export function useSignUps(asked: URLSearchParams) {
  return useInfiniteQuery({
    queryKey: ["admin", "sign-ups", asked.toString()],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(asked);
      if (pageParam) search.set("before", pageParam);
      return call<SignUpPage>("GET", admin.signUps(search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ sign_ups }) => sign_ups.some(({ state }) => state === "waiting"))
        ? UNDERWAY_MS
        : false,
  });
}
