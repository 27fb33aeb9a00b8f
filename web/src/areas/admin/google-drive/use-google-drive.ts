import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { GoogleCode } from "../../../api/generated/GoogleCode.ts";
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

export const useTestGoogleDrive = () =>
  useChange("POST", admin.testGoogleDrive, "Google Drive does not work", [
    "Google Drive works",
    "A test file arrived in it and was removed again.",
  ]);

export const useDisconnectGoogleDrive = () =>
  useChange("DELETE", admin.googleDrive, "Google Drive is still connected", [
    "Google Drive disconnected",
    "Its permission has been revoked.",
  ]);

/** A change that the server answers with how the drive is then. */
function useChange(method: "POST" | "DELETE", endpoint: string, refused: string, done: [string, string]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<PlatformDrive>(method, endpoint),
    onSuccess: (drive) => {
      queries.setQueryData(KEY, drive);
      toastSuccess(done);
    },
    onError: (error) => {
      toastUnlessSignedOut(refused)(error);
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
}
