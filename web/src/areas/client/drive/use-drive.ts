import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { ClientDrive } from "../../../api/generated/ClientDrive.ts";
import type { ClientView } from "../../../api/generated/ClientView.ts";
import type { DriveChange } from "../../../api/generated/DriveChange.ts";
import type { DriveChoice } from "../../../api/generated/DriveChoice.ts";
import type { GoogleCode } from "../../../api/generated/GoogleCode.ts";
import type { GoogleFolder } from "../../../api/generated/GoogleFolder.ts";
import type { WebDavConnect } from "../../../api/generated/WebDavConnect.ts";
import { call } from "../../../api/http.ts";
import { toastSuccess, toastUnlessSignedOut } from "../../../auth/toasts.ts";
import { useClientSwitch } from "../use-client-switch.ts";
import { POLL_MS, useShowClient } from "../use-dashboard.ts";

const keyOf = (clientId: string) => ["client", "drive", clientId];

/** Where a client's videos arrive. */
export function useDrive(clientId: string) {
  return useQuery({
    queryKey: keyOf(clientId),
    queryFn: ({ signal }) => call<ClientDrive>("GET", endpoints.drive(clientId), undefined, signal),
    // What waited is on its way once a drive works again.
    refetchInterval: POLL_MS,
  });
}

/** Shows what the server answers to a change, here and where the dashboard links to the folder. */
function useShowDrive(clientId: string) {
  const queries = useQueryClient();
  const showClient = useShowClient();
  return (drive: ClientDrive) => {
    queries.setQueryData(keyOf(clientId), drive);
    showClient(clientId, { drive_link: drive.link });
  };
}

/** Connects a drive by what a form, or Google's page, has brought; throws what is wrong, which is said beside it. */
function useConnect<Wish>(clientId: string, address: (clientId: string) => string) {
  const show = useShowDrive(clientId);
  return async (wish: Wish) => {
    show(await call<ClientDrive>("POST", address(clientId), wish));
    toastSuccess(["Drive connected", "A test file arrived in your folder and was removed again."]);
  };
}

export const useConnectWebDav = (clientId: string) =>
  useConnect<WebDavConnect>(clientId, endpoints.connectWebDav);
export const useConnectGoogleFolder = (clientId: string) =>
  useConnect<GoogleFolder>(clientId, endpoints.connectGoogleFolder);
export const useConnectPlatformFolder = (clientId: string) =>
  useConnect<undefined>(clientId, endpoints.connectPlatformFolder);
export const useConnectGoogle = (clientId: string) =>
  useConnect<GoogleCode>(clientId, endpoints.connectGoogle);

export function useTestDrive(clientId: string) {
  const show = useShowDrive(clientId);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<ClientDrive>("POST", endpoints.testDrive(clientId, id)),
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
  const show = useShowDrive(clientId);
  return useMutation({
    mutationFn: (connection: string | null) =>
      call<ClientDrive>("POST", endpoints.chooseDrive(clientId), { connection } satisfies DriveChoice),
    onSuccess: (drive) => {
      show(drive);
      toastSuccess(["Drive changed", "New videos go there from now on."]);
    },
    onError: toastUnlessSignedOut("Your drive was not changed"),
  });
}

/** Has videos in drives of the client's own stay there for good, or be deleted in time. */
export const useKeepSwitch = (client: ClientView) =>
  useClientSwitch(client, "keeps_own_drive", (keeps) =>
    call("PATCH", endpoints.drive(client.id), { keeps_own_drive: keeps } satisfies DriveChange),
  );

/** Has the videos in other drives follow. */
export function useMoveVideos(clientId: string) {
  const show = useShowDrive(clientId);
  return useMutation({
    mutationFn: () => call<ClientDrive>("POST", endpoints.moveVideos(clientId)),
    onSuccess: show,
    onError: toastUnlessSignedOut("Your videos were not moved"),
  });
}

export function useDisconnectDrive(clientId: string) {
  const show = useShowDrive(clientId);
  return useMutation({
    mutationFn: (id: string) => call<ClientDrive>("DELETE", endpoints.oneDrive(clientId, id)),
    onSuccess: (drive) => {
      show(drive);
      toastSuccess(["Drive disconnected", "We have deleted its login details."]);
    },
    onError: toastUnlessSignedOut("Failed to disconnect"),
  });
}
