import { CircleOff, TriangleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";
import { routes } from "../../../paths.ts";
import { useClientScope, withScope } from "../client-scope.ts";
import { pageData } from "../../../api/page-data.ts";
import type { Dashboard } from "../../../api/generated/Dashboard.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { creditState } from "./credit-state.ts";

/** Few credits, none, or an account that is not active: what it means and what to do. Second on a screen, after its name. */
export function AccountNotice({ dashboard }: { dashboard: Dashboard }) {
  const state = creditState(dashboard.client, dashboard.low_credits, dashboard.grace_ends_at);
  // Who has left is told so elsewhere.
  if (!state || dashboard.access_ended) return null;
  const blocked = state.tone === "blocked";
  const Icon = blocked ? CircleOff : TriangleAlert;
  return (
    <div
      role="alert"
      className={`mb-5 flex gap-4 rounded-card print:hidden border bg-surface p-5 ${blocked ? "border-danger" : "border-warning"}`}
    >
      <Icon
        className={`mt-0.5 size-6 shrink-0 ${blocked ? "text-danger" : "text-warning"}`}
        aria-hidden="true"
      />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold">{state.title}</p>
        <p className="mt-1">{state.text}</p>
        <p className="flex flex-wrap gap-x-6">
          {state.at.includes("billing") && <WayToBilling />}
          {state.at.includes("support") && (
            <TextLink href={pageData.support_url} newTab className="mt-2 inline-block font-semibold">
              Contact support
            </TextLink>
          )}
        </p>
      </div>
    </div>
  );
}

/** Whoever does not get our mails learns it here. */
export function EmailNotice({ dashboard }: { dashboard: Dashboard }) {
  if (!dashboard.emails_bounce) return null;
  return (
    <div
      role="alert"
      className="mb-5 flex gap-4 rounded-card print:hidden border border-warning bg-surface p-5"
    >
      <TriangleAlert className="mt-0.5 size-6 shrink-0 text-warning" aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold">Our emails do not reach you</p>
        <p className="mt-1 wrap-anywhere">
          What we sent to {dashboard.client.email} came back, so we have stopped sending to it. Your videos
          still arrive in your folder.
        </p>
        <TextLink href={pageData.support_url} newTab className="mt-2 inline-block font-semibold">
          Ask us to change the address
        </TextLink>
      </div>
    </div>
  );
}

/** On the page itself the button stands below. */
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
