import type { HoldReason, SubmissionStatus } from "#api/generated/enums.ts";
import type { SubmissionSummary } from "#api/generated/client.ts";
import { formatDate } from "#lib/format.ts";
import type { BadgeTone } from "#ui/badge.tsx";

type StatusDisplay = {
  text: string;
  tone: BadgeTone;
  /** Explains an internal status to the business. */
  hint: string | null;
};

const STATUSES: Record<SubmissionStatus, StatusDisplay> = {
  processed: { text: "Processed", tone: "success", hint: null },
  pending: { text: "Pending", tone: "outline", hint: null },
  failed: { text: "Failed", tone: "danger", hint: null },
  awaiting_drive_upload: {
    text: "awaiting_drive_upload",
    tone: "outline",
    hint: "On its way to your folder. It is safe with us, and you can watch it here.",
  },
  drive_upload_failed: {
    text: "Waiting to be delivered",
    tone: "warning",
    hint: "It is safe with us, and you can watch it here.",
  },
};

const ON_HOLD = {
  tone: "warning",
  hint: "It has used no credit. Watch it, then accept it or remove it.",
} as const;

const HOLDS: Record<HoldReason, StatusDisplay> = {
  "unusual-traffic": { text: "Held: unusual traffic", ...ON_HOLD },
  everything: { text: "Held: you review first", ...ON_HOLD },
};

export function stateDisplay(
  line: Pick<SubmissionSummary, "status" | "hold" | "video_deleted_at">,
): StatusDisplay {
  if (line.hold !== null) return HOLDS[line.hold];
  const display = statusDisplay(line.status);
  return line.video_deleted_at === null
    ? display
    : { ...display, hint: `Video deleted on ${formatDate(line.video_deleted_at)}` };
}

/** How a submission's status is displayed. Case-insensitive; an unknown status is shown unchanged (CLI14). */
export function statusDisplay(status: string): StatusDisplay {
  const name = status.toLowerCase();
  return Object.hasOwn(STATUSES, name)
    ? STATUSES[name as SubmissionStatus]
    : { text: status, tone: "outline", hint: null };
}

const UNDERWAY: string[] = ["pending", "awaiting_drive_upload"] satisfies SubmissionStatus[];

const isUnderway = ({
  status,
  hold,
  publication,
}: Pick<SubmissionSummary, "status" | "hold" | "publication">) =>
  publication === "copying" || (hold === null && UNDERWAY.includes(status.toLowerCase()));

/** Whether any is in progress, so that polling is worthwhile. */
export const anyUnderway = (lines: Parameters<typeof isUnderway>[0][] | undefined): boolean =>
  lines?.some(isUnderway) ?? false;
