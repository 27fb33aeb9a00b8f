import titles from "#api/generated/titles.json";
import type { EmailTemplate } from "#api/generated/enums.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { FilterBar } from "#areas/admin/filter-bar.tsx";
import { useTitle } from "#lib/use-title.ts";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { ArrowRight, X } from "lucide-react";
import type { AuditEntry, AuditPage } from "#api/generated/operations.ts";
import { Time } from "#ui/time.tsx";
import { TEMPLATE_LABELS } from "#areas/admin/emails/templates.ts";
import { ACTION_LABELS, ACTION_OPTIONS } from "./actions.ts";
import { differences, type Difference } from "./differences.ts";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/fields/date-field.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { useEffect, useState } from "react";
import { usePagedList } from "#api/use-paged-list.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";

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
  return (
    <AdminList
      list={useAudit(params)}
      subject="the audit log"
      nouns={["change", "changes"]}
      label="Changes, newest first"
      empty={
        params.size > 0
          ? { title: "No changes match", text: "Try a different search, action or dates." }
          : { title: "No changes yet", text: "Every admin change is recorded here." }
      }
    >
      {(entry) => (
        <AuditItem
          key={entry.id}
          entry={entry}
          onSelect={params.has("subject") ? null : (subject) => filters.set({ subject })}
        />
      )}
    </AdminList>
  );
}

type AuditItemProps = {
  entry: AuditEntry;
  /** Filters by this subject; `null` if the list is filtered by it already. */
  onSelect: ((subject: string) => void) | null;
};

/** One change: action, subject, admin and time, and each value before and after. */
function AuditItem({ entry, onSelect }: AuditItemProps) {
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
        <Time at={entry.at} className="text-sm text-muted tabular-nums" />
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

type AuditFilters = ReturnType<typeof useSearchState<"subject" | "q" | "action" | "from" | "to">>;

/** Filters by text, action, dates and client, with a reset. */
function AuditFilter({ filters }: { filters: AuditFilters }) {
  const subject = filters.value("subject");
  const from = filters.value("from");
  const to = filters.value("to");
  return (
    <FilterBar
      filters={filters}
      placeholder="Person or name"
      className="mb-4 grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_10.5rem_10.5rem] [&>:nth-child(-n+2)]:col-span-2 lg:[&>:nth-child(-n+2)]:col-span-1"
      selects={[{ name: "action", label: "Action", options: ACTION_OPTIONS }]}
    >
      <DateField label="From (UTC)" value={from} max={to} onChange={(day) => filters.set({ from: day })} />
      <DateField label="To (UTC)" value={to} min={from} onChange={(day) => filters.set({ to: day })} />
      <div className="col-span-full flex min-h-19 flex-wrap items-end gap-x-6 gap-y-3">
        {subject ? (
          <OneSubject filters={filters} id={subject} />
        ) : (
          <ClientPicker onChange={(id) => filters.set({ subject: id })} />
        )}
        {(filters.params.size > 0 || filters.text !== "") && (
          <Button variant="outlined" className="ml-auto min-h-12 text-[0.9375rem]" onClick={filters.clear}>
            <X className="size-4.5" aria-hidden="true" />
            Show all
          </Button>
        )}
      </div>
    </FilterBar>
  );
}

function OneSubject({ filters, id }: { filters: AuditFilters; id: string }) {
  const client = useClientName(id);
  const { items } = useAudit(filters.params);
  const match = items?.find((entry) => entry.subject === id);
  return (
    <p className="flex min-h-12 min-w-0 items-center wrap-anywhere">
      <span>
        Only <b>{client ?? (match?.subject_name || id)}</b>
      </span>
    </p>
  );
}

const DEBOUNCE_MS = 300;

/** Finds the client to filter by. */
function ClientPicker({ onChange }: { onChange: (id: string) => void }) {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");
  const { data } = useClientsLike(query);

  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const found = typed.trim() !== "" && query !== "" ? data : undefined;
  return (
    <>
      <div className="w-full max-w-sm">
        <SearchField
          label="Filter by client"
          placeholder="Company, contact, email or slug"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <output className="block min-w-0">
        {found?.length === 0 && (
          <span className="flex min-h-12 items-center text-muted">No clients match.</span>
        )}
        {found && found.length > 0 && (
          <ul aria-label="Clients found" className="flex flex-wrap gap-2">
            {found.map((client) => (
              <li key={client.id}>
                <button
                  type="button"
                  onClick={() => onChange(client.id)}
                  className="min-h-12 rounded-control border border-control bg-surface px-3.5 text-[0.9375rem] font-semibold hover:bg-sunken"
                >
                  {client.company_name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </output>
    </>
  );
}

/** Matching log entries, newest first, paged. */
function useAudit(params: URLSearchParams) {
  return usePagedList({
    queryKey: ["admin", "audit"],
    load: admin.auditList,
    params,
    itemsOf: (page: AuditPage) => page.entries,
    // Admins look for their latest actions.
    staleTime: 0,
  });
}

/** Finds a few clients by name, email or slug. */
function useClientsLike(q: string) {
  return useQuery({
    queryKey: ["admin", "clients-like", q],
    queryFn: async ({ signal }) => {
      const page = await admin.clientList(new URLSearchParams({ q }), signal);
      return page.clients.slice(0, 6);
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}

/** Name of the client that the log is filtered by, if the filter is a client. */
function useClientName(id: string): string | null {
  const { data } = useQuery({
    queryKey: ["admin", "client-name", id],
    queryFn: ({ signal }) => admin.clientGet(id, signal),
    enabled: id !== "",
    retry: false,
  });
  return data?.company_name ?? null;
}
