import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import facts from "#api/generated/facts.json";
import type { Payments, ProductPlan } from "#api/generated/billing.ts";
import type { PlanType } from "#api/generated/enums.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { showToast } from "#ui/toasts/toast.ts";

const KEY = ["admin", "payments"];

/** What was told of, newest first, a page at a time; the first page carries what needs somebody. */
export const usePayments = (params: URLSearchParams) =>
  usePagedList({ queryKey: KEY, load: admin.paymentList, params, itemsOf: (page: Payments) => page.events });

export type PaymentList = ReturnType<typeof usePayments>;

/** A payment of which nobody knows whose it is. */
export type Doubt = {
  kind: "subscription" | "topUp";
  id: string;
  email: string;
  /** The sum that was paid and has not gone back; `null` where it is not known. */
  paid: string | null;
};

/** Says whose it is. */
export function useAssign({ kind, id }: Doubt, onDone: () => void) {
  const queries = useQueryClient();
  const assign = kind === "subscription" ? admin.paymentAssignSubscription : admin.paymentAssignTopUp;
  return useMutation({
    mutationFn: (clientId: string) => assign(id, { client_id: clientId }),
    onSuccess: () => {
      void showToast("success", "Payment assigned");
      onDone();
    },
    onError: toastUnlessSignedOut("The payment could not be assigned"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** Says which plan a product is, or corrects it: whoever pays for it has that plan. */
export function useMapProduct(product: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (plan: PlanType) => admin.paymentMapProduct(product, { plan } satisfies ProductPlan),
    onSuccess: (_, plan) => showToast("success", `This product is the ${nameOf(plan)} now`),
    onError: toastUnlessSignedOut("The product could not be given a plan"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}

const nameOf = (plan: PlanType) => Object.values(facts.plans).find(({ key }) => key === plan)?.name ?? plan;

/** Gives a payment back that is nobody's, and ends what it was for. */
export function useRefund({ kind, id }: Doubt, onDone: () => void) {
  const queries = useQueryClient();
  const refund = kind === "subscription" ? admin.paymentRefundSubscription : admin.paymentRefundTopUp;
  return useMutation({
    mutationFn: () => refund(id),
    onSuccess: () => {
      void showToast("success", "Payment refunded");
      onDone();
    },
    onError: toastUnlessSignedOut("The payment could not be refunded"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}
