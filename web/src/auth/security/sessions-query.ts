import { queryOptions } from "@tanstack/react-query";
import { auth } from "../../api/portal-endpoints.ts";
import type { ActiveSession } from "../../api/generated/ActiveSession.ts";
import { call } from "../../api/http.ts";

/** Where the account is signed in, newest use first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call<ActiveSession[]>("GET", auth.sessions, undefined, signal),
});
