import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const failed = toastUnlessSignedOut("Failed to connect Stripe account");

/** Leads to Stripe's page for a partner's account. */
export const useConnectAccount = () =>
  useMutation({
    mutationFn: () => affiliate.payoutAccountBegin({}),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: failed,
  });

/** Makes the server query the account's capabilities at Stripe. */
function useCheckAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => affiliate.payoutAccountCheck({}),
    onError: failed,
    onSettled: () => queries.invalidateQueries({ queryKey: ["affiliate", "dashboard"] }),
  });
}

/** Handles the return from Stripe: `payouts=back` if onboarding is done, `payouts=again` if its link had expired. */
export function useReturnFromStripe(connect: () => void): boolean {
  const [search, setSearch] = useSearchParams();
  const { mutate, isPending } = useCheckAccount();
  const state = search.get("payouts");
  const isHandled = useRef(false);
  useEffect(() => {
    if (state === null || isHandled.current) return;
    isHandled.current = true;
    if (state === "again") connect();
    else mutate();
    setSearch(
      (now) => {
        now.delete("payouts");
        return now;
      },
      { replace: true },
    );
  }, [state, connect, mutate, setSearch]);
  return isPending;
}
