import { showToast } from "../../../ui/toast.ts";
import type { Occasion } from "./occasion.ts";

/** What the dialog says in toasts, word for word. */

export function sayThanks(occasion: Occasion): void {
  const what = occasion.kind === "demo" ? "demo video" : "video testimonial";
  void showToast("success", "Thank you!", `Your ${what} has been submitted successfully.`);
}

export function sayFailed(): void {
  void showToast("error", "Submission failed", "We could not send your testimonial. Please try again.");
}

export function sayNotOpened(): void {
  showToast("error", "The connection dropped", "The recorder could not be loaded. Please try again.").catch(
    () => undefined,
  );
}
