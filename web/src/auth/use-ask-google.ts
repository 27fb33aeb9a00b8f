import { useMutation } from "@tanstack/react-query";
import type { GoogleConsent } from "../api/generated/GoogleConsent.ts";
import { call } from "../api/http.ts";
import { toastUnlessSignedOut } from "./toasts.ts";

/** Leaves for Google's page, whose address the server answers here; it leads back to the page that connects the drive. */
export function useAskGoogle(endpoint: string) {
  return useMutation({
    mutationFn: () => call<GoogleConsent>("POST", endpoint),
    onSuccess: ({ address }) => location.assign(address),
    onError: toastUnlessSignedOut("Google could not be asked"),
  });
}
