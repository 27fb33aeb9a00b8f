import { useMutation } from "@tanstack/react-query";
import * as api from "#api/generated/calls/client.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";
import { formatDate } from "#lib/format.ts";
import { useRefreshClients } from "#areas/client/use-dashboard.ts";

export function useCancelPlan(clientId: string) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: () => api.cancellationCancel(clientId),
    onSuccess: ({ access_ends_at }) =>
      toastSuccess(["Plan cancelled", `Your access lasts until ${formatDate(access_ends_at)}.`]),
    onError: toastUnlessSignedOut("The plan could not be cancelled"),
    onSettled: refresh,
  });
}

/** Resumes a cancelled plan. */
export function useKeepPlan(clientId: string) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: () => api.cancellationWithdraw(clientId),
    onSuccess: () => toastSuccess(["Good to have you back", "Your plan continues as before."]),
    onError: toastUnlessSignedOut("Your plan could not be resumed"),
    onSettled: refresh,
  });
}
