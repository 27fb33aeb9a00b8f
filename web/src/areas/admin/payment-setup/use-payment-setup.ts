import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StripeSetupDone } from "#api/generated/operations.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "stripe-setup"];

/** The required Stripe objects and which of them exist. Queries Stripe each time the screen is opened. */
export function usePaymentSetup() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => admin.stripeSetupGet(signal),
    staleTime: 0,
  });
}

/** Creates what is missing. The response holds a new signing secret, which is stored nowhere else. */
export function useCreateMissing() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => admin.stripeSetupCreate(),
    onSuccess: (done) => {
      queries.setQueryData(KEY, done.setup);
      // The payment pages' addresses.
      void queries.invalidateQueries({ queryKey: ["admin", "settings"] });
      if (done.faults.length === 0) toastSuccess(["Created in Stripe", summary(done)]);
    },
    onError: (error) => {
      toastUnlessSignedOut("We don’t know what was created")(error);
      void queries.invalidateQueries({ queryKey: KEY });
    },
    // Drops the response with the secret when the screen is left.
    gcTime: 0,
  });
}

function summary({ created, changed }: StripeSetupDone): string {
  if (created.length + changed.length === 0) return "There was nothing left to do.";
  return `${created.length} created, ${changed.length} changed.`;
}
