import { Gauge, LifeBuoy, QrCode, ShieldCheck, Video } from "lucide-react";
import { Link, useLocation } from "react-router";
import { routes } from "../../paths.ts";
import { useStay } from "./use-stay.ts";

const LINKS = [
  { to: routes.clientDashboard, label: "Dashboard", Icon: Gauge },
  { to: routes.clientSubmissions, label: "Submissions", Icon: Video },
  { to: routes.clientSharing, label: "Sharing", Icon: QrCode },
  { to: routes.clientSecurity, label: "Security", Icon: ShieldCheck },
  { to: routes.clientSupport, label: "Support", Icon: LifeBuoy },
];

/** On a phone a bar at thumb height, else part of the header. */
export function PortalNav() {
  const { pathname } = useLocation();
  const { search, onDashboard } = useStay();
  const here = onDashboard ? routes.clientDashboard : pathname.replace(/\/$/, "");
  return (
    <nav
      aria-label="Portal"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] md:static md:z-auto md:flex-1 md:border-0 md:bg-transparent md:pb-0 print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5 md:flex md:max-w-none md:gap-0.5 lg:gap-1">
        {LINKS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={{ pathname: to, search }}
              aria-current={to === here ? "page" : undefined}
              className="group relative flex min-h-16 flex-col items-center justify-center gap-1 text-xs font-medium tracking-tight text-muted max-[22.5rem]:text-[0.6875rem] no-underline transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:font-semibold aria-[current=page]:text-ink md:min-h-11 md:flex-row md:rounded-control md:px-2.5 md:text-[0.9375rem] md:tracking-normal lg:px-3 md:hover:bg-sunken md:aria-[current=page]:bg-sunken"
            >
              <Icon className="size-5.5 md:hidden lg:block lg:size-4.5" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
