import { useMutation } from "@tanstack/react-query";
import type { GoogleConsent } from "#api/generated/drive.ts";
import { toastUnlessSignedOut } from "./toasts.ts";

/** Leaves for Google's page, whose address the server answers to `ask`; it leads back to the page that connects the drive. */
export function useAskGoogle(ask: () => Promise<GoogleConsent>) {
  return useMutation({
    mutationFn: ask,
    onSuccess: ({ address }) => location.assign(address),
    onError: toastUnlessSignedOut("Google could not be asked"),
  });
}
