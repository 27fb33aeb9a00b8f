import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AffiliateConfiguration, AffiliatePage, AffiliateSummary } from "#api/generated/affiliate.ts";
import { ApiError } from "#api/http.ts";
import * as admin from "#api/generated/calls/admin.ts";
import * as partner from "#api/generated/calls/affiliate.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { showToast } from "#ui/toasts/toast.ts";

export const AFFILIATES_KEY = ["admin", "affiliates"];

/** Pending applications or partners, newest first, paged. */
export const useAffiliates = (status: "pending" | "active") =>
  usePagedList({
    queryKey: AFFILIATES_KEY,
    load: admin.affiliateList,
    params: new URLSearchParams({ status }),
    itemsOf: (page: AffiliatePage) => page.affiliates,
  });

export type AffiliateList = ReturnType<typeof useAffiliates>;

/** First name and surname. */
export const nameOf = ({ first_name, surname }: AffiliateSummary) => `${first_name} ${surname}`;

/** The server's message, or `failure` if it sent none. */
const messageOf = (error: unknown, failure: string) =>
  error instanceof ApiError && error.code !== "unknown" ? error.message : failure;

/** Mutation callbacks: toast the outcome, then invalidate the lists. */
const mutationCallbacks = (queries: QueryClient, success: string, failure: string, onDone: () => void) => ({
  onSuccess: () => showToast("success", success),
  onError: (error: Error) => {
    if (!isSignedOut(error)) void showToast("error", messageOf(error, failure));
  },
  onSettled: () => {
    onDone();
    return queries.invalidateQueries({ queryKey: AFFILIATES_KEY });
  },
});

/** Saves the promotion code and notes of an application; `create_code` creates a missing code. */
export function useConfigure(affiliate: AffiliateSummary, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: AffiliateConfiguration) => admin.affiliateConfigure(affiliate.id, request),
    onSuccess: () => {
      void showToast(
        "success",
        "Affiliate updated successfully",
        `${nameOf(affiliate)} is now ready for approval`,
      );
      onDone();
    },
    onError: (error) => {
      if (!isSignedOut(error))
        void showToast("error", "Error", messageOf(error, "Failed to update affiliate"));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: AFFILIATES_KEY }),
  });
}

/** Approves an application. */
export function useApprove() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (affiliateId: string) => admin.createAffiliateAccount({ affiliateId }),
    onSuccess: () => showToast("success", "Affiliate approved successfully! Welcome email sent."),
    onError: (error) => {
      if (!isSignedOut(error)) void showToast("error", messageOf(error, "Failed to approve affiliate"));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: AFFILIATES_KEY }),
  });
}

/** Deletes an application. */
export function useReject(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => admin.affiliateReject(id),
    ...mutationCallbacks(queries, "Application rejected", "Failed to reject application", onDone),
  });
}

export function useEndPartnership({ id }: AffiliateSummary, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => partner.departureLeave({ affiliateId: id }, { reason }),
    ...mutationCallbacks(queries, "Partnership ended", "Failed to end the partnership", onDone),
  });
}

/** Erases the data of a partner who has left. */
export function useErasePartner({ id }: AffiliateSummary, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => partner.dataErase({ affiliateId: id }, { password: "", reason }),
    ...mutationCallbacks(queries, "Partner’s data erased", "Nothing was erased", onDone),
  });
}

/** Reinstates a partner who has left. */
export function useTakeBack({ id }: AffiliateSummary, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.affiliateTakeBack(id),
    ...mutationCallbacks(queries, "Partner reinstated", "Failed to reinstate the partner", onDone),
  });
}
