import { usePagedList } from "../../../api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { admin } from "../../../api/portal-endpoints.ts";
import type { OnboardingRequestPage } from "../../../api/generated/OnboardingRequestPage.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "../../../auth/toasts.ts";

const KEY = ["admin", "setups"];
const REFETCH_MS = 60_000;

/** What buyers have sent and nobody has seen to, newest first, a page at a time; asked for again every minute. */
export function useOnboardingRequests() {
  return usePagedList({
    queryKey: KEY,
    url: admin.onboardingRequests,
    itemsOf: (page: OnboardingRequestPage) => page.onboarding_requests,
    refetchInterval: () => REFETCH_MS,
  });
}

/** Has the list asked for again: one of it may be a client by now. */
export function useRefreshOnboardingRequests(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
}

/** Removes a set-up with its logo. */
export function useDismiss(onDone: () => void) {
  const refresh = useRefreshOnboardingRequests();
  return useMutation({
    mutationFn: (id: string) => call("DELETE", admin.onboardingRequest(id)),
    onSuccess: () => showToast("success", "Set-up dismissed"),
    onError: toastUnlessSignedOut("Failed to dismiss set-up"),
    onSettled: () => {
      onDone();
      return refresh();
    },
  });
}

/** Sets the client of its payment up with a set-up. */
export function useForClient(onDone: () => void) {
  const refresh = useRefreshOnboardingRequests();
  return useMutation({
    mutationFn: (id: string) => call("POST", admin.onboardingRequestUse(id)),
    onSuccess: () => showToast("success", "Client set up", "The invitation is on its way."),
    onError: toastUnlessSignedOut("Failed to set up the client"),
    onSettled: () => {
      onDone();
      return refresh();
    },
  });
}
