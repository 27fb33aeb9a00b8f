import { usePagedList } from "../../../api/use-paged-list.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { Days } from "../../../api/generated/Days.ts";
import type { Erased } from "../../../api/generated/Erased.ts";
import type { SubmissionDetail } from "../../../api/generated/SubmissionDetail.ts";
import type { SubmissionPage } from "../../../api/generated/SubmissionPage.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "../../../auth/toasts.ts";
import { POLL_MS, useRefreshClients } from "../use-dashboard.ts";
import { forgetThumbnails } from "./make-thumbnail.ts";
import { anyUnderway } from "./submission-status.ts";

export type Filter = { q: string; status: string };

/** All submissions of a client that fit, a page at a time. What was found before stays until the next is here. */
export function useSubmissions(clientId: string, { q, status }: Filter) {
  return usePagedList({
    queryKey: ["client", "submissions", clientId],
    url: (search) => endpoints.submissions(clientId, search),
    params: new URLSearchParams({ ...(q ? { q } : {}), ...(status ? { status } : {}) }),
    itemsOf: (page: SubmissionPage) => page.submissions,
    refetchInterval: (items) => (anyUnderway(items) ? POLL_MS : false),
  });
}

/** Everything about one. */
export function useSubmission(clientId: string, id: string) {
  return useQuery({
    queryKey: ["client", "submission", clientId, id],
    queryFn: ({ signal }) =>
      call<SubmissionDetail>("GET", endpoints.submission(clientId, id), undefined, signal),
    refetchInterval: (query) => {
      const line = query.state.data?.submission;
      return line && anyUnderway([line]) ? POLL_MS : false;
    },
  });
}

/** The last year. */
export function useDays(clientId: string) {
  return useQuery({
    queryKey: ["client", "days", clientId],
    queryFn: ({ signal }) => call<Days>("GET", endpoints.days(clientId), undefined, signal),
  });
}

const LEFT = "Your drive cannot be reached now. We remove the video from there as soon as it can.";

const returnedText = (credits: number) =>
  credits === 0 ? "" : credits === 1 ? "Its credit has come back." : `${credits} credits have come back.`;

/** What is deleted: one submission or all of its customer; and whether as abuse. */
export type Erasure = { wholeCustomer: boolean; rejected: boolean };

/** Erases one submission, or all of its customer, for good. */
export function useErase(clientId: string, id: string, onErased: () => void) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: ({ wholeCustomer, rejected }: Erasure) => {
      const how = { ...(wholeCustomer && { customer: "all" }), ...(rejected && { reason: "abuse" }) };
      return call<Erased>("DELETE", endpoints.erase(clientId, id, new URLSearchParams(how)));
    },
    onSuccess: ({ erased, left, returned }, { rejected }) => {
      // First: what is gone must not be asked for again.
      onErased();
      forgetThumbnails();
      void refresh();
      const done = rejected ? "rejected" : "deleted";
      const notes = [returnedText(returned), left > 0 ? LEFT : ""].filter(Boolean).join(" ");
      void showToast(
        "success",
        erased === 1 ? `Submission ${done}` : `${erased} submissions ${done}`,
        notes || undefined,
      );
    },
    onError: toastUnlessSignedOut("Error"),
  });
}
