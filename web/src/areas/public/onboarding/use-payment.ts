import { useCallback, useEffect, useState } from "react";
import { checkoutGet } from "#api/generated/calls/public.ts";
import type { PaidCheckout } from "#api/generated/site.ts";

/** The payment that led here, as far as it is known. */
export type Payment = "loading" | "unknown" | PaidCheckout;

/** Looks up the payment, and again on request; the form does not wait for it. */
export function usePayment(id: string | null): [payment: Payment, lookUp: () => void] {
  const [payment, setPayment] = useState<Payment>("loading");
  const lookUp = useCallback(
    (signal?: AbortSignal) => {
      if (id === null) return;
      checkoutGet(id, signal).then(setPayment, (error: unknown) => {
        if (signal?.aborted) return;
        console.warn("payment not found:", error);
        setPayment("unknown");
      });
    },
    [id],
  );
  useEffect(() => {
    const leaving = new AbortController();
    lookUp(leaving.signal);
    return () => leaving.abort();
  }, [lookUp]);
  return [payment, lookUp];
}
