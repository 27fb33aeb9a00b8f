import { Download } from "lucide-react";
import * as admin from "#api/generated/calls/admin.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import type { useSearchState } from "#lib/navigation/use-search-state.ts";
import { PLANS, PLAN_LABELS, STATUSES, STATUS_LABELS, asOptions } from "./client-labels.ts";
import { ORDERS, chosenSort, listSearch, sortOf } from "./sorting.ts";

export type ClientFilters = ReturnType<typeof useSearchState<"q" | "status" | "plan" | "sort" | "order">>;

const ALL = { value: "", label: "All" };

/** Finds, filters and sorts; and the same lines as a file. */
export function ClientFilter({ filters }: { filters: ClientFilters }) {
  return (
    <search className="grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(12rem,1fr)_11rem_9rem] lg:grid-cols-[minmax(0,1fr)_10.5rem_7rem_11rem_auto] xl:grid-cols-[minmax(0,1fr)_11.5rem_8.5rem_12.5rem_auto]">
      <div className="col-span-2 md:col-span-1">
        <SearchField
          label="Search"
          placeholder="Company, contact, email or slug"
          value={filters.text}
          onChange={filters.setText}
        />
      </div>
      <SelectField
        label="Status"
        value={filters.value("status")}
        options={[ALL, ...asOptions(STATUSES, STATUS_LABELS)]}
        onChange={(status) => filters.set({ status })}
      />
      <SelectField
        label="Plan"
        value={filters.value("plan")}
        options={[ALL, ...asOptions(PLANS, PLAN_LABELS)]}
        onChange={(plan) => filters.set({ plan })}
      />
      <SelectField
        label="Sort by"
        value={chosenSort(filters.params).value}
        options={ORDERS}
        onChange={(value) => filters.set(sortOf(value))}
      />
      <ButtonLink
        variant="outlined"
        href={admin.clientExportAddress(listSearch(filters.params))}
        download
        className="justify-self-start"
      >
        <Download className="size-5" aria-hidden="true" />
        Export CSV
      </ButtonLink>
    </search>
  );
}
