import { useMutation } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { Cancellation } from "../../../api/generated/Cancellation.ts";
import { call } from "../../../api/http.ts";
import { toastSuccess, toastUnlessSignedOut } from "../../../auth/toasts.ts";
import { formatDate } from "../../../lib/format.ts";
import { useRefreshClients } from "../use-dashboard.ts";

/** Cancels a client's plan. */
export function useCancelPlan(clientId: string) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: () => call<Cancellation>("POST", endpoints.cancellation(clientId)),
    onSuccess: ({ access_ends_at }) =>
      toastSuccess(["Plan cancelled", `Your access lasts until ${formatDate(access_ends_at)}.`]),
    onError: toastUnlessSignedOut("The plan could not be cancelled"),
    onSettled: refresh,
  });
}

/** Takes a cancelled plan up again. */
export function useKeepPlan(clientId: string) {
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: () => call<undefined>("DELETE", endpoints.cancellation(clientId)),
    onSuccess: () => toastSuccess(["Good to have you back", "Your plan goes on as before."]),
    onError: toastUnlessSignedOut("Your plan could not be resumed"),
    onSettled: refresh,
  });
}
