import titles from "#api/generated/titles.json";
import type { EmailTemplate } from "#api/generated/enums.ts";
import { PagedList } from "#ui/paged-list.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useTitle } from "#lib/use-title.ts";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { AuditFilter, type AuditFilters } from "./audit-filter.tsx";
import { useAudit } from "./use-audit.ts";
import { ArrowRight } from "lucide-react";
import type { AuditEntry } from "#api/generated/operations.ts";
import { formatDateTime } from "#lib/format.ts";
import { TEMPLATE_LABELS } from "#areas/admin/emails/templates.ts";
import { ACTION_LABELS } from "./actions.ts";
import { differences, type Difference } from "./differences.ts";

const FILTER_NAMES = ["subject", "q", "action", "from", "to"] as const;

/** The audit log: admins' changes with the values before and after. */
export default function AuditScreen() {
  useTitle(titles.adminAudit);
  const filters = useSearchState(FILTER_NAMES);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Audit log</h1>
      <AuditFilter filters={filters} />
      <Entries filters={filters} />
    </main>
  );
}

function Entries({ filters }: { filters: AuditFilters }) {
  const { params } = filters;
  const list = useAudit(params);
  const empty =
    params.size > 0 ? (
      <EmptyState title="No changes match" text="Try a different search, action or dates." />
    ) : (
      <EmptyState title="No changes yet" text="Every admin change is recorded here." />
    );
  return (
    <PagedList list={list} what="the audit log" nouns={["change", "changes"]} empty={empty}>
      {(entries) => (
        <ol aria-label="Changes, newest first" className="rounded-card border border-hairline bg-surface">
          {entries.map((entry) => (
            <AuditItem
              key={entry.id}
              entry={entry}
              onSelect={params.has("subject") ? null : (subject) => filters.set({ subject })}
            />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

type Props = {
  entry: AuditEntry;
  /** Filters by this subject; `null` if the list is filtered by it already. */
  onSelect: ((subject: string) => void) | null;
};

/** One change: action, subject, admin and time, and each value before and after. */
function AuditItem({ entry, onSelect }: Props) {
  // Settings have no name but their key.
  const name = nameOf(entry) || entry.subject;
  const changes = differences(entry.before, entry.after);
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-hairline px-5 py-3 text-[0.9375rem] leading-snug last:border-b-0 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-semibold">{ACTION_LABELS[entry.action]}</p>
        {onSelect ? (
          <button
            type="button"
            onClick={() => onSelect(entry.subject)}
            className="min-h-6 max-w-full text-left wrap-anywhere underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {name}
          </button>
        ) : (
          <p className="wrap-anywhere">{name}</p>
        )}
        <p className="text-sm text-muted wrap-anywhere">{entry.actor}</p>
        <time dateTime={new Date(entry.at).toISOString()} className="text-sm text-muted tabular-nums">
          {formatDateTime(entry.at)}
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

/** An email has no name, so its template's label is shown. */
const nameOf = ({ action, subject_name }: AuditEntry) =>
  action === "email.resend" ? (TEMPLATE_LABELS[subject_name as EmailTemplate] ?? subject_name) : subject_name;

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
