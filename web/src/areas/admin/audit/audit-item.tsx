import { ArrowRight } from "lucide-react";
import type { AuditEntry } from "../../../api/generated/AuditEntry.ts";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { templateWords } from "../emails/templates.ts";
import { actionWords } from "./actions.ts";
import { differences, type Difference } from "./differences.ts";

type Props = {
  entry: AuditEntry;
  /** Shows this subject's lines only; `null` where they are. */
  onChoose: ((subject: string) => void) | null;
};

/** One change: what, on what, by whom and when, and each value before and after. */
export function AuditItem({ entry, onChoose }: Props) {
  // Settings have no name but their key.
  const name = nameOf(entry) || entry.subject;
  const changes = differences(entry.before, entry.after);
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-hairline px-5 py-3 text-[0.9375rem] leading-snug last:border-b-0 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-semibold">{actionWords(entry.action)}</p>
        {onChoose ? (
          <button
            type="button"
            onClick={() => onChoose(entry.subject)}
            className="min-h-6 max-w-full text-left wrap-anywhere underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {name}
          </button>
        ) : (
          <p className="wrap-anywhere">{name}</p>
        )}
        <p className="text-sm text-muted wrap-anywhere">{entry.actor}</p>
        <time dateTime={new Date(entry.at).toISOString()} className="text-sm text-muted tabular-nums">
          {momentOf(entry.at)}
        </time>
      </div>
      {changes.length > 0 && (
        <dl className="grid content-start gap-x-4 gap-y-0.5 text-sm sm:grid-cols-[9.5rem_minmax(0,1fr)]">
          {changes.map((change) => (
            <Change key={change.name} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

/** A mail has no name but what it is for. */
const nameOf = ({ action, subject_name }: AuditEntry) =>
  action === "email.resend" ? templateWords(subject_name) : subject_name;

function Change({ change: { name, before, after } }: { change: Difference }) {
  return (
    <>
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 tabular-nums">
        {before !== null && (
          <del className="min-w-0 text-muted wrap-anywhere">
            <span className="sr-only">before: </span>
            {before}
          </del>
        )}
        {before !== null && after !== null && (
          <ArrowRight className="size-3.5 shrink-0 self-center" aria-hidden="true" />
        )}
        {after !== null && (
          <ins className="min-w-0 font-semibold wrap-anywhere no-underline">
            <span className="sr-only">after: </span>
            {after}
          </ins>
        )}
      </dd>
    </>
  );
}
