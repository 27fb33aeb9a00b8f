import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import type { SignUpPage } from "#api/generated/site.ts";
import { ApiError } from "#api/http.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "sign-ups"];
/** While one is on its way to the list. */
const POLL_MS = 10_000;

/** Everybody who fits, newest first, a page at a time. */
export function useSignUps(params: URLSearchParams) {
  return usePagedList({
    queryKey: KEY,
    load: admin.signUpList,
    params,
    itemsOf: (page: SignUpPage) => page.sign_ups,
    refetchInterval: (items) => (items.some(({ status }) => status === "waiting") ? POLL_MS : false),
  });
}

/** Queues a failed one again, on its way to the list. */
export function useRetrySignUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => admin.signUpRetry(id),
    onSuccess: ({ queued }) => {
      if (queued > 0) void showToast("success", "Retry queued");
      // Somebody else was faster: no error.
      else void showToast("plain", "Nothing to retry", "This sign-up is already on its way.");
    },
    onError: toastUnlessSignedOut("Failed to queue the retry"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a sign-up with its emails. */
export function useDeleteSignUp(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => admin.signUpDelete(id),
    onSuccess: () => showToast("success", "Sign-up deleted"),
    onError: (error) => {
      // Already deleted, by somebody else or on schedule: as intended.
      if (error instanceof ApiError && error.status === 404)
        void showToast("plain", "Nothing to delete", "This sign-up has already been deleted.");
      else toastUnlessSignedOut("Failed to delete the sign-up")(error);
    },
    onSettled: () => {
      onDone();
      return queries.invalidateQueries({ queryKey: KEY });
    },
  });
}

/** Queues all of them again. */
export function useRetrySignUps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.signUpRetryAll(),
    onSuccess: ({ queued, left }) => {
      if (queued === 0) {
        void showToast(
          "plain",
          "Nothing to retry",
          "No sign-up has failed, or all of them are already on their way.",
        );
        return;
      }
      const said = queued === 1 ? "1 sign-up queued" : `${queued} sign-ups queued`;
      // One press takes a bounded number of them.
      const rest = left > 0 ? `. ${left} more ${left === 1 ? "is" : "are"} waiting: press again.` : "";
      void showToast("success", "Bulk retry initiated", said + rest);
    },
    onError: toastUnlessSignedOut("Failed to retry all sign-ups"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
