import { useMutation, useQuery } from "@tanstack/react-query";
import * as api from "#api/generated/calls/client.ts";
import type { BillingPage } from "#api/generated/billing.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

export function useBilling(clientId: string) {
  return useQuery({
    queryKey: ["client", "billing", clientId],
    queryFn: ({ signal }) => api.billingGet(clientId, signal),
  });
}

const leave = ({ url }: BillingPage) => window.location.assign(url);
const failed = toastUnlessSignedOut("The payment provider could not be reached");

/** Leads to the provider's page on which the card is changed and invoices are seen. */
export const useManageBilling = (clientId: string) =>
  useMutation({
    mutationFn: () => api.billingOpen(clientId),
    onSuccess: leave,
    onError: failed,
  });

/** Leads to the provider's page on which the plan is paid by card from now on. */
export const useSubscribe = (clientId: string) =>
  useMutation({
    mutationFn: () => api.billingSubscribe(clientId),
    onSuccess: leave,
    onError: failed,
  });

/** Opens an invoice. */
export const useInvoice = (clientId: string) =>
  useMutation({
    mutationFn: (invoice: string) => api.billingInvoice(clientId, invoice),
    onSuccess: leave,
    onError: failed,
  });
