import { useMutation, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { Payments } from "../../../api/generated/Payments.ts";
import { call } from "../../../api/http.ts";
import { usePagedList } from "../../../api/use-paged-list.ts";
import { toastUnlessSignedOut } from "../../../auth/toasts.ts";
import { showToast } from "../../../ui/toasts/toast.ts";

const KEY = ["admin", "payments"];

/** What was told of, newest first, a page at a time; the first page carries what needs somebody. */
export const usePayments = (params: URLSearchParams) =>
  usePagedList({ queryKey: KEY, url: admin.payments, params, itemsOf: (page: Payments) => page.events });

export type PaymentList = ReturnType<typeof usePayments>;

/** A payment of which nobody knows whose it is. */
export type Doubt = { kind: "subscription" | "topUp"; id: string; email: string };

/** Says whose it is. */
export function useAssign({ kind, id }: Doubt, onDone: () => void) {
  const queries = useQueryClient();
  const path = kind === "subscription" ? admin.assignSubscription(id) : admin.assignTopUp(id);
  return useMutation({
    mutationFn: (clientId: string) => call<undefined>("POST", path, { client_id: clientId }),
    onSuccess: () => {
      void showToast("success", "The payment is theirs");
      onDone();
    },
    onError: toastUnlessSignedOut("The payment could not be given to them"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}
