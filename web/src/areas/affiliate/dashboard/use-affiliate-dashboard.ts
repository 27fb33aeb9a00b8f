import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import * as affiliate from "#api/generated/calls/affiliate.ts";

/** The partner named in the URL of an admin's view; everybody else sees their own dashboard. */
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
