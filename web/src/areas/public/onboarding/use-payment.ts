import { useEffect, useState } from "react";
import { checkout } from "../../../api/endpoints.ts";
import type { PaidCheckout } from "../../../api/generated/PaidCheckout.ts";
import { call } from "../../../api/http.ts";

/** What is known of the payment that led here. */
export type Payment = "loading" | "unknown" | PaidCheckout;

/** Looks the payment up; the form waits for nothing of it. */
export function usePayment(id: string | null): Payment {
  const [found, setFound] = useState<Payment>("loading");
  useEffect(() => {
    if (id === null) return;
    const leaving = new AbortController();
    call<PaidCheckout>("GET", checkout(id), undefined, leaving.signal).then(setFound, (error: unknown) => {
      if (leaving.signal.aborted) return;
      console.warn("payment not found:", error);
      setFound("unknown");
    });
    return () => leaving.abort();
  }, [id]);
  return found;
}
