import facts from "#api/generated/facts.json" with { type: "json" };
import type { ClientStatus, PlanType, ReviewPlatform } from "#api/generated/enums.ts";
import type { BadgeTone } from "#ui/badge.tsx";
import type { FieldName } from "./form/merge-edits.ts";

/** Statuses offered for a new client; the first is the default. */
export const FIRST_STATUSES: ClientStatus[] = ["pending_invite", "active", "suspended"];

export const PLANS = keysOf<PlanType>({ standard: true, "no-setup": true });

export const REVIEW_TYPES = keysOf<ReviewPlatform>({
  None: true,
  "Google Business Profile": true,
  Facebook: true,
  LinkedIn: true,
  Trustpilot: true,
});

/** In the order of an account's life cycle (ENT13). */
export const STATUS_TONES: Record<ClientStatus, BadgeTone> = {
  pending_onboarding: "warning",
  pending_invite: "warning",
  active: "success",
  suspended: "danger",
};

export const STATUSES = Object.keys(STATUS_TONES) as ClientStatus[];

export const STATUS_LABELS: Record<ClientStatus, string> = {
  pending_onboarding: "Set-up not finished",
  pending_invite: "Not activated yet",
  active: "Active",
  suspended: "Suspended",
};

export const PLAN_LABELS: Record<PlanType, string> = { standard: "Standard", "no-setup": "No Setup" };

/** All values of an enum; a missing one is a compile error. */
function keysOf<Value extends string>(values: Record<Value, true>): Value[] {
  return Object.keys(values) as Value[];
}

/** Choices of a select; without labels they are words that people read. */
export const asOptions = <Word extends string>(words: readonly Word[], labels?: Record<Word, string>) =>
  words.map((word) => ({ value: word, label: labels?.[word] ?? word }));

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** `1.4 GB`; a dash for zero. */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return "–";
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const size = bytes / 1024 ** power;
  return `${size.toFixed(power > 1 && size < 100 ? 1 : 0)} ${UNITS[power]}`;
}

export const LABELS: Record<FieldName, string> = {
  company_name: "Company name",
  contact_name: "Contact name",
  email: "Email",
  plan_type: "Plan type",
  status: "Status",
  credits_per_month: "Credits per month",
  credits_remaining: "Credits remaining",
  custom_slug: "Custom slug",
  watermark_enabled: "Watermark enabled",
  drive_link: "Drive link",
  review_link_type: "Review link type",
  review_link_url: "Review link URL",
  next_reset_date: "Next reset date",
};

/** A field's value as displayed. */
export function shownValue(name: FieldName, value: string): string {
  if (name === "watermark_enabled") return value === "true" ? "On" : "Off";
  return value === "" ? "Empty" : (wordsOf(name, value) ?? value);
}

/** Label of a field's stored value, if it has one. */
export function wordsOf(name: string, value: string): string | undefined {
  const labels: Record<string, Record<string, string>> = { status: STATUS_LABELS, plan_type: PLAN_LABELS };
  return labels[name]?.[value];
}

/** When the grace period of a client with a missing payment ends. */
export const graceEnd = (unpaidSince: number) => unpaidSince + facts.graceDays * DAY_MS;

const DAY_MS = 24 * 60 * 60 * 1000;
