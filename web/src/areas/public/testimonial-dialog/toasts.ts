import { showToast } from "#ui/toasts/toast.ts";
import type { DialogTarget } from "./dialog-target.ts";

export function toastThanks(target: DialogTarget): void {
  const subject = target.kind === "demo" ? "demo video" : "video testimonial";
  void showToast("success", "Thank you!", `Your ${subject} has been submitted successfully.`);
}

export function toastSubmissionFailed(): void {
  void showToast("error", "Submission failed", "We could not send your testimonial. Please try again.");
}

export const NOT_OPENED = "The recorder could not load. Please try again.";

/** Resolves with whether it could be shown: its code may be as hard to load as the recorder's. */
export const toastNotOpened = (): Promise<boolean> =>
  showToast("error", "The connection dropped", NOT_OPENED);
