import type { ReactNode } from "react";
import { Mark } from "#brand/mark.tsx";
import { Button } from "./button.tsx";

/** Replaces an empty list: the reason, and a next step. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
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

/** Replaces a list without matches. */
export function NoMatches({ title, text, onClear }: { title: string; text: string; onClear: () => void }) {
  return (
    <EmptyState title={title} text={text}>
      <Button variant="outlined" onClick={onClear}>
        Show all
      </Button>
    </EmptyState>
  );
}

type ErrorProps = { subject: string; error: Error; onRetry: () => unknown };

/** Says that loading failed, with the server's reason and a retry button. */
export function ErrorState({ subject, error, onRetry }: ErrorProps) {
  return (
    <div role="alert">
      <EmptyState title={`We could not load ${subject}`} text={error.message}>
        <Button variant="outlined" onClick={() => void onRetry()}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
