import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Owed, PayoutLine, PayoutSettlement, Payouts } from "#api/generated/affiliate.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { showToast } from "#ui/toasts/toast.ts";

export const PAYOUTS_KEY = ["admin", "payouts"];
export const COMMISSIONS_KEY = ["admin", "commissions"];
export const OWED_KEY = ["admin", "owed"];
/** Polling interval while a payout is being sent. */
export const WHILE_SENDING_MS = 3000;

/** Payouts to partners, newest first; looked at again while one of them is being sent. */
export const usePayouts = () =>
  usePagedList({
    queryKey: PAYOUTS_KEY,
    load: admin.payoutList,
    itemsOf: (page: Payouts) => page.rows,
    refetchInterval: (rows) => (rows.some(({ status }) => status === "sending") ? WHILE_SENDING_MS : false),
  });

/** Partners with a balance, those first who have waited longest. */
export const useOwed = () =>
  usePagedList({ queryKey: OWED_KEY, load: admin.payoutOwed, itemsOf: (page: Owed) => page.rows });

const DONE = {
  recorded: "Payout recorded as paid by hand",
  sending: "We are asking Stripe again",
  sent: "Stripe had transferred it after all",
  failed: "Nothing changed",
} as const;

/** Resolves a payout whose transfer has failed. */
export function useSettlePayout({ id }: PayoutLine, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: PayoutSettlement) => admin.payoutSettle(id, request),
    onSuccess: ({ status }) => showToast("success", DONE[status]),
    onError: toastUnlessSignedOut("Nothing changed"),
    onSettled: () => {
      onDone();
      return Promise.all(
        [PAYOUTS_KEY, COMMISSIONS_KEY, OWED_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
