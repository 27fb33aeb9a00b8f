import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useRefetchClients } from "#areas/client/use-dashboard.ts";

const INTERVAL_MS = 5000;
/** Limit, because a forgotten tab would keep its session alive. */
const LONGEST_MS = 5 * 60_000;

/**
 * Polls for changes made on the payment provider's pages, which arrive here a moment later: for some minutes after the
 * page is opened or its tab becomes visible.
 */
export function usePaymentPolling(): void {
  const refetchClients = useRefetchClients();
  useEffect(() => {
    let until = Date.now() + LONGEST_MS;
    const poll = () => {
      if (!document.hidden && Date.now() < until) void refetchClients();
    };
    const onVisible = () => {
      until = Date.now() + LONGEST_MS;
      poll();
    };
    const timer = setInterval(poll, INTERVAL_MS);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [refetchClients]);
}

const PAID = "paid";

const withoutPaid = (search: URLSearchParams) => {
  search.delete(PAID);
  return search;
};

/** Whether a payment was just made that has not arrived here: the client must not be asked to pay again. */
export function useIsPaying(canSubscribe: boolean | undefined): boolean {
  const [search, setSearch] = useSearchParams();
  const paid = search.has(PAID);
  useEffect(() => {
    if (!paid || canSubscribe !== false) return;
    setSearch(withoutPaid, { replace: true });
  }, [paid, canSubscribe, setSearch]);
  // Gives up after a while: the payment may have failed, or the URL may be old.
  useEffect(() => {
    if (!paid) return;
    const timer = setTimeout(() => setSearch(withoutPaid, { replace: true }), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [paid, setSearch]);
  return paid && canSubscribe === true;
}
