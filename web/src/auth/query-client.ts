import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import * as auth from "#api/generated/calls/auth.ts";
import type { Session } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";

const FRESH_MS = 30_000;
const RETRIES = 2;
const LONGEST_WAIT_MS = 5000;

/** The current session; `null` if signed out. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => {
    const session = await auth.sessionCurrent(signal);
    const before = queryClient.getQueryData<Session | null>(["session"]);
    if (before && before.user_id !== session?.user_id) clearQueries();
    return session;
  },
});

/** Every screen behind a login reads through this one. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: markSignedOut }),
  mutationCache: new MutationCache({ onError: markSignedOut }),
  defaultOptions: {
    // Offline calls fail at once instead of being paused.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS),
    },
  },
});

/** An answer that asking again does not change. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

export const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === "signed_out";

/** For calls outside a query: marks the session as ended, and the gate redirects to the login. */
export function markSignedOut(error: unknown): void {
  if (isSignedOut(error)) queryClient.setQueryData(sessionQuery.queryKey, null);
}

/**
 * Reloads the session after anything that may have changed it. Cancels a running request, whose answer would be stale.
 */
export async function refetchSession(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Whether the server has just confirmed that nobody is signed in; false if it could not be reached. */
export function isSignedOutNow(): boolean {
  const { status, isInvalidated, data } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
  return status === "success" && !isInvalidated && data === null;
}

/** Clears cached data, so that the next user does not see it. */
export function clearQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** The account's sessions, most recently used first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => auth.sessionList(signal),
});
