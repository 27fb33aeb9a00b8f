import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import * as admin from "#api/generated/calls/admin.ts";
import type { OnboardingRequestPage } from "#api/generated/site.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "setups"];
const REFETCH_MS = 60_000;

/** Open set-ups, newest first, paged; polled every minute. */
export function useOnboardingRequests() {
  return usePagedList({
    queryKey: KEY,
    load: admin.onboardingRequestList,
    itemsOf: (page: OnboardingRequestPage) => page.onboarding_requests,
    refetchInterval: () => REFETCH_MS,
  });
}

/** Invalidates the list: one may be a client by now. */
export function useRefreshOnboardingRequests(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
}

/** Removes a set-up with its logo. */
export function useDismiss(onDone: () => void) {
  const refresh = useRefreshOnboardingRequests();
  return useMutation({
    mutationFn: (id: string) => admin.onboardingRequestDismiss(id),
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
    mutationFn: (id: string) => admin.onboardingRequestUseForClient(id),
    onSuccess: () => showToast("success", "Client set up", "The invitation is on its way."),
    onError: toastUnlessSignedOut("Failed to set up the client"),
    onSettled: () => {
      onDone();
      return refresh();
    },
  });
}
