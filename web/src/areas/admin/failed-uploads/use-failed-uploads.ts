import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/endpoints.ts";
import type { FailedUploads } from "../../../api/generated/FailedUploads.ts";
import type { Retried } from "../../../api/generated/Retried.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { sayUnlessEnded } from "../say-failed.ts";

const KEY = ["admin", "failed-uploads"];
const AGAIN_MS = 30_000;

/** The newest deliveries that failed, asked for again every 30 seconds. */
export function useFailedUploads() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call<FailedUploads>("GET", admin.failedUploads, undefined, signal),
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
    onSuccess: ({ queued }) =>
      showToast(
        "success",
        "Bulk retry initiated",
        queued === 1 ? "1 upload queued" : `${queued} uploads queued`,
      ),
    onError: sayUnlessEnded("Failed to retry all uploads"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
