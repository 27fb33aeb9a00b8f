import type { ReactNode } from "react";
import { Mark } from "#brand/mark.tsx";
import { Button } from "#ui/button.tsx";

/** A button in the camera's room that is not the one thing to do. */
export const stageButton =
  "inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control border border-stage-muted px-5 py-2.5 " +
  "text-center font-semibold leading-tight no-underline transition-colors select-none hover:bg-stage-raised";

/** The dark card that holds everything about the video. */
export function StageFrame({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`on-stage flex min-h-[30rem] flex-col flat:min-h-0 rounded-card bg-stage text-on-stage lg:h-[min(46rem,calc(100svh-var(--around-stage,8rem)))] ${className}`}
    >
      {children}
    </div>
  );
}

export function StageSection({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Your video" className="min-w-0 lg:sticky lg:top-6">
      {children}
    </section>
  );
}

/**
 * Replaces the camera or preview while its code loads, or after the preview's failed to: the video can still be sent.
 */
export function StageLoading({ failed, onRetry }: { failed?: boolean | undefined; onRetry: () => void }) {
  return (
    <StageFrame className="justify-center px-6 py-10 text-center">
      <div className="mx-auto flex max-w-md flex-col items-center gap-5">
        <Mark className="size-20 [&_path]:fill-on-stage" dot={failed ? "" : "animate-breathe"} />
        {failed ? (
          <>
            <h2 className="text-4xl">Your video is ready</h2>
            <p className="text-stage-muted">
              The connection dropped while the player was loading. You can send your video without watching
              it.
            </p>
            <Button variant="quiet" onClick={onRetry} className="text-on-stage">
              Try the player again
            </Button>
          </>
        ) : (
          <p className="text-stage-muted">It is on its way.</p>
        )}
      </div>
    </StageFrame>
  );
}
