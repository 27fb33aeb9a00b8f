import type { RetentionEntry } from "#api/generated/operations.ts";
import { formatDate } from "#lib/format.ts";

/** Items of one business that are deleted on the same day. */
export type RetentionGroup = {
  key: string;
  company: string | null;
  count: number;
  /**
   * When the first one is deleted, since when the oldest is stored, and when the business was notified; UTC
   * milliseconds.
   */
  endsAt: number;
  since: number;
  toldAt: number | null;
};

/** Entries by day and business, in their order. */
export function inGroups(entries: RetentionEntry[]): RetentionGroup[] {
  const groups = new Map<string, RetentionGroup>();
  for (const { company_name: company, ends_at: endsAt, since, told_at: toldAt } of entries) {
    const key = `${formatDate(endsAt)} ${company}`;
    const group = groups.get(key);
    if (group) {
      group.count += 1;
      group.since = Math.min(group.since, since);
      group.toldAt ??= toldAt;
    } else groups.set(key, { key, company, count: 1, endsAt, since, toldAt });
  }
  return [...groups.values()];
}
