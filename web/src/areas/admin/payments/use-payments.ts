import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import facts from "#api/generated/facts.json";
import type { Payments, ProductPlan } from "#api/generated/billing.ts";
import type { PlanType } from "#api/generated/enums.ts";
import { usePagedList } from "#api/use-paged-list.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { showToast } from "#ui/toasts/toast.ts";

const KEY = ["admin", "payments"];

/** Payment events, newest first, paged; the first page also carries the open questions. */
export const usePaymentEvents = (params: URLSearchParams) =>
  usePagedList({ queryKey: KEY, load: admin.paymentList, params, itemsOf: (page: Payments) => page.events });

/** A payment that could not be matched to a client. */
export type Doubt = {
  kind: "subscription" | "topUp";
  id: string;
  email: string;
  /** The amount paid and not refunded; `null` if unknown. */
  paid: string | null;
};

/** Assigns a payment to a client. */
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

/** Maps a Stripe product to a plan, or corrects it: everybody who pays for it gets that plan. */
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

/** Refunds an unmatched payment and ends its subscription. */
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
