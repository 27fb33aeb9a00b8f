import type { ReactNode } from "react";

/** The dark card that holds everything about the video. */
export function StageFrame({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`on-stage flex min-h-[30rem] flex-col rounded-card bg-stage text-on-stage lg:h-[min(46rem,calc(100svh-var(--around-stage,8rem)))] ${className}`}
    >
      {children}
    </div>
  );
}
