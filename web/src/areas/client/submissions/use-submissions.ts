import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { Days } from "../../../api/generated/Days.ts";
import type { Erased } from "../../../api/generated/Erased.ts";
import type { SubmissionDetail } from "../../../api/generated/SubmissionDetail.ts";
import type { SubmissionPage } from "../../../api/generated/SubmissionPage.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { askAnyway } from "../ask-anyway.ts";
import { sayFailure } from "../say-failure.ts";
import { UNDERWAY_MS, useRefreshClients } from "../use-dashboard.ts";
import { forgetThumbnails } from "./make-thumbnail.ts";
import { anyUnderway } from "./submission-status.ts";

export type Filter = { q: string; status: string };

/** All submissions of a client that fit, a page at a time. What was found before stays until the next is here. */
export function useSubmissions(clientId: string, { q, status }: Filter) {
  return useInfiniteQuery({
    ...askAnyway,
    queryKey: ["client", "submissions", clientId, q, status],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams();
      if (q) search.set("q", q);
      if (status) search.set("status", status);
      if (pageParam) search.set("before", pageParam);
      return call<SubmissionPage>("GET", endpoints.submissions(clientId, search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      anyUnderway(query.state.data?.pages.flatMap((page) => page.submissions)) ? UNDERWAY_MS : false,
  });
}

/** Everything about one. */
export function useSubmission(clientId: string, id: string) {
  return useQuery({
    ...askAnyway,
    queryKey: ["client", "submission", clientId, id],
    queryFn: ({ signal }) =>
      call<SubmissionDetail>("GET", endpoints.submission(clientId, id), undefined, signal),
    refetchInterval: (query) => {
      const line = query.state.data?.submission;
      return line && anyUnderway([line]) ? UNDERWAY_MS : false;
    },
  });
}

/** The last year. */
export function useDays(clientId: string) {
  return useQuery({
    ...askAnyway,
    queryKey: ["client", "days", clientId],
    queryFn: ({ signal }) => call<Days>("GET", endpoints.days(clientId), undefined, signal),
  });
}

/** Erases one submission, or all of its customer, for good. */
export function useErase(clientId: string, id: string, onErased: () => void) {
  const refresh = useRefreshClients();
  return useMutation({
    ...askAnyway,
    mutationFn: (wholeCustomer: boolean) =>
      call<Erased>("DELETE", endpoints.erase(clientId, id, wholeCustomer)),
    onSuccess: ({ erased }) => {
      // First: what is gone must not be asked for again.
      onErased();
      forgetThumbnails();
      void refresh();
      void showToast("success", erased === 1 ? "Submission deleted" : `${erased} submissions deleted`);
    },
    onError: sayFailure,
  });
}
