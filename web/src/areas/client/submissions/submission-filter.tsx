import type { SubmissionFilter } from "../../../api/generated/SubmissionFilter.ts";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { statusDisplay } from "./submission-status.ts";
import { useSearchState } from "../../../lib/navigation/use-search-state.ts";
import { useDialogParams } from "../../../lib/navigation/use-dialog-params.ts";
import type { Filter } from "./use-submissions.ts";

/** What a client can ask for; the states of the machinery are among them. */
const FILTERS: string[] = ["processed", "pending", "failed", "held"] satisfies SubmissionFilter[];

const FILTER_NAMES = ["q", "status"] as const;
const DIALOG_NAMES = ["id"] as const;

/** What is looked for, and which submission is looked at. */
export function useFilter() {
  const { value, set, clear, text, setText } = useSearchState(FILTER_NAMES);
  const opened = useDialogParams(DIALOG_NAMES);
  const status = value("status");
  const filter: Filter = { q: value("q"), status: FILTERS.includes(status) ? status : "" };
  return {
    filter,
    text,
    setText,
    clear,
    chooseStatus: (chosen: string) => set({ status: chosen }),
    openId: opened.value("id"),
    open: (id: string) => opened.open({ id }),
    close: opened.close,
  };
}

const STATUSES = [
  { value: "", label: "All" },
  ...FILTERS.map((value) => ({ value, label: value === "held" ? "On hold" : statusDisplay(value).text })),
];

/** Looks in names and addresses, and at what became of a video. */
export function Search({
  filter: { filter, text, setText, chooseStatus },
}: {
  filter: ReturnType<typeof useFilter>;
}) {
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3 sm:grid-cols-[minmax(0,24rem)_11rem]">
      <SearchField label="Search" placeholder="Name or email" value={text} onChange={setText} />
      <SelectField label="Status" value={filter.status} options={STATUSES} onChange={chooseStatus} />
    </search>
  );
}
