import type { SignUpStatus } from "#api/generated/enums.ts";
import type { BadgeTone } from "#ui/badge.tsx";

type StatusLabel = { text: string; tone: BadgeTone };

/** Labels of the steps to the mailing list. */
export const SIGN_UP_STATUSES: Record<SignUpStatus, StatusLabel> = {
  waiting: { text: "Waiting for the mailing list", tone: "warning" },
  pending_confirmation: { text: "Asked to confirm", tone: "outline" },
  synced: { text: "Passed to the list", tone: "outline" },
  confirmed: { text: "Confirmed", tone: "success" },
  failed: { text: "Failed", tone: "danger" },
};

export const STATUS_OPTIONS = [
  { value: "", label: "All" },
  ...Object.entries(SIGN_UP_STATUSES).map(([value, { text }]) => ({ value, label: text })),
];
