import { X } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import type { useAddress } from "../../../use-address.ts";
import { SearchField } from "../search-field.tsx";
import { ACTION_OPTIONS } from "./actions.ts";
import { ClientPicker } from "./client-picker.tsx";
import { DateField } from "./date-field.tsx";
import { useAudit, useClientName } from "./use-audit.ts";

export type AuditAddress = ReturnType<typeof useAddress<"subject" | "q" | "action" | "from" | "to">>;

/** Who, what, when, and on which client; and the way back to everything. */
export function AuditFilter({ address }: { address: AuditAddress }) {
  const subject = address.value("subject");
  const from = address.value("from");
  const to = address.value("to");
  return (
    <search className="mb-4 flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_10.5rem_10.5rem]">
        <div className="col-span-2 lg:col-span-1">
          <SearchField
            label="Search"
            placeholder="Person or name"
            value={address.typed}
            onType={address.type}
          />
        </div>
        <div className="col-span-2 lg:col-span-1">
          <SelectField
            label="Action"
            value={address.value("action")}
            options={ACTION_OPTIONS}
            onChoose={(action) => address.set({ action })}
          />
        </div>
        <DateField label="From (UTC)" value={from} max={to} onDate={(day) => address.set({ from: day })} />
        <DateField label="To (UTC)" value={to} min={from} onDate={(day) => address.set({ to: day })} />
      </div>
      <div className="flex min-h-19 flex-wrap items-end gap-x-6 gap-y-3">
        {subject ? (
          <OneSubject address={address} id={subject} />
        ) : (
          <ClientPicker onChoose={(id) => address.set({ subject: id })} />
        )}
        {(address.asked.size > 0 || address.typed !== "") && (
          <Button look="outlined" className="ml-auto min-h-12 text-[0.9375rem]" onClick={address.clear}>
            <X className="size-4.5" aria-hidden="true" />
            Show all
          </Button>
        )}
      </div>
    </search>
  );
}

function OneSubject({ address, id }: { address: AuditAddress; id: string }) {
  const client = useClientName(id);
  const { data } = useAudit(address.asked);
  const known = data?.pages.flatMap((page) => page.entries).find((entry) => entry.subject === id);
  return (
    <p className="flex min-h-12 min-w-0 items-center wrap-anywhere">
      <span>
        Only <b>{client ?? (known?.subject_name || id)}</b>
      </span>
    </p>
  );
}
