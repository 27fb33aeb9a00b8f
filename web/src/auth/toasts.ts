import { showToast, type ToastText } from "#ui/toasts/toast.ts";
import { ApiError } from "#api/http.ts";
import { isSignedOut } from "./query-client.ts";

/** The server's message, or a default if it sent none. */
export function refusalText(error: unknown): string {
  return error instanceof ApiError && error.code !== "unknown" ? error.message : "Please try again.";
}

/** The login succeeded but the browser stored no cookie: Safari, for one, stores none over plain HTTP. */
export const loginNotStored = (): ToastText => [
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

/** Toasts a failure with the server's reason. */
export function toastFailure(title: string, error: unknown): void {
  void showToast("error", title, refusalText(error));
}

/** For mutations: toasts a failure with the server's reason. Ended sessions are reported elsewhere. */
export const toastUnlessSignedOut = (title: string) => (error: Error) => {
  if (!isSignedOut(error)) toastFailure(title, error);
};
