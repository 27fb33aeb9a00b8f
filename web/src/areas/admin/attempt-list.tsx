import type { AttemptOutcome } from "#api/generated/enums.ts";
import type { Attempt } from "#api/generated/admin.ts";
import { formatDateTime } from "#lib/format.ts";

const FAILURES: Record<Exclude<AttemptOutcome, "done">, string> = {
  retry: "Will be tried again",
  failed: "Given up",
};

/** Every attempt of a job, oldest first. `done`: label of success. */
export function AttemptList({ attempts, done }: { attempts: Attempt[]; done: string }) {
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
