import { useMutation, useQuery } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { Billing } from "../../../api/generated/Billing.ts";
import type { BillingPage } from "../../../api/generated/BillingPage.ts";
import { call } from "../../../api/http.ts";
import { toastUnlessSignedOut } from "../../../auth/toasts.ts";

/** A client's plan, and what it has paid. */
export function useBilling(clientId: string) {
  return useQuery({
    queryKey: ["client", "billing", clientId],
    queryFn: ({ signal }) => call<Billing>("GET", endpoints.billing(clientId), undefined, signal),
  });
}

const leave = ({ url }: BillingPage) => window.location.assign(url);
const failed = toastUnlessSignedOut("The payment provider could not be reached");

/** Leads to the provider's page on which the card is changed and invoices are seen. */
export const useManageBilling = (clientId: string) =>
  useMutation({
    mutationFn: () => call<BillingPage>("POST", endpoints.billing(clientId)),
    onSuccess: leave,
    onError: failed,
  });

/** Leads to the provider's page on which the plan is paid by card from now on. */
export const useSubscribe = (clientId: string) =>
  useMutation({
    mutationFn: () => call<BillingPage>("POST", endpoints.subscription(clientId)),
    onSuccess: leave,
    onError: failed,
  });

/** Leads to an invoice. */
export const useInvoice = (clientId: string) =>
  useMutation({
    mutationFn: (invoice: string) => call<BillingPage>("GET", endpoints.invoice(clientId, invoice)),
    onSuccess: leave,
    onError: failed,
  });
