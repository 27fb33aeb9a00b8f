import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MailSettings } from "#api/generated/client.ts";
import { ApiError } from "#api/http.ts";
import * as api from "#api/generated/calls/client.ts";
import { toastSuccess, toastUnlessSignedOut } from "#auth/toasts.ts";

const keyOf = (clientId: string) => ["client", "mails", clientId];

export function useMails(clientId: string) {
  return useQuery({
    queryKey: keyOf(clientId),
    queryFn: ({ signal }) => api.mailsGet(clientId, signal),
    // An answer must not replace typed text.
    staleTime: Infinity,
  });
}

/** Saves that; `errors` by `recipients.` and the place in the list. `refusals` grows each time that it was refused. */
export function useSaveMails(clientId: string) {
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: MailSettings) => api.mailsPut(clientId, settings),
    onSuccess: (saved) => {
      queries.setQueryData(keyOf(clientId), saved);
      toastSuccess(["Saved", "Emails go out like this from now on."]);
    },
    onError: (failure) => {
      toastUnlessSignedOut("Not saved")(failure);
      setRefusals((count) => count + 1);
    },
  });
  const errors: Record<string, string> = error instanceof ApiError ? error.fields : {};
  return { save: mutate, saving: isPending, errors, refusals };
}
