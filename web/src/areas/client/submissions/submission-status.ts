import type { SubmissionLine } from "../../../api/generated/SubmissionLine.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

type Shown = {
  text: string;
  tone: BadgeTone;
  /** What a state of the machinery means. */
  hint: string | null;
};

const NAMED = new Map<string, Shown>([
  ["processed", { text: "Processed", tone: "success", hint: null }],
  ["pending", { text: "Pending", tone: "outline", hint: null }],
  ["failed", { text: "Failed", tone: "danger", hint: null }],
]);

const HINTS = new Map([
  ["awaiting_drive_upload", "On its way to your folder"],
  ["drive_upload_failed", "Not in your folder yet. It is safe with us, and we are looking into it."],
]);

/** How a submission's status is shown; case does not matter, and what has no name of its own is shown as it is. */
export function shownStatus(status: string): Shown {
  const name = status.toLowerCase();
  return NAMED.get(name) ?? { text: status, tone: "outline", hint: HINTS.get(name) ?? null };
}

const UNDERWAY = ["pending", "awaiting_drive_upload"];

/** Whether it is worth looking again soon. */
export function anyUnderway(lines: Pick<SubmissionLine, "status">[] | undefined): boolean {
  return lines?.some((line) => UNDERWAY.includes(line.status.toLowerCase())) ?? false;
}
