import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  MonthlyCommission,
  MonthlyCommissions,
  OwedPage,
  PayoutLine,
  PayoutRequest,
  PayoutResolution,
  Payouts,
} from "#api/generated/affiliate.ts";
import type { PayoutStatus } from "#api/generated/enums.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import type { BadgeTone } from "#ui/badge.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { AFFILIATES_KEY } from "./use-affiliates.ts";

const PAYOUTS_KEY = ["admin", "payouts"];
const COMMISSIONS_KEY = ["admin", "commissions"];
const OWED_KEY = ["admin", "owed"];
/** Polling interval while a payout is being sent. */
const WHILE_SENDING_MS = 3000;

/** Labels of a payout's status, as admins see it. */
export const PAYOUT_STATUS: Record<PayoutStatus, [tone: BadgeTone, words: string]> = {
  recorded: ["outline", "by hand"],
  sending: ["warning", "sending"],
  sent: ["success", "sent"],
  failed: ["danger", "failed"],
};

/** Payouts to partners, newest first; polled while one of them is being sent. */
export const usePayouts = () =>
  usePagedList({
    queryKey: PAYOUTS_KEY,
    load: admin.payoutList,
    itemsOf: (page: Payouts) => page.rows,
    refetchInterval: (rows) => (rows.some(({ status }) => status === "sending") ? WHILE_SENDING_MS : false),
  });

/** Partners with a balance, longest overdue first. */
export const useOwed = () =>
  usePagedList({ queryKey: OWED_KEY, load: admin.payoutOwed, itemsOf: (page: OwedPage) => page.rows });

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

/** Invalidates the queries; a month's amounts also appear in the list of partners. */
const refresh = (queries: QueryClient, keys: string[][]) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));

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

/** A payout due: the partner, the amount, and the account a transfer goes to. */
export type Due = Pick<MonthlyCommission, "affiliate_id" | "name" | "email" | "total_due" | "transfer_to">;

/** Pays out a partner's whole balance up to a month. */
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

const SETTLED = {
  recorded: "Payout recorded as paid by hand",
  sending: "We are asking Stripe again",
  sent: "Stripe had transferred it after all",
  failed: "Nothing changed",
} as const;

/** Resolves a payout whose transfer has failed. */
export function useSettlePayout({ id }: PayoutLine, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: PayoutResolution) => admin.payoutSettle(id, request),
    onSuccess: ({ status }) => showToast("success", SETTLED[status]),
    onError: toastUnlessSignedOut("Nothing changed"),
    onSettled: () => {
      onDone();
      return refresh(queries, [PAYOUTS_KEY, COMMISSIONS_KEY, OWED_KEY]);
    },
  });
}
