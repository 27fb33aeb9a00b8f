import { BUBBLE } from "#brand/mark.tsx";

/** The mark with a tick in its dot: it has arrived. */
export function SentMark({ className = "size-28" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d={BUBBLE} className="fill-ink" />
      <circle cx="16" cy="15.9" r="8" className="fill-signal-dot" />
      <path
        d="m12.4 16.3 2.5 2.5 4.8-5.4"
        fill="none"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-white"
      />
    </svg>
  );
}
