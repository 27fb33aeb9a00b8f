import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { ForwardPage } from "../../../api/generated/ForwardPage.ts";
import type { Retried } from "../../../api/generated/Retried.ts";
import { ApiError, call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { sayUnlessEnded } from "../say-failed.ts";

const KEY = ["admin", "forwards"];
/** While a note is on its way. */
const UNDERWAY_MS = 10_000;

/** What was handed on, newest first, a page at a time. */
export function useForwards() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(pageParam ? { before: pageParam } : {});
      return call<ForwardPage>("GET", admin.forwards(search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ forwards }) => forwards.some(({ state }) => !hasEnded(state)))
        ? UNDERWAY_MS
        : false,
  });
}

/** A note that neither waits nor is being sent. */
const hasEnded = (state: string) => state === "done" || state === "failed";

/** Queues a failed note again. */
export function useRetryForward() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (submission: string) => call<Retried>("POST", admin.retryForward(submission)),
    onSuccess: () => showToast("success", "Retry queued"),
    onError: (error) => {
      // Somebody else was faster: nothing failed.
      if (error instanceof ApiError && error.code === "not_failed")
        void showToast("plain", "Nothing to retry", error.message);
      else sayUnlessEnded("Failed to queue the retry")(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
