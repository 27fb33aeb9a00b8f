import { Download } from "lucide-react";
import { admin } from "../../../api/portal-endpoints.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { SearchField } from "../search-field.tsx";
import type { useAddress } from "../../../use-address.ts";
import { asOptions, PLANS, STATUSES } from "./client-words.ts";
import { chosenSort, listSearch, ORDERS, sortOf } from "./sorting.ts";

export type ClientAddress = ReturnType<typeof useAddress<"q" | "status" | "plan" | "sort" | "order">>;

const ALL = { value: "", label: "All" };

/** Finds, filters and sorts; and the same lines as a file. */
export function ClientFilter({ address }: { address: ClientAddress }) {
  return (
    <search className="grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(12rem,1fr)_11rem_9rem] xl:grid-cols-[minmax(0,1fr)_11.5rem_8.5rem_12.5rem_auto]">
      <div className="col-span-2 md:col-span-1">
        <SearchField
          label="Search"
          placeholder="Company, contact, email or slug"
          value={address.typed}
          onType={address.type}
        />
      </div>
      <SelectField
        label="Status"
        value={address.value("status")}
        options={[ALL, ...asOptions(STATUSES)]}
        onChoose={(status) => address.set({ status })}
      />
      <SelectField
        label="Plan"
        value={address.value("plan")}
        options={[ALL, ...asOptions(PLANS)]}
        onChoose={(plan) => address.set({ plan })}
      />
      <SelectField
        label="Sort by"
        value={chosenSort(address.asked).value}
        options={ORDERS}
        onChoose={(value) => address.set(sortOf(value))}
      />
      <ButtonLink
        look="outlined"
        href={admin.clientsCsv(listSearch(address.asked))}
        download
        className="justify-self-start"
      >
        <Download className="size-5" aria-hidden="true" />
        Export CSV
      </ButtonLink>
    </search>
  );
}
