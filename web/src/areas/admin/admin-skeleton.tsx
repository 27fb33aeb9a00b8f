import { Skeleton } from "../../ui/skeleton.tsx";

/** What an admin screen looks like before it is known what stands on it. */
export function AdminSkeleton() {
  return (
    <main aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </main>
  );
}
