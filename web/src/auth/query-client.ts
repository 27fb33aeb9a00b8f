import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import * as auth from "#api/generated/calls/auth.ts";
import type { Session } from "#api/generated/auth.ts";
import { ApiError } from "#api/http.ts";

const FRESH_MS = 30_000;
const RETRIES = 2;
const LONGEST_WAIT_MS = 5000;

/** Who is signed in; `null` is nobody. */
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
  queryCache: new QueryCache({ onError: noteSignedOut }),
  mutationCache: new MutationCache({ onError: noteSignedOut }),
  defaultOptions: {
    // Without a connection a call fails and says so; it does not wait in silence.
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

/** For whatever calls the server without a query: the gate sends a session that has ended to its login. */
export function noteSignedOut(error: unknown): void {
  if (isSignedOut(error)) queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** After anything that may have changed who is signed in. An answer that is still on its way is too old for that. */
export async function refetchSession(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Whether the server has just said that nobody is signed in; where it could not be asked, that is not known. */
export function isSignedOutNow(): boolean {
  const { status, isInvalidated, data } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
  return status === "success" && !isInvalidated && data === null;
}

/** What one person was shown is not for the next. */
export function clearQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Where the account is signed in, newest use first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => auth.sessionList(signal),
});
