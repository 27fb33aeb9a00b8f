import { withScheme } from "#api/review-address.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ClientChange } from "#api/generated/admin.ts";
import type { ClientView } from "#api/generated/client.ts";
import { ApiError } from "#api/http.ts";
import * as api from "#api/generated/calls/client.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { changedFields } from "#lib/changed-fields.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { useRefreshClients, useShowClient } from "#areas/client/use-dashboard.ts";

/** Details that a business edits itself, by the API's names. */
export type Business = {
  company_name: string;
  contact_name: string;
  custom_slug: string;
  review_link_type: ClientView["review_link_type"];
  review_link_url: string;
  /** One on each line. */
  questions: string;
};

export const businessOf = (client: ClientView): Business => ({
  company_name: client.company_name,
  contact_name: client.contact_name,
  custom_slug: client.custom_slug,
  review_link_type: client.review_link_type,
  review_link_url: client.review_link_url ?? "",
  questions: client.questions ?? "",
});

const MAY_BE_EMPTY = new Set<keyof Business>(["review_link_url", "questions"]);

/** The change to send: changed fields only, each with the value that was loaded. */
function changeOf(loaded: Business, typed: Business): ClientChange {
  const names = changedFields(typed, loaded);
  const valueOf = (name: keyof Business, text: string) =>
    text === "" && MAY_BE_EMPTY.has(name) ? null : text;
  const pick = (from: Business) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name, from[name].trim())]));
  return { changed: pick(typed), loaded: pick(loaded), credit_adjustment: null };
}

/** Saves changed fields; `errors` are by field. */
export function useSaveBusiness(client: ClientView, onSaved: (sent: Business) => void) {
  const show = useShowClient();
  const refresh = useRefreshClients();
  const [search, setSearch] = useSearchParams();
  const [refusals, setRefusals] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Business) => {
      const now = { ...typed, review_link_url: withScheme(typed.review_link_url) };
      return api.businessEdit(client.id, changeOf(businessOf(client), now));
    },
    onSuccess: (saved, sent) => {
      show(client.id, saved);
      onSaved(sent);
      // An admin's view may name the client by the address that it had.
      if (search.has("slug")) setSearch({ clientId: client.id }, { replace: true });
      // Reloads the recording link, which the server makes.
      void refresh();
      void showToast("success", "Business details saved");
    },
    onError: (failure) => {
      const refused = failure instanceof ApiError ? failure : null;
      if (refused?.code === "changed_meanwhile") void refresh();
      else toastUnlessSignedOut("Not saved")(failure);
      setRefusals((count) => count + 1);
    },
  });
  const refusal = error instanceof ApiError ? error : null;
  return {
    save: mutate,
    saving: isPending,
    errors: refusal?.code === "invalid" ? refusal.fields : {},
    /** Incremented on each refused change. */
    refusals,
    changedMeanwhile: refusal?.code === "changed_meanwhile",
  };
}
