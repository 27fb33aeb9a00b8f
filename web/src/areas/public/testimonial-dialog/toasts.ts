import { showToast } from "#ui/toasts/toast.ts";
import type { DialogTarget } from "./dialog-target.ts";

/** What the dialog says in toasts, word for word. */

export function toastThanks(target: DialogTarget): void {
  const what = target.kind === "demo" ? "demo video" : "video testimonial";
  void showToast("success", "Thank you!", `Your ${what} has been submitted successfully.`);
}

export function toastSubmissionFailed(): void {
  void showToast("error", "Submission failed", "We could not send your testimonial. Please try again.");
}

export const NOT_OPENED = "The recorder could not load. Please try again.";

/** Says whether it could be shown: its own code may be as far away as the recorder's. */
export const toastNotOpened = (): Promise<boolean> =>
  showToast("error", "The connection dropped", NOT_OPENED);
