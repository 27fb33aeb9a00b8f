import titles from "#api/generated/titles.json";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useTitle } from "#lib/use-title.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { EmailList, STATUS_OPTIONS } from "./email-list.tsx";
import { searchByName } from "./templates.ts";

const FILTER_NAMES = ["q", "status"] as const;

/** All emails, sent or not. */
export default function EmailsScreen() {
  useTitle(titles.adminEmails);
  const filters = useSearchState(FILTER_NAMES);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Email log</h1>
      <search className="mb-4 grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3 sm:grid-cols-[minmax(0,26rem)_11rem]">
        <SearchField
          label="Search"
          placeholder="Recipient, subject or kind"
          value={filters.text}
          onChange={filters.setText}
        />
        <SelectField
          label="Status"
          value={filters.value("status")}
          options={STATUS_OPTIONS}
          onChange={(status) => filters.set({ status })}
        />
      </search>
      <EmailList params={searchByName(filters.params)} onClear={filters.clear} />
    </main>
  );
}
