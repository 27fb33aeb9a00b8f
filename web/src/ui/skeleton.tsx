/** A grey place for what is still on its way, of the size it will have. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <div aria-busy="true" className={`animate-pulse rounded-control bg-sunken ${className}`} />;
}
