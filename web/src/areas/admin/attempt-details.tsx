import { ChevronRight } from "lucide-react";
import type { AttemptOutcome } from "#api/generated/enums.ts";
import type { Attempt } from "#api/generated/admin.ts";
import { formatDateTime } from "#lib/format.ts";

const FAILURES: Record<Exclude<AttemptOutcome, "done">, string> = {
  retry: "Will be tried again",
  failed: "Given up",
};

type Props = {
  attempts: Attempt[];
  /** Label of success. */
  done: string;
  className?: string;
};

/** The number of a job's attempts; each of them on demand, oldest first. */
export function AttemptDetails({ attempts, done, className = "" }: Props) {
  return (
    <details className={`group ${className}`}>
      <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded-md text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
        {attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`}
      </summary>
      <AttemptList attempts={attempts} done={done} />
    </details>
  );
}

function AttemptList({ attempts, done }: Pick<Props, "attempts" | "done">) {
  const outcomes: Record<AttemptOutcome, string> = { ...FAILURES, done };
  if (attempts.length === 0) return <p className="text-sm text-muted">Not tried yet.</p>;
  return (
    <ol className="mt-1 border-l-2 border-hairline pl-4">
      {attempts.map((attempt) => (
        <li key={`${attempt.started_at}-${attempt.attempt}`} className="py-1 text-sm leading-snug">
          <span className="font-semibold tabular-nums">
            {attempt.attempt}. {formatDateTime(attempt.started_at)}
          </span>
          <span className="text-muted"> {attempt.outcome ? outcomes[attempt.outcome] : "No response"}</span>
          {attempt.reason && <span className="block wrap-anywhere">{attempt.reason}</span>}
        </li>
      ))}
    </ol>
  );
}
