import type { ClientSort, SortOrder } from "#api/generated/enums.ts";
/** Sortable columns with the order of the first click. */
const COLUMNS = {
  created_at: "desc",
  company_name: "asc",
  credits_remaining: "asc",
  submissions_count: "desc",
} as const satisfies Record<ClientSort, SortOrder>;

export type SortColumn = ClientSort;

/** The default: newest first. */
const DEFAULT = "created_at desc";

export const ORDERS = [
  { value: DEFAULT, label: "Newest first" },
  { value: "created_at asc", label: "Oldest first" },
  { value: "company_name asc", label: "Company A to Z" },
  { value: "company_name desc", label: "Company Z to A" },
  { value: "credits_remaining asc", label: "Fewest credits" },
  { value: "credits_remaining desc", label: "Most credits" },
  { value: "submissions_count desc", label: "Most submissions" },
  { value: "submissions_count asc", label: "Fewest submissions" },
];

type Chosen = { value: string; column: SortColumn; order: SortOrder };

/** The sort order in a URL; an unknown one means the default. */
export function chosenSort(params: URLSearchParams): Chosen {
  const column = params.get("sort") ?? "created_at";
  const order = params.get("order") ?? (isColumn(column) ? COLUMNS[column] : "desc");
  const value = `${column} ${order}`;
  const isSortable = ORDERS.some((one) => one.value === value) && isColumn(column);
  return isSortable
    ? { value, column, order: order === "asc" ? "asc" : "desc" }
    : { value: DEFAULT, column: "created_at", order: "desc" };
}

/** Search parameters of a sort order; empty for the default. */
export function sortOf(value: string): { sort: string; order: string } {
  const [sort = "", order = ""] = value.split(" ");
  return value === DEFAULT ? { sort: "", order: "" } : { sort, order };
}

/** Query for the server, with only sort values it knows. */
export function listSearch(params: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(params);
  for (const [name, value] of Object.entries(sortOf(chosenSort(params).value))) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
  return search;
}

/** Sort order after a click on a column's heading: its default order, then reversed. */
export function nextSort(params: URLSearchParams, column: SortColumn): { sort: string; order: string } {
  const now = chosenSort(params);
  const order = now.column === column ? (now.order === "asc" ? "desc" : "asc") : COLUMNS[column];
  return sortOf(`${column} ${order}`);
}

const isColumn = (name: string): name is SortColumn => Object.hasOwn(COLUMNS, name);
