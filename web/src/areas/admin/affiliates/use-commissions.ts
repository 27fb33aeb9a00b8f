import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { MonthlyCommission, MonthlyCommissions, PayoutRequest } from "#api/generated/affiliate.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { AFFILIATES_KEY } from "./use-affiliates.ts";
import { COMMISSIONS_KEY, OWED_KEY, PAYOUTS_KEY, WHILE_SENDING_MS } from "./use-payouts.ts";

/** Commissions of a month by partner; an empty `month` means the last complete one. */
export const useCommissions = (month: string) =>
  usePagedList({
    queryKey: COMMISSIONS_KEY,
    load: admin.commissionList,
    params: new URLSearchParams(month === "" ? {} : { month }),
    itemsOf: (page: MonthlyCommissions) => page.rows,
    refetchInterval: (rows) =>
      rows.some(({ unsettled_payout: payout }) => payout === "sending") ? WHILE_SENDING_MS : false,
  });

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : "");

/** Calculates a month: the current one as of now, an earlier one as of its close. */
export function useCalculate(month: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.calculateMonthlyCommissions({ month }),
    onSuccess: ({ affiliatesProcessed: count }) =>
      showToast("success", `Calculated commissions for ${count} affiliates`),
    onError: (error) => {
      if (!isSignedOut(error)) void showToast("error", `Failed to calculate: ${wordsOf(error)}`);
    },
    onSettled: () => refresh(queries, [COMMISSIONS_KEY, OWED_KEY, AFFILIATES_KEY]),
  });
}

/** Invalidates the queries; a month's amounts also appear in the list of partners. */
const refresh = (queries: QueryClient, keys: string[][]) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));

/** A payout due: the partner, the amount, and the account a transfer goes to. */
export type Due = Pick<MonthlyCommission, "affiliate_id" | "name" | "email" | "total_due" | "transfer_to">;

/** Pays a partner everything out that waits up to a month. */
export function usePayOut(line: Due, month: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (how: Pick<PayoutRequest, "method" | "reference">) =>
      admin.commissionPay(line.affiliate_id, {
        month,
        ...how,
        seen_pence: line.total_due,
        seen_account: line.transfer_to,
      } satisfies PayoutRequest),
    onSuccess: () => showToast("success", "Payment marked as completed"),
    onError: (error) => {
      if (!isSignedOut(error)) void showToast("error", `Failed to mark as paid: ${wordsOf(error)}`);
    },
    onSettled: async () => {
      onDone();
      await refresh(queries, [COMMISSIONS_KEY, OWED_KEY, PAYOUTS_KEY, AFFILIATES_KEY]);
    },
  });
}
