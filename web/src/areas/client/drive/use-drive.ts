import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as api from "#api/generated/calls/client.ts";
import * as admin from "#api/generated/calls/admin.ts";
import type {
  ClientDrive,
  DriveChange,
  DriveChoice,
  GoogleCode,
  GoogleFolder,
  WebDavConnect,
} from "#api/generated/drive.ts";
import type { ClientView } from "#api/generated/client.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";
import { useClientSwitch } from "#areas/client/use-client-switch.ts";
import { POLL_MS, useUpdateCachedClient } from "#areas/client/use-dashboard.ts";

const keyOf = (clientId: string) => ["client", "drive", clientId];

export function useDrive(clientId: string) {
  return useQuery({
    queryKey: keyOf(clientId),
    queryFn: ({ signal }) => api.driveGet(clientId, signal),
    // Waiting videos are delivered once a drive works again.
    refetchInterval: POLL_MS,
  });
}

/** Updates the drive from a change's response, here and in the dashboard's link to the folder. */
function useUpdateCachedDrive(clientId: string) {
  const queries = useQueryClient();
  const updateCachedClient = useUpdateCachedClient();
  return (drive: ClientDrive) => {
    queries.setQueryData(keyOf(clientId), drive);
    updateCachedClient(clientId, { drive_link: drive.link });
  };
}

/** Connects a drive from a form or Google's redirect; throws the error, which is shown beside the form. */
function useConnect<Payload>(
  clientId: string,
  connect: (clientId: string, request: Payload) => Promise<ClientDrive>,
) {
  const show = useUpdateCachedDrive(clientId);
  return async (request: Payload) => {
    show(await connect(clientId, request));
    toastSuccess(["Drive connected", "A test file arrived in your folder and was removed again."]);
  };
}

export const useConnectWebDav = (clientId: string) =>
  useConnect<WebDavConnect>(clientId, api.driveConnectWebdav);
export const useConnectGoogleFolder = (clientId: string) =>
  useConnect<GoogleFolder>(clientId, admin.driveConnectGoogleFolder);
export const useConnectPlatformFolder = (clientId: string) =>
  useConnect<undefined>(clientId, admin.driveConnectPlatformFolder);
export const useConnectGoogle = (clientId: string) =>
  useConnect<GoogleCode>(clientId, api.driveConnectGoogle);

export function useTestDrive(clientId: string) {
  const show = useUpdateCachedDrive(clientId);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.driveTest(clientId, id),
    onSuccess: (drive) => {
      show(drive);
      toastSuccess(["Your drive works", "A test file arrived in your folder and was removed again."]);
    },
    onError: (error) => {
      toastUnlessSignedOut("Your drive does not work")(error);
      void queries.invalidateQueries({ queryKey: keyOf(clientId) });
    },
  });
}

/** Has new videos go to another drive; `null` is Sayso's own folder. */
export function useChooseDrive(clientId: string) {
  const show = useUpdateCachedDrive(clientId);
  return useMutation({
    mutationFn: (connection: string | null) =>
      api.driveChoose(clientId, { connection } satisfies DriveChoice),
    onSuccess: (drive) => {
      show(drive);
      toastSuccess(["Drive changed", "New videos go there from now on."]);
    },
    onError: toastUnlessSignedOut("Your drive was not changed"),
  });
}

/** Toggles whether videos in the client's own drives stay there permanently, or are deleted on time. */
export const useKeepSwitch = (client: ClientView) =>
  useClientSwitch(client, "keeps_own_drive", (keeps) =>
    api.driveChange(client.id, { keeps_own_drive: keeps } satisfies DriveChange),
  );

/** Moves the videos in other drives to the current one. */
export function useMoveVideos(clientId: string) {
  const show = useUpdateCachedDrive(clientId);
  return useMutation({
    mutationFn: () => api.driveMoveVideos(clientId),
    onSuccess: show,
    onError: toastUnlessSignedOut("Your videos were not moved"),
  });
}

export function useDisconnectDrive(clientId: string) {
  const show = useUpdateCachedDrive(clientId);
  return useMutation({
    mutationFn: (id: string) => api.driveDisconnect(clientId, id),
    onSuccess: (drive) => {
      show(drive);
      toastSuccess(["Drive disconnected", "We have deleted its login details."]);
    },
    onError: toastUnlessSignedOut("Failed to disconnect"),
  });
}
