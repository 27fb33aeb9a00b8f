import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link, Outlet } from "react-router";
import type { Area } from "../../api/generated/Area.ts";
import { LogOutButton } from "../../auth/log-out-button.tsx";
import { queryClient } from "../../auth/query-client.ts";
import { SessionGate } from "../../auth/session-gate.tsx";
import { Wordmark } from "../../brand/mark.tsx";
import { routes } from "../../paths.ts";
import { LoadingScreen } from "../../ui/spinner.tsx";

const AREAS: readonly Area[] = ["affiliate"];

/** The frame around every screen of the affiliate portal. */
export default function AffiliateArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate areas={AREAS} area="affiliate" waiting={<LoadingScreen />}>
        <header className="border-b border-hairline print:hidden">
          <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-6 px-4 sm:px-8">
            <Link
              to={routes.affiliateSecurity}
              aria-label="Sayso, partner portal"
              className="inline-flex min-h-11 items-center rounded-lg no-underline"
            >
              <Wordmark />
            </Link>
            <LogOutButton />
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
