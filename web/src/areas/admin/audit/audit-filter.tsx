import { X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/fields/date-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import type { useSearchState } from "#lib/navigation/use-search-state.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { ACTION_OPTIONS } from "./actions.ts";
import { useAudit, useClientName, useClientsLike } from "./use-audit.ts";
import { useEffect, useState } from "react";

export type AuditFilters = ReturnType<typeof useSearchState<"subject" | "q" | "action" | "from" | "to">>;

/** Filters by text, action, dates and client, with a reset. */
export function AuditFilter({ filters }: { filters: AuditFilters }) {
  const subject = filters.value("subject");
  const from = filters.value("from");
  const to = filters.value("to");
  return (
    <search className="mb-4 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_10.5rem_10.5rem]">
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            label="Search"
            placeholder="Person or name"
            value={filters.text}
            onChange={filters.setText}
          />
        </div>
        <div className="col-span-2 lg:col-span-1">
          <SelectField
            label="Action"
            value={filters.value("action")}
            options={ACTION_OPTIONS}
            onChange={(action) => filters.set({ action })}
          />
        </div>
        <DateField label="From (UTC)" value={from} max={to} onChange={(day) => filters.set({ from: day })} />
        <DateField label="To (UTC)" value={to} min={from} onChange={(day) => filters.set({ to: day })} />
      </div>
      <div className="flex min-h-19 flex-wrap items-end gap-x-6 gap-y-3">
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
    </search>
  );
}

function OneSubject({ filters, id }: { filters: AuditFilters; id: string }) {
  const client = useClientName(id);
  const { items } = useAudit(filters.params);
  const known = items?.find((entry) => entry.subject === id);
  return (
    <p className="flex min-h-12 min-w-0 items-center wrap-anywhere">
      <span>
        Only <b>{client ?? (known?.subject_name || id)}</b>
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
