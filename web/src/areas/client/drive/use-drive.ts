import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { ClientDrive } from "../../../api/generated/ClientDrive.ts";
import type { WebDavConnect } from "../../../api/generated/WebDavConnect.ts";
import { call } from "../../../api/http.ts";
import { toastSuccess, toastUnlessSignedOut } from "../../../auth/toasts.ts";
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

/** Connects a WebDAV folder; throws what is wrong, which is said beside the form. */
export function useConnectWebDav(clientId: string) {
  const show = useShowDrive(clientId);
  return async (wish: WebDavConnect) => {
    show(await call<ClientDrive>("POST", endpoints.connectWebDav(clientId), wish));
    toastSuccess(["Drive connected", "A test file arrived in your folder and was removed again."]);
  };
}

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

export function useDisconnectDrive(clientId: string) {
  const show = useShowDrive(clientId);
  return useMutation({
    mutationFn: (id: string) => call<ClientDrive>("DELETE", endpoints.oneDrive(clientId, id)),
    onSuccess: (drive) => {
      show(drive);
      toastSuccess(["Drive disconnected", "We no longer keep its password."]);
    },
    onError: toastUnlessSignedOut("Failed to disconnect"),
  });
}
