import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import type { FailedUploads } from "#api/generated/admin.ts";
import { toastRetryAll } from "#areas/admin/retry-button.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "failed-uploads"];
const REFETCH_MS = 30_000;

/** Failed deliveries, newest first, paged; polled every 30 seconds. */
export function useFailedUploads() {
  return usePagedList({
    queryKey: KEY,
    load: admin.submissionFailed,
    itemsOf: (page: FailedUploads) => page.uploads,
    refetchInterval: () => REFETCH_MS,
  });
}

export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (submission: string) => admin.submissionRetry(submission),
    onSuccess: ({ queued }) => {
      if (queued > 0) void showToast("success", "Upload retry queued");
      // It is being delivered, or was: no error.
      else void showToast("plain", "Nothing to retry", "This video is already on its way.");
    },
    onError: toastUnlessSignedOut("Failed to retry upload"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRetryAll() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.submissionRetryAll(),
    onSuccess: (result) => toastRetryAll(result, ["upload", "uploads"]),
    onError: toastUnlessSignedOut("Failed to retry all uploads"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
