import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, type ReactNode } from "react";
import { Outlet, Link, useLocation } from "react-router";
import type { Area } from "#api/generated/enums.ts";
import { queryClient } from "#auth/query-client.ts";
import { SessionGate } from "#auth/session-gate.tsx";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import titles from "#api/generated/titles.json";
import { LogOutButton } from "#auth/log-out-button.tsx";
import { Mark, Wordmark } from "#brand/mark.tsx";
import { adminRoutes, failedUploadsPath, newClientPath } from "#admin-paths.ts";
import { Plus } from "lucide-react";
import { DIALOG_STEP } from "#lib/navigation/use-dialog-params.ts";
import { FindField } from "./find-field.tsx";
import { useFailedUploads } from "./failed-uploads/use-failed-uploads.ts";
import { useOnboardingRequests } from "./onboarding-requests/use-onboarding-requests.ts";

const AREAS: readonly Area[] = ["admin"];
const DENIED = ["Access denied", "You don't have admin privileges."] as const;

/** The frame around every screen of the admin area. */
export default function AdminArea() {
  useEffect(prepareToastsSoon, []);
  const skeleton = <AdminSkeleton />;
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate areas={AREAS} area="admin" denied={DENIED} waiting={<AdminFrame>{skeleton}</AdminFrame>}>
        <AdminFrame signedIn>
          <Suspense fallback={skeleton}>
            <Outlet />
          </Suspense>
        </AdminFrame>
      </SessionGate>
    </QueryClientProvider>
  );
}

/** Loading state of any admin screen. */
function AdminSkeleton() {
  return (
    <main aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </main>
  );
}

const column = "mx-auto max-w-[90rem] px-4 sm:px-8";

/** Header, navigation and the wide column of the admin area. Links are disabled until the session is known. */
function AdminFrame({ signedIn = false, children }: { signedIn?: boolean; children: ReactNode }) {
  // The search screen has the field above its results.
  const isSearch = useLocation().pathname.replace(/\/$/, "") === adminRoutes.adminSearch;
  return (
    <div className="min-h-svh">
      <header className="border-b border-hairline">
        <div
          className={`flex min-h-16 flex-wrap items-center gap-x-2.5 gap-y-2 pt-2.5 sm:gap-x-3 md:pt-0 ${column}`}
        >
          <Link
            to={adminRoutes.admin}
            className="mr-auto inline-flex min-h-11 items-center gap-3 rounded-lg no-underline"
          >
            <span className="max-[24rem]:sr-only">
              <Wordmark />
            </span>
            <Mark className="size-8 min-[24rem]:hidden" />
            <span className="border-l border-control pl-3 text-sm font-semibold text-muted max-sm:sr-only">
              Admin
            </span>
          </Link>
          {signedIn && (
            <>
              {isSearch ? <div className={FIND_PLACE} /> : <FindField className={FIND_PLACE} />}
              <AddClientLink />
              <LogOutButton />
            </>
          )}
          {!signedIn && <div className={`min-h-11 ${FIND_PLACE}`} />}
        </div>
        <div className="mx-auto min-h-12 max-w-[90rem] sm:px-5">{signedIn && <AdminNav />}</div>
      </header>
      <div className={`py-6 sm:py-8 ${column}`}>{children}</div>
    </div>
  );
}

/** Beside the buttons if they fit, else on its own line. */
const FIND_PLACE = "order-last basis-full pb-2 md:order-none md:max-w-96 md:flex-1 md:basis-auto md:pb-0";

/** Opens the dialog for a new client. On the list of clients it keeps the search. */
function AddClientLink() {
  const { pathname, search } = useLocation();
  const overList = pathname.replace(/\/$/, "") === adminRoutes.admin;
  const params = new URLSearchParams(overList ? search : "");
  for (const dialog of ["add", "edit"]) params.delete(dialog);
  return (
    <Link
      to={params.size > 0 ? `${newClientPath}&${params}` : newClientPath}
      state={overList ? DIALOG_STEP : null}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control border border-control bg-surface px-2.5 text-[0.9375rem] font-semibold no-underline transition-colors hover:bg-sunken sm:px-4"
    >
      <Plus className="size-4.5 max-[27rem]:hidden" aria-hidden="true" />
      Add Client
    </Link>
  );
}

const LINKS = [
  { to: adminRoutes.admin, label: titles.admin },
  { to: adminRoutes.adminSetups, label: titles.adminSetups },
  { to: adminRoutes.adminSignUps, label: titles.adminSignUps },
  { to: adminRoutes.adminAffiliates, label: "Affiliates" },
  { to: failedUploadsPath, label: "Failed uploads" },
  { to: adminRoutes.adminForwarding, label: titles.adminForwarding },
  { to: adminRoutes.adminOperations, label: titles.adminOperations },
  { to: adminRoutes.adminEmails, label: titles.adminEmails },
  { to: adminRoutes.adminPayments, label: titles.adminPayments },
  { to: adminRoutes.adminRetention, label: titles.adminRetention },
  { to: adminRoutes.adminAudit, label: titles.adminAudit },
  { to: adminRoutes.adminSettings, label: titles.adminSettings },
  { to: adminRoutes.adminSecurity, label: titles.adminSecurity },
];

/** On a phone the navigation is wider than the screen. */
const scrollToLink = (link: HTMLElement | null) =>
  link?.closest("ul")?.scrollTo({ left: link.offsetLeft - 48 });

/** A line of screens under the header; on a phone it scrolls sideways. */
function AdminNav() {
  const { pathname, hash } = useLocation();
  const failed = useFailedUploads().firstPage?.total;
  const pending = useOnboardingRequests().firstPage?.pending;
  const counts: Record<string, { count: number | undefined; className: string }> = {
    [failedUploadsPath]: { count: failed, className: "border-danger text-danger" },
    [adminRoutes.adminSetups]: { count: pending, className: "border-control text-ink" },
  };
  const path = pathname.replace(/\/$/, "");
  const here = path + hash === failedUploadsPath ? failedUploadsPath : path;

  return (
    <nav aria-label="Admin">
      <ul className="relative flex gap-0.5 overflow-x-auto [scrollbar-width:none] px-1 sm:px-0">
        {LINKS.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <Link
              ref={to === here ? scrollToLink : null}
              to={to}
              aria-current={to === here ? "page" : undefined}
              className="inline-flex min-h-12 items-center gap-2 border-b-3 border-transparent forced-colors:border-[Canvas] px-3 lg:max-xl:px-2 text-[0.9375rem] font-medium text-muted no-underline transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-ink forced-colors:aria-[current=page]:border-[CanvasText] aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {label}
              <Count {...counts[to]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Number of items that need attention; hidden if none. */
function Count({ count, className }: { count?: number | undefined; className?: string }) {
  if (!count) return null;
  return (
    <span
      className={`min-w-6 rounded-full border px-1.5 text-center text-xs leading-5 font-semibold tabular-nums ${className}`}
    >
      {count}
    </span>
  );
}
