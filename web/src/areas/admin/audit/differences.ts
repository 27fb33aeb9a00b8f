import { LABELS, wordsOf } from "#areas/admin/clients/client-labels.ts";

export type Difference = { name: string; before: string | null; after: string | null };

type Fields = Record<string, unknown>;

const labels: Partial<Record<string, string>> = LABELS;

/** Values of each field before and after; `null` if missing. */
export function differences(before: Fields, after: Fields): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name: labels[name] ?? name.replaceAll("_", " "),
    before: Object.hasOwn(before, name) ? formatValue(name, before[name]) : null,
    after: Object.hasOwn(after, name) ? formatValue(name, after[name]) : null,
  }));
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (value === true) return "on";
  if (value === false) return "off";
  if (typeof value === "string") return wordsOf(name, value) ?? value;
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}
