import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { GoogleCode } from "../../../api/generated/GoogleCode.ts";
import type { GoogleConsent } from "../../../api/generated/GoogleConsent.ts";
import type { PlatformDrive } from "../../../api/generated/PlatformDrive.ts";
import { call } from "../../../api/http.ts";
import { toastSuccess, toastUnlessSignedOut } from "../../../auth/toasts.ts";

const KEY = ["admin", "google-drive"];

/** Sayso's own Google Drive. */
export function useGoogleDrive() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call<PlatformDrive>("GET", admin.googleDrive, undefined, signal),
  });
}

/** Connects it by what Google's page has brought; throws what is wrong, which is said in its place. */
export function useConnectGoogleDrive() {
  const queries = useQueryClient();
  return async (answer: GoogleCode) => {
    queries.setQueryData(KEY, await call<PlatformDrive>("POST", admin.connectGoogleDrive, answer));
    toastSuccess(["Google Drive connected", "A test file arrived in it and was removed again."]);
  };
}

/** Leaves for Google's page, which leads back to the page that connects. */
export function useAskGoogle() {
  return useMutation({
    mutationFn: () => call<GoogleConsent>("POST", admin.googleDrive),
    onSuccess: ({ address }) => location.assign(address),
    onError: toastUnlessSignedOut("Google could not be asked"),
  });
}

export function useTestGoogleDrive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<PlatformDrive>("POST", admin.testGoogleDrive),
    onSuccess: (drive) => {
      queries.setQueryData(KEY, drive);
      toastSuccess(["Google Drive works", "A test file arrived in it and was removed again."]);
    },
    onError: (error) => {
      toastUnlessSignedOut("Google Drive does not work")(error);
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
}

export function useDisconnectGoogleDrive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<PlatformDrive>("DELETE", admin.googleDrive),
    onSuccess: (drive) => {
      queries.setQueryData(KEY, drive);
      toastSuccess(["Google Drive disconnected", "Its permission was given back to Google."]);
    },
    onError: (error) => {
      toastUnlessSignedOut("Google Drive is still connected")(error);
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
}
