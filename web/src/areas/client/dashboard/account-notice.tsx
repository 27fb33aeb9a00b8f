import { CircleOff, TriangleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";
import { routes } from "#paths.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { pageData } from "#api/page-data.ts";
import type { Dashboard } from "#api/generated/client.ts";
import { TextLink } from "#ui/text-link.tsx";
import { PortalNotice } from "#areas/client/portal-notice.tsx";
import { creditState } from "./credit-state.ts";

/** Notice about few or no credits or an inactive account, with what to do. Second on a screen, after its name. */
export function AccountNotice({ dashboard }: { dashboard: Dashboard }) {
  const state = creditState(
    dashboard.client,
    dashboard.low_credits,
    dashboard.grace_ends_at,
    dashboard.today,
  );
  // Clients who have left get `LeavingNotice` instead.
  if (!state || dashboard.access_ended) return null;
  const blocked = state.tone === "blocked";
  return (
    <PortalNotice
      icon={blocked ? CircleOff : TriangleAlert}
      tone={blocked ? "danger" : "warning"}
      title={state.title}
    >
      <p className="mt-1">{state.text}</p>
      <p className="flex flex-wrap gap-x-6">
        {state.at.includes("billing") && <WayToBilling />}
        {state.at.includes("support") && (
          <TextLink href={pageData.support_url} newTab className="mt-2 inline-block font-semibold">
            Contact support
          </TextLink>
        )}
      </p>
    </PortalNotice>
  );
}

/** Tells a business that our emails to it bounce. */
export function EmailNotice({ dashboard }: { dashboard: Dashboard }) {
  if (!dashboard.emails_bounce) return null;
  return (
    <PortalNotice icon={TriangleAlert} tone="warning" title="Our emails do not reach you">
      <p className="mt-1 wrap-anywhere">
        Our emails to {dashboard.client.email} bounced, so we have stopped sending to that address. Your
        videos still arrive in your folder.
      </p>
      <TextLink href={pageData.support_url} newTab className="mt-2 inline-block font-semibold">
        Ask us to change the address
      </TextLink>
    </PortalNotice>
  );
}

/** Link to billing; on the billing screen itself the button is below. */
function WayToBilling() {
  const { pathname } = useLocation();
  const { search } = useClientScope();
  if (pathname === routes.clientBilling) return null;
  return (
    <Link
      to={withScope(routes.clientBilling, search)}
      className="mt-2 inline-block font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      Plan and credits
    </Link>
  );
}
