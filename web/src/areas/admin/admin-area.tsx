import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Outlet } from "react-router";
import type { Area } from "#api/generated/enums.ts";
import { queryClient } from "#auth/query-client.ts";
import { SessionGate } from "#auth/session-gate.tsx";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

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
