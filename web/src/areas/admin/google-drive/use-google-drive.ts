import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import type { GoogleCode, PlatformDrive } from "#api/generated/drive.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "google-drive"];

export function useGoogleDrive() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => admin.googleDriveGet(signal),
  });
}

/** Connects the drive with Google's code; throws the error, which is shown in place. */
export function useConnectGoogleDrive() {
  const queries = useQueryClient();
  return async (answer: GoogleCode) => {
    queries.setQueryData(KEY, await admin.googleDriveConnect(answer));
    toastSuccess(["Google Drive connected", "A test file arrived in it and was removed again."]);
  };
}

export const useTestGoogleDrive = () =>
  useChange(() => admin.googleDriveTest(), "Google Drive does not work", [
    "Google Drive works",
    "A test file arrived in it and was removed again.",
  ]);

export const useDisconnectGoogleDrive = () =>
  useChange(() => admin.googleDriveDisconnect(), "Google Drive is still connected", [
    "Google Drive disconnected",
    "Its permission has been revoked.",
  ]);

/** A change whose response is the drive's new state. */
function useChange(change: () => Promise<PlatformDrive>, refused: string, done: [string, string]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
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
