import type { ReactNode } from "react";
import { Mark } from "../../brand/mark.tsx";
import { Button } from "../../ui/button.tsx";

/** A list without lines: why, and what to do. */
export function State({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-hairline bg-surface px-6 py-14 text-center">
      <Mark className="size-12" />
      <div>
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-2 max-w-[44ch] text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** What could not be loaded, with the server's reason and a second try. */
export function Failed({ what, error, onRetry }: { what: string; error: Error; onRetry: () => unknown }) {
  return (
    <div role="alert">
      <State title={`We could not load ${what}`} text={error.message}>
        <Button look="outlined" onClick={() => void onRetry()}>
          Try again
        </Button>
      </State>
    </div>
  );
}
