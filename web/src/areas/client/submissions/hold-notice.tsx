import { Hand } from "lucide-react";
import { Link } from "react-router";
import type { Dashboard } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { PortalNotice } from "#areas/client/portal-notice.tsx";

/** Notice about testimonials on hold: why, and what to do. */
export function HoldNotice({ dashboard: { on_hold: count, client } }: { dashboard: Dashboard }) {
  const scope = useClientScope();
  if (count === 0) return null;
  return (
    <PortalNotice
      icon={Hand}
      tone="warning"
      title={count === 1 ? "1 testimonial is on hold" : `${count} testimonials are on hold`}
    >
      <p className="mt-1">
        {client.holds_everything
          ? "You review everything first."
          : "Unusually many arrived at once, or from one internet connection."}{" "}
        Testimonials on hold use no credit and are not in your folder. Watch them, accept the real ones and
        remove the rest.
      </p>
      <Link
        to={withScope(routes.clientSubmissions, scope.search, { status: "held" })}
        className="mt-2 inline-block font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        Look at them
      </Link>
    </PortalNotice>
  );
}
