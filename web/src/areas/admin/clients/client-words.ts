import type { BadgeTone } from "../../../ui/badge.tsx";

/** All statuses of a client (ENT13), with what they mean. */
export const STATUSES = ["pending_onboarding", "pending_invite", "active", "suspended"] as const;

/** What a new client may begin with; the first is the default. */
export const FIRST_STATUSES = ["pending_invite", "active", "suspended"] as const;

export const PLANS = ["standard", "no-setup"] as const;

export const REVIEW_TYPES = [
  "None",
  "Google Business Profile",
  "Facebook",
  "LinkedIn",
  "Trustpilot",
] as const;

const TONES: Record<string, BadgeTone> = {
  active: "success",
  suspended: "danger",
  pending_invite: "warning",
  pending_onboarding: "warning",
};

export const statusTone = (status: string): BadgeTone => TONES[status] ?? "outline";

/** The words as they are stored: an admin meets them in exports and logs too. */
export const asOptions = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** `1.4 GB`; nothing is a dash. */
export function bytesText(bytes: number): string {
  if (bytes <= 0) return "–";
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const size = bytes / 1024 ** power;
  return `${size.toFixed(power > 1 && size < 100 ? 1 : 0)} ${UNITS[power]}`;
}
