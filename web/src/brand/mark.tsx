/** A speech bubble whose tail points down to the left; 32 units wide. The mark and the illustrations share it. */
export const BUBBLE =
  "M16 2C7.7 2 1 8.2 1 15.9c0 4.3 2.1 8.1 5.4 10.6L5.2 30.6c-.2.7.5 1.3 1.1 1l6-2.3c1.2.3 2.4.4 3.7.4 8.3 0 15-6.2 15-13.8S24.3 2 16 2Z";

/** The speech bubble that is also a record button. Decorative: the text beside it has the name. */
export function Mark({ className = "size-8", dot = "" }: { className?: string; dot?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={`shrink-0 ${className}`} aria-hidden="true">
      <path d={BUBBLE} className="fill-ink" />
      <circle cx="16" cy="15.9" r="6.5" className={`origin-center fill-signal-dot ${dot}`} />
    </svg>
  );
}

/** The mark with the product's name. */
export function Wordmark({ small = false }: { small?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark className={small ? "size-5" : "size-8"} />
      <span className={`font-display font-bold tracking-tight ${small ? "text-base" : "text-2xl"}`}>
        Sayso
      </span>
    </span>
  );
}
