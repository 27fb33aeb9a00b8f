import { SelectField } from "../../../ui/select-field.tsx";
import { shownStatus } from "./submission-status.ts";
import { FILTERS, type useFilter } from "./use-filter.ts";

const STATUSES = [
  { value: "", label: "All" },
  ...FILTERS.map((value) => ({ value, label: shownStatus(value).text })),
];

/** Looks in names and addresses, and at what became of a video. */
export function Search({
  filter: { filter, typed, type, chooseStatus },
}: {
  filter: ReturnType<typeof useFilter>;
}) {
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3 sm:grid-cols-[minmax(0,24rem)_11rem]">
      <label className="flex flex-col gap-1 text-[0.9375rem] font-semibold">
        Search
        <input
          type="search"
          value={typed}
          placeholder="Name or email"
          autoComplete="off"
          onChange={(event) => type(event.target.value)}
          className="min-h-12 w-full rounded-control border border-control bg-surface px-3.5 font-normal text-ink placeholder:text-muted"
        />
      </label>
      <SelectField label="Status" value={filter.status} options={STATUSES} onChoose={chooseStatus} />
    </search>
  );
}
