import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { FailedUploads } from "../../../api/generated/FailedUploads.ts";
import type { Retried } from "../../../api/generated/Retried.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { sayUnlessEnded } from "../say-failed.ts";

const KEY = ["admin", "failed-uploads"];
const AGAIN_MS = 30_000;

/** Deliveries that failed, newest first, a page at a time; asked for again every 30 seconds. */
export function useFailedUploads() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(pageParam ? { before: pageParam } : {});
      return call<FailedUploads>("GET", admin.failedUploads(search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    refetchInterval: AGAIN_MS,
  });
}

/** Queues one delivery again. */
export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (submission: string) => call<Retried>("POST", admin.retry(submission)),
    onSuccess: ({ queued }) => {
      if (queued > 0) void showToast("success", "Upload retry queued");
      // A delivery is at work already, or has arrived: nothing to do, and nothing failed.
      else void showToast("plain", "Nothing to retry", "This video is on its way already.");
    },
    onError: sayUnlessEnded("Failed to retry upload"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Queues all of them again. */
export function useRetryAll() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<Retried>("POST", admin.retryAll),
    onSuccess: ({ queued, left }) => {
      const said = queued === 1 ? "1 upload queued" : `${queued} uploads queued`;
      // One press takes a bounded number of them.
      const rest = left > 0 ? `. ${left} more wait for another press.` : "";
      void showToast("success", "Bulk retry initiated", said + rest);
    },
    onError: sayUnlessEnded("Failed to retry all uploads"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
