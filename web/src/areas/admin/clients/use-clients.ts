import { usePagedList } from "#api/use-paged-list.ts";
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import * as admin from "#api/generated/calls/admin.ts";
import type { ClientPage, ClientRecord, ClientSummary, StatusChange } from "#api/generated/admin.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const KEY = ["admin", "clients"];

/** All clients that fit, a page at a time. What was found before stays until the next is here. */
export function useClients(params: URLSearchParams) {
  return usePagedList({
    queryKey: KEY,
    load: admin.clientList,
    params,
    itemsOf: (page: ClientPage) => page.clients,
  });
}

/** Has the lists asked for again: a client was added, or has other values to be sorted and found by. */
export function useRefreshClients(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
}

/** Shows what a client has become in the lists that are there, at once. */
export function useShowLine(): (record: ClientRecord) => void {
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

/** Activates or suspends. A status that somebody else has changed meanwhile is not overwritten. */
export function useSetStatus(onDone: () => void) {
  const show = useShowLine();
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

/** Sends the mail that leads a client to its first password. */
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
