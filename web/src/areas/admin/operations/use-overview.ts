import { useQuery } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { Overview } from "../../../api/generated/Overview.ts";
import { call } from "../../../api/http.ts";

const AGAIN_MS = 30_000;

/** How the machinery is doing, asked for again every 30 seconds. */
export function useOverview() {
  return useQuery({
    queryKey: ["admin", "overview"],
    queryFn: ({ signal }) => call<Overview>("GET", admin.overview, undefined, signal),
    refetchInterval: AGAIN_MS,
  });
}
