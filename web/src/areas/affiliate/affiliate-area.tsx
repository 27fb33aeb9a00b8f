import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, Outlet, useLocation, useSearchParams } from "react-router";
import type { Area } from "#api/generated/enums.ts";
import titles from "#api/generated/titles.json";
import { LogOutButton } from "#auth/log-out-button.tsx";
import { queryClient } from "#auth/query-client.ts";
import { SessionGate } from "#auth/session-gate.tsx";
import { Mark, Wordmark } from "#brand/mark.tsx";
import { routes } from "#paths.ts";
import { LoadingScreen } from "#ui/spinner.tsx";

const ANY_AFFILIATE: readonly Area[] = ["admin"];
const OWN: readonly Area[] = ["affiliate"];
const DENIED = ["Access denied", "You don't have admin privileges."] as const;

/** The frame around every screen of the affiliate portal. An address with `adminView=true` is an admin's view of it. */
export default function AffiliateArea() {
  const [search] = useSearchParams();
  const adminView = search.get("adminView") === "true";
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate
        areas={adminView ? ANY_AFFILIATE : OWN}
        area={adminView ? "admin" : "affiliate"}
        {...(adminView ? { denied: DENIED } : {})}
        waiting={<LoadingScreen />}
      >
        <header className="border-b border-hairline print:hidden">
          <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 sm:gap-6 sm:px-8">
            <Link
              to={routes.affiliateDashboard}
              aria-label="Sayso, partner portal"
              className="inline-flex min-h-11 items-center rounded-lg no-underline"
            >
              <span className="max-sm:hidden">
                <Wordmark />
              </span>
              <Mark className="size-8 sm:hidden" />
            </Link>
            {!adminView && <PortalNav />}
            <div className="ml-auto">
              <LogOutButton />
            </div>
          </div>
        </header>
        <div className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-9">
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </div>
      </SessionGate>
    </QueryClientProvider>
  );
}

const LINKS = [
  { to: routes.affiliateDashboard, label: titles.affiliateDashboard },
  { to: routes.affiliateSecurity, label: titles.affiliateSecurity },
];

function PortalNav() {
  const here = useLocation().pathname.replace(/\/$/, "");
  return (
    <nav aria-label="Portal">
      <ul className="flex gap-0.5">
        {LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === here ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-control px-2 text-[0.9375rem] font-medium text-muted no-underline transition-colors hover:bg-sunken hover:text-ink sm:px-3 aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
