import { showToast } from "../ui/toast.ts";
import type { Words } from "./door.ts";
import { refusalText } from "./refusal-text.ts";

export function sayDone([title, text]: Words): void {
  void showToast("success", title, text);
}

export function sayWrong([title, text]: Words): void {
  void showToast("error", title, text);
}

/** The title says what failed, the server why. */
export function sayFailed(title: string, error: unknown): void {
  void showToast("error", title, refusalText(error));
}
