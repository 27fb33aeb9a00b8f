import { showToast } from "#ui/toasts/toast.ts";
import type { ToastText } from "./login-config.ts";
import { ApiError } from "#api/http.ts";
import { isSignedOut } from "./query-client.ts";

/** What the server says to a person, or what to do where it says nothing. */
export function refusalText(error: unknown): string {
  return error instanceof ApiError && error.code !== "unknown" ? error.message : "Please try again.";
}

/** Somebody was let in, and the browser kept nothing of it: Safari, for one, keeps no login over plain HTTP. */
export const loginNotKept = (): ToastText => [
  "Your browser did not keep the login",
  location.protocol === "https:"
    ? "Please allow cookies for this site, then log in again."
    : "It keeps logins only over HTTPS. Please open this page with https:// or in another browser.",
];

export function toastSuccess([title, text]: ToastText): void {
  void showToast("success", title, text);
}

export function toastError([title, text]: ToastText): void {
  void showToast("error", title, text);
}

/** The title says what failed, the server why. */
export function toastFailure(title: string, error: unknown): void {
  void showToast("error", title, refusalText(error));
}

/** For mutations: the title says what failed, the server why. A session that ended says so itself. */
export const toastUnlessSignedOut = (title: string) => (error: Error) => {
  if (!isSignedOut(error)) toastFailure(title, error);
};
