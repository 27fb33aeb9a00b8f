import type { Attempt } from "../../../api/generated/Attempt.ts";
import { momentOf } from "../../client/submissions/submission-facts.ts";

const OUTCOMES: Record<string, string> = {
  done: "Delivered",
  retry: "Will be tried again",
  failed: "Given up",
};

/** Every try, oldest first. */
export function AttemptList({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) return <p className="text-sm text-muted">Nothing was tried yet.</p>;
  return (
    <ol className="mt-1 border-l-2 border-hairline pl-4">
      {attempts.map((attempt) => (
        <li key={`${attempt.started_at}-${attempt.attempt}`} className="py-1 text-sm leading-snug">
          <span className="font-semibold tabular-nums">
            {attempt.attempt}. {momentOf(attempt.started_at)}
          </span>
          <span className="text-muted">
            {" "}
            {attempt.outcome ? (OUTCOMES[attempt.outcome] ?? attempt.outcome) : "Stopped without an answer"}
          </span>
          {attempt.reason && <span className="block wrap-anywhere">{attempt.reason}</span>}
        </li>
      ))}
    </ol>
  );
}
