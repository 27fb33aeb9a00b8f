import titles from "../../api/generated/titles.json";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, type ReactNode } from "react";
import { Link, Outlet, useLocation, useSearchParams } from "react-router";
import type { Area } from "../../api/generated/Area.ts";
import { queryClient } from "../../auth/query-client.ts";
import { SessionGate } from "../../auth/session-gate.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { forgetThumbnails } from "./submissions/make-thumbnail.ts";
import { LogOutButton } from "../../auth/log-out-button.tsx";
import { Wordmark } from "../../brand/mark.tsx";
import { routes } from "../../paths.ts";
import { CreditCard, Gauge, HardDrive, LifeBuoy, QrCode, ShieldCheck, Video } from "lucide-react";
import { useClientScope } from "./client-scope.ts";

const ANY_CLIENT: readonly Area[] = ["admin"];
const OWN: readonly Area[] = ["client", "admin"];
const DENIED = ["Access denied", "You don't have admin privileges."] as const;

/**
 * The frame around every screen of the client portal. Clients stand in their own; an address that names a client is
 * an admin's view of it.
 */
export default function ClientArea() {
  const [search] = useSearchParams();
  const adminView = search.has("clientId") || search.has("slug");
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate
        areas={adminView ? ANY_CLIENT : OWN}
        area={adminView ? "admin" : "client"}
        {...(adminView ? { denied: DENIED } : {})}
        waiting={
          <PortalFrame>
            <ScreenSkeleton />
          </PortalFrame>
        }
      >
        <Visit />
      </SessionGate>
    </QueryClientProvider>
  );
}

/** The visit of one person; with them go the pictures they were shown. */
function Visit() {
  useEffect(() => forgetThumbnails, []);
  return (
    <PortalFrame signedIn>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </PortalFrame>
  );
}

/** Header, navigation and the column that screens stand in. Before the session is known nothing leads anywhere. */
function PortalFrame({ signedIn = false, children }: { signedIn?: boolean; children: ReactNode }) {
  return (
    <div className="min-h-svh max-md:pb-[calc(5rem+env(safe-area-inset-bottom))] max-md:[&_main_*]:scroll-mb-24">
      <header className="border-b border-hairline print:hidden">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-4 px-4 sm:px-8 lg:gap-6">
          <Link
            to={routes.portal}
            aria-label="Sayso, client portal"
            className="inline-flex min-h-11 items-center rounded-lg no-underline"
          >
            <Wordmark />
          </Link>
          {signedIn && (
            <>
              <PortalNav />
              <div className="ml-auto">
                <LogOutButton />
              </div>
            </>
          )}
        </div>
      </header>
      <div className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-9 print:max-w-none print:p-0">{children}</div>
    </div>
  );
}

/** A phone's bar has room for five, a tablet's header for six. */
const LINKS = [
  { to: routes.clientDashboard, label: titles.clientDashboard, Icon: Gauge },
  { to: routes.clientSubmissions, label: titles.clientSubmissions, Icon: Video },
  { to: routes.clientSharing, label: titles.clientSharing, Icon: QrCode },
  { to: routes.clientDrive, label: titles.clientDrive, Icon: HardDrive, where: "max-md:hidden" },
  { to: routes.clientBilling, label: titles.clientBilling, Icon: CreditCard, where: "max-lg:hidden" },
  { to: routes.clientSecurity, label: titles.clientSecurity, Icon: ShieldCheck },
  { to: routes.clientSupport, label: titles.clientSupport, Icon: LifeBuoy },
];

/** On a phone a bar at thumb height, else part of the header. */
function PortalNav() {
  const { pathname } = useLocation();
  const { search, onDashboard } = useClientScope();
  const here = onDashboard ? routes.clientDashboard : pathname.replace(/\/$/, "");
  return (
    <nav
      aria-label="Portal"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] md:static md:z-auto md:flex-1 md:border-0 md:bg-transparent md:pb-0 print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5 md:flex md:max-w-none md:gap-0.5 lg:gap-1">
        {LINKS.map(({ to, label, Icon, where = "" }) => (
          <li key={to} className={where}>
            <Link
              to={{ pathname: to, search }}
              aria-current={to === here ? "page" : undefined}
              className="group relative flex min-h-16 flex-col items-center justify-center gap-1 text-xs font-medium tracking-tight text-muted max-[22.5rem]:text-[0.6875rem] no-underline transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:font-semibold aria-[current=page]:text-ink md:min-h-11 md:flex-row md:rounded-control md:px-2.5 md:text-[0.9375rem] md:tracking-normal lg:px-3 md:hover:bg-sunken md:aria-[current=page]:bg-sunken"
            >
              <Icon className="size-5.5 md:hidden xl:block xl:size-4.5" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
