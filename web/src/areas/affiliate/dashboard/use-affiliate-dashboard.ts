import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import * as affiliate from "#api/generated/calls/affiliate.ts";

/** Whose dashboard the address means: an admin's view names the partner, everybody else sees their own. */
export function useRequestedPartner() {
  const [search] = useSearchParams();
  const adminView = search.get("adminView") === "true";
  const which = new URLSearchParams(adminView ? { affiliateId: search.get("affiliateId") ?? "" } : {});
  return { adminView, which };
}

/** A partner's referrals and commissions. */
export function useAffiliateDashboard() {
  const { adminView, which } = useRequestedPartner();
  const query = useQuery({
    queryKey: ["affiliate", "dashboard", which.toString()],
    queryFn: ({ signal }) => affiliate.dashboardGet(which, signal),
  });
  return { ...query, adminView, which };
}
