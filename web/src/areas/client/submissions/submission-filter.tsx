import { isValid, parseISO } from "date-fns";
import { Sheet } from "lucide-react";
import * as api from "#api/generated/calls/client.ts";
import type { SubmissionFilter, SubmissionOrder } from "#api/generated/enums.ts";
import { ButtonLink } from "#ui/button.tsx";
import { DateField } from "#ui/fields/date-field.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { statusDisplay } from "./submission-status.ts";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useDialogParams } from "#lib/navigation/use-dialog-params.ts";
import { paramsOf, useTags, type Filter } from "./use-submissions.ts";

/** Filters a client can choose; each also matches internal statuses. */
const FILTERS: string[] = [
  "processed",
  "pending",
  "failed",
  "held",
  "published",
  "private",
] satisfies SubmissionFilter[];

const FILTER_NAMES = ["q", "status", "tag", "from", "to", "order"] as const;
const DIALOG_NAMES = ["id"] as const;

/** The filter and the open submission, from the URL. */
export function useFilter() {
  const { value, set, clear, text, setText } = useSearchState(FILTER_NAMES);
  const opened = useDialogParams(DIALOG_NAMES);
  const status = value("status");
  const day = (name: "from" | "to") => (isDay(value(name)) ? value(name) : "");
  const filter: Filter = {
    q: value("q"),
    status: FILTERS.includes(status) ? status : "",
    tag: value("tag"),
    from: day("from"),
    to: day("to"),
    order: value("order") === OLDEST ? OLDEST : "",
  };
  return {
    filter,
    text,
    setText,
    clear,
    set,
    openId: opened.value("id"),
    open: (id: string) => opened.open({ id }),
    close: opened.close,
  };
}

const OLDEST: SubmissionOrder = "oldest";

/** Validates, because a URL may be typed by hand. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));

const ORDERS = [
  { value: "", label: "Newest first" },
  { value: OLDEST, label: "Oldest first" },
];

const LABELS: Record<string, string> = { held: "On hold", published: "Public", private: "Not public" };

const STATUSES = [
  { value: "", label: "All" },
  ...FILTERS.map((value) => ({ value, label: LABELS[value] ?? statusDisplay(value).text })),
];

/** Searches names, email addresses, tags and notes, with filters by status, tag and date. */
export function Search({
  clientId,
  filter: { filter, text, setText, set },
}: {
  clientId: string;
  filter: ReturnType<typeof useFilter>;
}) {
  const { from, to, tag } = filter;
  const tags = useTags(clientId);
  return (
    <search className="grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap lg:*:w-42">
      <div className="col-span-2 lg:w-auto! lg:min-w-40 lg:flex-1">
        <SearchField label="Search" placeholder="Name, email, tag or note" value={text} onChange={setText} />
      </div>
      <SelectField
        label="Status"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => set({ status })}
      />
      {(tags.length > 0 || tag !== "") && (
        <SelectField
          label="Tag"
          value={tag}
          options={[
            { value: "", label: "All" },
            // A link may name one that is no longer used.
            ...[...new Set([...tags, ...(tag === "" ? [] : [tag])])].map((one) => ({
              value: one,
              label: one,
            })),
          ]}
          onChange={(one) => set({ tag: one })}
        />
      )}
      <SelectField label="Order" value={filter.order} options={ORDERS} onChange={(order) => set({ order })} />
      <DateField label="From" value={from} max={to} onChange={(day) => set({ from: day })} />
      <DateField label="To" value={to} min={from} onChange={(day) => set({ to: day })} />
      <ButtonLink
        variant="outlined"
        href={api.submissionExportAddress(clientId, paramsOf(filter))}
        download
        className="col-span-2 min-h-12 lg:w-auto!"
      >
        <Sheet className="size-5" aria-hidden="true" />
        Export CSV
      </ButtonLink>
    </search>
  );
}
