import type { ReactNode } from "react";
import { Link } from "react-router";
import { LogOutButton } from "../../auth/log-out-button.tsx";
import { Mark, Wordmark } from "../../brand/mark.tsx";
import { routes } from "../../paths.ts";
import { AddClientLink } from "./add-client-link.tsx";
import { AdminNav } from "./admin-nav.tsx";

const column = "mx-auto max-w-[90rem] px-4 sm:px-8";

/** Header, navigation and the wide column of the admin area. Before the session is known nothing leads anywhere. */
export function AdminFrame({ signedIn = false, children }: { signedIn?: boolean; children: ReactNode }) {
  return (
    <div className="min-h-svh">
      <header className="border-b border-hairline">
        <div className={`flex min-h-16 items-center gap-2.5 sm:gap-3 ${column}`}>
          <Link
            to={routes.admin}
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
              <AddClientLink />
              <LogOutButton />
            </>
          )}
        </div>
        <div className="mx-auto min-h-12 max-w-[90rem] sm:px-5">{signedIn && <AdminNav />}</div>
      </header>
      <div className={`py-6 sm:py-8 ${column}`}>{children}</div>
    </div>
  );
}
