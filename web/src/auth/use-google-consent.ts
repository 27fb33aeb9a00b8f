import { useMutation } from "@tanstack/react-query";
import type { GoogleConsent } from "#api/generated/drive.ts";
import { toastUnlessSignedOut } from "./toasts.ts";

/**
 * Redirects to Google's consent page, whose URL `ask` returns; it redirects back to the page that connects the drive.
 */
export function useGoogleConsent(ask: () => Promise<GoogleConsent>) {
  return useMutation({
    mutationFn: ask,
    onSuccess: ({ address }) => location.assign(address),
    onError: toastUnlessSignedOut("Google could not be asked"),
  });
}
