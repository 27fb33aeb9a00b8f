import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { admin } from "../../../api/portal-endpoints.ts";
import type { SetupPage } from "../../../api/generated/SetupPage.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { sayUnlessEnded } from "../say-failed.ts";

const KEY = ["admin", "setups"];
const AGAIN_MS = 60_000;

/** What buyers have sent and nobody has seen to, newest first, a page at a time; asked for again every minute. */
export function useSetups() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(pageParam ? { before: pageParam } : {});
      return call<SetupPage>("GET", admin.setups(search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    refetchInterval: AGAIN_MS,
  });
}

/** Has the list asked for again: one of it may be a client by now. */
export function useRefreshSetups(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
}

/** Removes a set-up with its logo. */
export function useDismiss(onDone: () => void) {
  const refresh = useRefreshSetups();
  return useMutation({
    mutationFn: (id: string) => call("DELETE", admin.setup(id)),
    onSuccess: () => showToast("success", "Set-up dismissed"),
    onError: sayUnlessEnded("Failed to dismiss set-up"),
    onSettled: () => {
      onDone();
      return refresh();
    },
  });
}
