const block = "animate-pulse rounded-card bg-sunken";

/** Loading state of any portal screen. */
export function ScreenSkeleton() {
  return (
    <main aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
      <div className={`h-10 w-56 ${block}`} />
      <div className="grid gap-4 sm:grid-cols-3">
        <div className={`h-28 ${block}`} />
        <div className={`h-28 ${block}`} />
        <div className={`h-28 ${block}`} />
      </div>
      <div className={`h-72 ${block}`} />
    </main>
  );
}
