import type { ReactNode } from "react";
import { Link } from "react-router";
import { LogOutButton } from "../../auth/log-out-button.tsx";
import { Wordmark } from "../../brand/mark.tsx";
import { routes } from "../../paths.ts";
import { PortalNav } from "./portal-nav.tsx";

/** Header, navigation and the column that screens stand in. Before the session is known nothing leads anywhere. */
export function PortalFrame({ signedIn = false, children }: { signedIn?: boolean; children: ReactNode }) {
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
