import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { AffiliateDashboard } from "../../../api/generated/AffiliateDashboard.ts";
import { call } from "../../../api/http.ts";
import { affiliate } from "../../../api/portal-endpoints.ts";

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
    queryFn: ({ signal }) => call<AffiliateDashboard>("GET", affiliate.dashboard(which), undefined, signal),
  });
  return { ...query, adminView, which };
}
