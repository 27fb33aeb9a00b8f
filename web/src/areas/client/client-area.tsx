import titles from "#api/generated/titles.json";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, Outlet, useLocation, useMatch, useSearchParams } from "react-router";
import type { Area } from "#api/generated/enums.ts";
import { queryClient } from "#auth/query-client.ts";
import { SessionGate } from "#auth/session-gate.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { clearThumbnails } from "./submissions/make-thumbnail.ts";
import { LogOutButton } from "#auth/log-out-button.tsx";
import { Wordmark } from "#brand/mark.tsx";
import { routes } from "#paths.ts";
import {
  CreditCard,
  Ellipsis,
  Gauge,
  HardDrive,
  LayoutGrid,
  LifeBuoy,
  QrCode,
  ShieldCheck,
  Store,
  Video,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useClientScope } from "./client-scope.ts";

const ANY_CLIENT: readonly Area[] = ["admin"];
const OWN: readonly Area[] = ["client", "admin"];
const DENIED = ["Access denied", "You don't have admin privileges."] as const;

/** Frame of the client portal. Clients see their own; a URL that names a client is an admin's view of it. */
export default function ClientArea() {
  const [search] = useSearchParams();
  const isSupport = useMatch(routes.clientSupport) !== null;
  const adminView = search.has("clientId") || search.has("slug");
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate
        areas={adminView ? ANY_CLIENT : OWN}
        area={adminView ? "admin" : "client"}
        {...(adminView ? { denied: DENIED } : {})}
        signedOut={
          isSupport && (
            <PortalFrame>
              <Outlet />
            </PortalFrame>
          )
        }
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

/** One user's visit; releases the thumbnails at its end. */
function Visit() {
  useEffect(() => clearThumbnails, []);
  return (
    <PortalFrame signedIn>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </PortalFrame>
  );
}

/** Header, navigation and the column for screens. Links are disabled until the session is known. */
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

type NavLink = { to: string; label: string; Icon: LucideIcon };

const LINKS: NavLink[] = [
  { to: routes.clientDashboard, label: titles.clientDashboard, Icon: Gauge },
  { to: routes.clientSubmissions, label: titles.clientSubmissions, Icon: Video },
  { to: routes.clientSharing, label: titles.clientSharing, Icon: QrCode },
  { to: routes.clientBusiness, label: titles.clientBusiness, Icon: Store },
];
/** Links behind a button in narrow bars. */
const MORE: NavLink[] = [
  { to: routes.clientWalls, label: titles.clientWalls, Icon: LayoutGrid },
  { to: routes.clientDrive, label: titles.clientDrive, Icon: HardDrive },
  { to: routes.clientBilling, label: titles.clientBilling, Icon: CreditCard },
  { to: routes.clientSecurity, label: titles.clientSecurity, Icon: ShieldCheck },
  { to: routes.clientSupport, label: titles.clientSupport, Icon: LifeBuoy },
];

const ITEM =
  "group relative flex min-h-16 w-full flex-col items-center justify-center gap-1 text-xs font-medium tracking-tight text-muted max-[22.5rem]:text-[0.6875rem] no-underline transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=true]:font-semibold aria-[current=true]:text-ink md:min-h-11 md:flex-row md:rounded-control md:px-2.5 md:text-[0.9375rem] md:tracking-normal md:hover:bg-sunken md:aria-[current=page]:bg-sunken";
const MENU_ITEM =
  "flex min-h-12 items-center gap-3 rounded-control px-3 font-medium no-underline hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:font-semibold lg:min-h-11 lg:px-2.5 lg:text-[0.9375rem] lg:text-muted lg:hover:text-ink lg:aria-[current=page]:text-ink";

/** On a phone a bottom bar, else part of the header. */
function PortalNav() {
  const { pathname } = useLocation();
  const { search, onDashboard } = useClientScope();
  const here = onDashboard ? routes.clientDashboard : pathname.replace(/\/$/, "");
  const [open, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const menu = useId();
  useEffect(() => {
    if (!open) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      more.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
  const linkTo = (to: string) => ({
    to: { pathname: to, search },
    "aria-current": to === here ? ("page" as const) : undefined,
    onClick: () => setOpen(false),
  });
  return (
    <nav
      aria-label="Portal"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)] md:relative md:inset-auto md:flex md:flex-1 md:border-0 md:bg-transparent md:pb-0 print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5 md:mx-0 md:flex md:max-w-none md:gap-0.5">
        {LINKS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link {...linkTo(to)} className={ITEM}>
              <Icon className="size-5.5 md:hidden" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
        <li className="lg:hidden">
          <button
            ref={more}
            type="button"
            aria-expanded={open}
            aria-controls={menu}
            aria-current={MORE.some(({ to }) => to === here)}
            onClick={() => setOpen(!open)}
            className={ITEM}
          >
            <Ellipsis className="size-5.5 md:size-4.5" aria-hidden="true" />
            More
          </button>
        </li>
      </ul>
      {open && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Close the menu"
          className="fixed inset-0 -z-10 cursor-default lg:hidden"
          onClick={() => setOpen(false)}
        />
      )}
      <ul
        id={menu}
        data-keep-clear={open || undefined}
        className={`absolute right-2 bottom-full mb-2 w-52 rounded-card border border-hairline bg-surface p-2 shadow-float md:top-full md:bottom-auto md:mt-1 lg:static lg:m-0 lg:flex lg:w-auto lg:gap-0.5 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none ${open ? "" : "max-lg:hidden"}`}
      >
        {MORE.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link {...linkTo(to)} className={MENU_ITEM}>
              <Icon className="size-5 text-muted lg:hidden" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
