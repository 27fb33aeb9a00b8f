import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Outlet, useSearchParams } from "react-router";
import type { Area } from "../../api/generated/Area.ts";
import { queryClient } from "../../auth/query-client.ts";
import { SessionGate } from "../../auth/session-gate.tsx";
import { PortalFrame } from "./portal-frame.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { forgetThumbnails } from "./submissions/make-thumbnail.ts";

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
        door={adminView ? "admin" : "client"}
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
