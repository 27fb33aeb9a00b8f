/** A grey place for what is still on its way, of the size it will have. Decorative: the screen says that it loads. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-control bg-sunken ${className}`} />;
}
