import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { Retried } from "../../../api/generated/Retried.ts";
import type { SignUpPage } from "../../../api/generated/SignUpPage.ts";
import { ApiError, call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { sayUnlessEnded } from "../say-failed.ts";

const KEY = ["admin", "sign-ups"];
/** While one is on its way to the list. */
const UNDERWAY_MS = 10_000;

/** Everybody who fits, newest first, a page at a time. */
export function useSignUps(asked: URLSearchParams) {
  return useInfiniteQuery({
    queryKey: [...KEY, asked.toString()],
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

/** Queues a failed one again, on its way to the list. */
export function useRetrySignUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<Retried>("POST", admin.retrySignUp(id)),
    onSuccess: ({ queued }) => {
      if (queued > 0) void showToast("success", "Retry queued");
      // Somebody else was faster: nothing failed.
      else void showToast("plain", "Nothing to retry", "This sign-up is on its way already.");
    },
    onError: sayUnlessEnded("Failed to queue the retry"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Forgets one, with what it was mailed. */
export function useDeleteSignUp(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE", admin.signUp(id)),
    onSuccess: () => showToast("success", "Sign-up deleted"),
    onError: (error) => {
      // Somebody else was faster, or its days were over: it is what was wanted.
      if (error instanceof ApiError && error.status === 404)
        void showToast("plain", "Nothing to delete", "This sign-up is gone already.");
      else sayUnlessEnded("Failed to delete the sign-up")(error);
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
    mutationFn: () => call<Retried>("POST", admin.retrySignUps),
    onSuccess: ({ queued, left }) => {
      if (queued === 0) {
        void showToast(
          "plain",
          "Nothing to retry",
          "No sign-up has failed, or all are on their way already.",
        );
        return;
      }
      const said = queued === 1 ? "1 sign-up queued" : `${queued} sign-ups queued`;
      // One press takes a bounded number of them.
      const rest = left > 0 ? `. ${left} more wait for another press.` : "";
      void showToast("success", "Bulk retry initiated", said + rest);
    },
    onError: sayUnlessEnded("Failed to retry all sign-ups"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
