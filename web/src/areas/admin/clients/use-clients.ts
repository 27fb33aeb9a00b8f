import { usePagedList } from "#api/use-paged-list.ts";
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import * as admin from "#api/generated/calls/admin.ts";
import type { ClientPage, ClientRecord, ClientSummary, StatusChange } from "#api/generated/admin.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "clients"];

/** Matching clients, paged. The old list stays until the next one has loaded. */
export function useClients(params: URLSearchParams) {
  return usePagedList({
    queryKey: KEY,
    load: admin.clientList,
    params,
    itemsOf: (page: ClientPage) => page.clients,
  });
}

/** Invalidates the lists: a client was added, or its sort and search values changed. */
export function useRefreshClients(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
}

/** Updates a client in the loaded lists at once. */
export function useUpdateCachedRecord(): (record: ClientRecord) => void {
  const queries = useQueryClient();
  return useCallback(
    (record) => {
      const change = (line: ClientSummary) => (line.id === record.id ? { ...line, ...record } : line);
      queries.setQueriesData<InfiniteData<ClientPage>>({ queryKey: KEY }, (old) =>
        old
          ? { ...old, pages: old.pages.map((page) => ({ ...page, clients: page.clients.map(change) })) }
          : old,
      );
    },
    [queries],
  );
}

/** Activates or suspends a client. Does not overwrite a status that somebody else changed meanwhile. */
export function useSetStatus(onDone: () => void) {
  const show = useUpdateCachedRecord();
  const refresh = useRefreshClients();
  return useMutation({
    mutationFn: ({ id, ...change }: StatusChange & { id: string }) => admin.clientStatus(id, change),
    onSuccess: (record) => {
      show(record);
      void showToast("success", "Status updated");
    },
    onError: (error) => {
      toastUnlessSignedOut("Failed to update status")(error);
      void refresh();
    },
    onSettled: onDone,
  });
}

/** Sends the email with a client's link to set its first password. */
export function useInvite() {
  return useMutation({
    mutationFn: (client: Pick<ClientSummary, "id" | "email" | "company_name">) =>
      admin.inviteClient({
        clientId: client.id,
        email: client.email,
        companyName: client.company_name,
      }),
    onSuccess: () => showToast("success", "Invitation sent!"),
    onError: toastUnlessSignedOut("Failed to send invitation"),
  });
}
