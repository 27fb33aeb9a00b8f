import type { SettingSummary } from "#api/generated/operations.ts";

/** The headings of the settings, each with the keys under it; the first that fits holds. */
const GROUPS: [title: string, keys: RegExp][] = [
  ["Support", /^support_/],
  ["Payment pages", /^payment_link_/],
  ["Home page and sign-ups", /^(launch_discount|campaign_id|client_quote_|embed_)/],
  ["Partners’ statements", /^(issuer_|self_billing_)/],
  ["Forwarding", /^automation_url_/],
  ["Videos and emails", /^(retention_|undelivered_|mail_)/],
  ["Limits on testimonials", /_(hour|day)_limit$|_burst$|_share$|^challenge_/],
  ["Limits on uploads", /_upload_limit$/],
];

/** A heading for a setting that fits none of them. */
export const REST = "More settings";

export type SettingGroup = { title: string; settings: SettingSummary[] };

/** Settings under their headings, in the order of the headings. */
export function inGroups(settings: SettingSummary[]): SettingGroup[] {
  const titleOf = ({ key }: SettingSummary) => GROUPS.find(([, keys]) => keys.test(key))?.[0] ?? REST;
  return [...GROUPS.map(([title]) => title), REST]
    .map((title) => ({ title, settings: settings.filter((one) => titleOf(one) === title) }))
    .filter(({ settings: found }) => found.length > 0);
}
