import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { EmailPage } from "../../../api/generated/EmailPage.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toast.ts";
import { sayUnlessEnded } from "../say-failed.ts";

const KEY = ["admin", "emails"];
/** While a mail is on its way. */
const UNDERWAY_MS = 10_000;

/** All mails that fit, newest first, a page at a time. */
export function useEmails(asked: URLSearchParams) {
  return useInfiniteQuery({
    queryKey: [...KEY, asked.toString()],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(asked);
      if (pageParam) search.set("before", pageParam);
      return call<EmailPage>("GET", admin.emails(search), undefined, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ emails }) => emails.some(({ state }) => !hasEnded(state)))
        ? UNDERWAY_MS
        : false,
  });
}

/** A mail that is neither waiting nor on its way. */
export const hasEnded = (state: string) => state === "sent" || state === "failed";

/** Queues a mail once more, with links of its own. */
export function useResend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST", admin.resend(id)),
    onSuccess: () => showToast("success", "Email queued again"),
    onError: sayUnlessEnded("Failed to resend email"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
