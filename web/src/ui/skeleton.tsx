/** A grey placeholder of the content's size. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <div aria-busy="true" className={`animate-pulse rounded-control bg-sunken ${className}`} />;
}
